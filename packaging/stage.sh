#!/bin/sh
# Puts everything that belongs to a package into a folder, from which install.sh installs it:
#   sh packaging/stage.sh BINARY FOLDER
set -eu
[ $# -eq 2 ] || { echo "usage: sh packaging/stage.sh BINARY FOLDER" >&2; exit 2; }
binary=$1
folder=$2
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")

rm -rf "$folder"
mkdir -p "$folder/bin" "$folder/lib/systemd/system" "$folder/lib/sysusers.d" "$folder/etc" \
  "$folder/share/applications" "$folder/share/icons/hicolor/scalable/apps" \
  "$folder/share/bash-completion/completions" "$folder/share/zsh/site-functions" \
  "$folder/share/fish/vendor_completions.d" "$folder/share/doc/ludorum" "$folder/share/ludorum"

cp "$binary" "$folder/bin/ludorum"
chmod 755 "$folder/bin/ludorum"
ludorum="$folder/bin/ludorum"
"$ludorum" man "$folder/share/man/man1" >/dev/null
"$ludorum" completions bash >"$folder/share/bash-completion/completions/ludorum"
"$ludorum" completions zsh >"$folder/share/zsh/site-functions/_ludorum"
"$ludorum" completions fish >"$folder/share/fish/vendor_completions.d/ludorum.fish"

cp "$here/ludorum.service" "$folder/lib/systemd/system/ludorum.service"
cp "$here/ludorum.sysusers" "$folder/lib/sysusers.d/ludorum.conf"
cp "$here/ludorum.conf" "$folder/etc/ludorum.conf"
cp "$here/ludorum.desktop" "$folder/share/applications/ludorum.desktop"
cp "$root/web/public/icon.svg" "$folder/share/icons/hicolor/scalable/apps/ludorum.svg"
cp "$root/README.md" "$root/CHANGELOG.md" "$root/LICENSE" "$root/LICENSE-MIT" "$root/LICENSE-APACHE" \
  "$root/ARCHITECTURE.md" "$root/CONTRIBUTING.md" "$root/STYLE.md" "$folder/share/doc/ludorum/"
cp -r "$root/docs" "$folder/share/doc/ludorum/docs"
# The program has all of it inside; these are to be read, and copied for plug-ins and templates of one's own.
cp -r "$root/content" "$folder/share/ludorum/content"
cp -r "$root/examples" "$folder/share/ludorum/examples"
find "$folder" -name __pycache__ -type d -prune -exec rm -rf {} +
cp "$here/install.sh" "$here/uninstall.sh" "$folder/"
