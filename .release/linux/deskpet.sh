#!/bin/sh
# Starts deskpet with the Python of its own folder. -I: neither variables of Python nor packages of the user are read.
launcher=$(readlink -f "$0")
exec "${launcher%/*}/python/bin/python3.11" -I -X deskpet-launcher="$launcher" -m deskpet "$@"
