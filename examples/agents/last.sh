#!/usr/bin/env bash
# Plays the last legal move. Bash alone: no jq, no sed.

while IFS= read -r line; do
  case $line in
    '{"type":"hello"'*)
      echo '{"type":"hello","protocol":1,"name":"last"}'
      ;;
    '{"type":"turn"'*)
      id=${line#*\"id\":}
      id=${id%%[,\}]*}
      moves=${line#*\"moves\":[}
      moves=${moves%%]*}
      last=${moves##*,}
      echo "{\"type\":\"move\",\"id\":$id,\"move\":$last}"
      ;;
    '{"type":"bye"'*)
      exit 0
      ;;
  esac
done
