#!/bin/sh
# Removes what install.sh has installed:
#   sh uninstall.sh [--prefix /usr/local] [--destdir DIR]
# Games, options and the user of the service stay: /var/lib/ludorum, /etc/ludorum.conf.
set -eu
prefix=/usr/local
destdir=
while [ $# -gt 0 ]; do
  case $1 in
    --prefix) prefix=$2; shift 2 ;;
    --destdir) destdir=$2; shift 2 ;;
    *) echo "usage: sh uninstall.sh [--prefix /usr/local] [--destdir DIR]" >&2; exit 2 ;;
  esac
done
target=$destdir$prefix
list=$target/share/ludorum/installed
[ -f "$list" ] || { echo "nothing of ludorum is installed in $prefix" >&2; exit 2; }
if [ -z "$destdir" ] && [ "$(id -u)" = 0 ] && command -v systemctl >/dev/null && systemctl cat ludorum >/dev/null 2>&1; then
  systemctl disable --now ludorum || true
  rm -f /etc/systemd/system/ludorum.service
fi
while IFS= read -r file; do rm -f "$target/$file"; done <"$list"
rm -f "$target/share/ludorum/uninstall.sh" "$list"
# Folders of its own that are empty now.
for folder in share/ludorum share/doc/ludorum; do
  [ ! -d "$target/$folder" ] || find "$target/$folder" -depth -type d -exec rmdir {} + 2>/dev/null || true
done
echo "removed from $prefix; games and options are left in /var/lib/ludorum and /etc/ludorum.conf"
