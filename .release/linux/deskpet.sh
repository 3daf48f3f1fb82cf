#!/bin/sh
# Starts deskpet with the Python of its own folder. -I: neither variables of Python nor packages of the user are read.
launcher=$(readlink -f "$0")
folder=${launcher%/*}

# Returns 0 if these words start the pet on a desktop, and are no command.
starts_pet() {
    [ -n "$DISPLAY$WAYLAND_DISPLAY" ] || return 1
    for word; do
        case $word in -h | --help | --version) return 1 ;; -*) ;; *) return 1 ;; esac
    done
}

# Returns 0 if two starts of a new version have ended before it showed a window, which removes the file.
has_failed() {
    failed=0
    while read -r process; do
        kill -0 "$process" 2>/dev/null || failed=$((failed + 1))
    done <"$folder/starts"
    [ "$failed" -ge 2 ]
}

if [ -f "$folder/starts" ] && starts_pet "$@"; then
    # A folder that is left of an earlier failure would take this one into it.
    if has_failed && [ -d "$folder.old" ] && rm -rf "$folder.failed" && mv "$folder" "$folder.failed"; then
        mv "$folder.old" "$folder" || mv "$folder.failed" "$folder"
        exec "$folder/deskpet" "$@"
    fi
    echo $$ >>"$folder/starts"
fi
exec "$folder/python/bin/python3.11" -I -X deskpet-launcher="$launcher" -m deskpet "$@"
