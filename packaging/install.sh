#!/bin/sh
# Installs the package this file lies in:
#   sh install.sh [--prefix /usr/local] [--destdir DIR] [--service]
# --service also makes the user, and starts the server now and at every boot; it needs root.
set -eu
prefix=/usr/local
destdir=
service=
while [ $# -gt 0 ]; do
  case $1 in
    --prefix) prefix=$2; shift 2 ;;
    --destdir) destdir=$2; shift 2 ;;
    --service) service=yes; shift ;;
    *) echo "usage: sh install.sh [--prefix /usr/local] [--destdir DIR] [--service]" >&2; exit 2 ;;
  esac
done
case $prefix in
  /*) ;;
  *) echo "the prefix is a whole path, such as /usr/local" >&2; exit 2 ;;
esac
if [ -n "$service" ] && { [ -n "$destdir" ] || [ "$(id -u)" != 0 ]; }; then
  echo "--service starts a service of this machine: run it as root, without --destdir" >&2
  exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
target=$destdir$prefix
list=$target/share/ludorum/installed
mkdir -p "$target/share/ludorum"

# What is there of an older version and not of this one goes away with it.
if [ -f "$list" ]; then
  while IFS= read -r file; do rm -f "$target/$file"; done <"$list"
fi
cd "$here"
find bin lib share -type f | sort >"$list.new"
while IFS= read -r file; do
  mkdir -p "$target/$(dirname "$file")"
  # In one step, so that a server that runs keeps its own old file.
  cp "$file" "$target/$file.new"
  mv "$target/$file.new" "$target/$file"
done <"$list.new"
mv "$list.new" "$list"
cp uninstall.sh "$target/share/ludorum/uninstall.sh"
for file in lib/systemd/system/ludorum.service share/applications/ludorum.desktop; do
  sed "s|/usr/local/bin|$prefix/bin|g" "$file" >"$target/$file"
done
# Options of the operator are kept.
if [ "$(id -u)" = 0 ] || [ -n "$destdir" ]; then
  mkdir -p "$destdir/etc"
  [ -f "$destdir/etc/ludorum.conf" ] || cp etc/ludorum.conf "$destdir/etc/ludorum.conf"
fi
echo "installed in $prefix: $prefix/bin/ludorum"

if [ -n "$service" ]; then
  systemd-sysusers "$prefix/lib/sysusers.d/ludorum.conf"
  # Elsewhere systemd does not look for units.
  case $prefix in
    /usr | /usr/local) ;;
    *) ln -sf "$prefix/lib/systemd/system/ludorum.service" /etc/systemd/system/ludorum.service ;;
  esac
  systemctl daemon-reload
  systemctl enable ludorum
  systemctl restart ludorum
  systemctl --no-pager --lines=0 status ludorum
fi
