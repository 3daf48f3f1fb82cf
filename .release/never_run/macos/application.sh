#!/bin/sh
# Make deskpet.app of a checkout, with a Python of its own as the other releases have. Never run.
# Needs uv, and a Mac with macOS 26 or newer. The result is not signed: sign it with a Developer ID and notarise it
# before you give it to anybody.
#   sh .release/never_run/macos/application.sh build/deskpet.app
set -eu
application=$1
here=$(cd "$(dirname "$0")" && pwd)
project=$here/../../..
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$project/pyproject.toml")
contents=$application/Contents
mkdir -p "$contents/MacOS" "$contents/Resources"
sed "s/@VERSION@/$version/" "$here/Info.plist" > "$contents/Info.plist"
# A Python that runs from any place.
uv python install 3.13
cp -R "$(dirname "$(dirname "$(readlink -f "$(uv python find --managed-python 3.13)")")")" "$contents/Resources/python"
python=$contents/Resources/python/bin/python3.13
uv pip install --python "$python" --break-system-packages --require-hashes -r "$project/requirements.txt"
uv pip install --python "$python" --break-system-packages --no-deps "$project"
iconset=$(mktemp -d)/deskpet.iconset
mkdir "$iconset"
for size in 16 32 128 256; do
    sips -z $size $size "$project/models/mikan/icon.png" --out "$iconset/icon_${size}x${size}.png" >/dev/null
done
iconutil -c icns "$iconset" -o "$contents/Resources/deskpet.icns"
cat > "$contents/MacOS/deskpet" <<'RUN'
#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
exec "$here/../Resources/python/bin/python3.13" -I -X deskpet-launcher="$here/deskpet" -m deskpet "$@"
RUN
chmod 755 "$contents/MacOS/deskpet"
