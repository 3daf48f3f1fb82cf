#!/bin/sh
# Make an AppImage of the folder for Linux. Run once, with the appimagetool of 2023; it is no part of `make release`.
# Unpacked by --appimage-extract-and-run, a second process (`quit`) removes the files of the first when it ends.
#   sh appimage.sh deskpet-VERSION-linux-x86_64.tar.zst deskpet-VERSION-x86_64.AppImage
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/AppDir"
tar --zstd -xf "$1" -C "$work/AppDir"
name=org.deskpet.deskpet
share="$work/AppDir/deskpet/share"
cp "$share/applications/$name.desktop" "$work/AppDir/"
cp "$share/icons/hicolor/256x256/apps/$name.png" "$work/AppDir/"
# Autostart, hooks of agents and configurations of MCP name the AppImage, not the place where it is mounted.
cat > "$work/AppDir/AppRun" <<'RUN'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/deskpet/python/bin/python3.11" -I -X deskpet-launcher="$APPIMAGE" -m deskpet "$@"
RUN
chmod 755 "$work/AppDir/AppRun"
ARCH=x86_64 appimagetool "$work/AppDir" "$2"
