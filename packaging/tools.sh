#!/bin/sh
# The tools that building and testing need besides Rust, found before anything is built.
#
#   tools.sh node       nothing if Node 20 or newer and npm are there
#   tools.sh python     nothing if Python 3.9 or newer with venv is there (PYTHON names another one)
#   tools.sh chromium   prints the path of a Chromium or Chrome (CHROMIUM names another one); installs one
#                       where it may: as root, with apt
#   tools.sh test       all of them
#
# What is missing is said on stderr with what to do about it, and the exit code is 1.

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

check_node() {
  found=$(node --version 2>/dev/null) || found=
  major=$(printf '%s\n' "$found" | sed -n 's/^v\([0-9][0-9]*\)\..*/\1/p')
  if [ -z "$major" ]; then
    fail "Node is missing: install Node 20 or newer, such as with: apt install nodejs npm," \
      "or from https://nodejs.org, so that 'node --version' works"
  fi
  if [ "$major" -lt 20 ]; then
    fail "Node $found is too old: install Node 20 or newer, such as from https://nodejs.org"
  fi
  command -v npm >/dev/null 2>&1 || fail "npm is missing: install it, such as with: apt install npm"
}

check_python() {
  python=${PYTHON:-python3}
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null ||
    fail "$python is missing or older than Python 3.9: install it, such as with: apt install python3 python3-venv," \
      "or name another one: make test PYTHON=/path/to/python3"
  "$python" -c 'import venv, ensurepip' 2>/dev/null ||
    fail "$python has no venv: install it, such as with: apt install python3-venv"
}

is_chromium() {
  "$1" --version 2>/dev/null | grep -qi 'chrom'
}

find_chromium() {
  for name in chromium chromium-browser google-chrome google-chrome-stable chrome \
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" \
    "/Applications/Chromium.app/Contents/MacOS/Chromium"; do
    path=$(command -v "$name" 2>/dev/null) || continue
    if is_chromium "$path"; then
      printf '%s\n' "$path"
      return 0
    fi
  done
  return 1
}

print_chromium() {
  if [ -n "${CHROMIUM:-}" ]; then
    is_chromium "$CHROMIUM" ||
      fail "CHROMIUM=$CHROMIUM is no Chromium or Chrome that runs: '$CHROMIUM --version' should say its version"
    printf '%s\n' "$CHROMIUM"
    return
  fi
  find_chromium && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing Chromium with apt" >&2
    { apt-get update && apt-get install --yes --no-install-recommends chromium; } >&2
    find_chromium && return
  fi
  fail "no Chromium or Chrome is found, which the tests of the page need. Install one:" \
    "  Debian, Ubuntu:  sudo apt install chromium" \
    "  Fedora:          sudo dnf install chromium" \
    "  macOS:           brew install --cask google-chrome" \
    "or name one that is there: make test CHROMIUM=/path/to/chrome"
}

case ${1:-} in
  node) check_node ;;
  python) check_python ;;
  chromium) print_chromium ;;
  test)
    # Each in a shell of its own, so that all that is missing is said at once.
    missing=0
    (check_python) || missing=1
    (check_node) || missing=1
    (print_chromium >/dev/null) || missing=1
    exit "$missing"
    ;;
  *) fail "usage: tools.sh node|python|chromium|test" ;;
esac
