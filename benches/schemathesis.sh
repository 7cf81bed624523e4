#!/bin/sh
# Sends random valid and invalid requests for all operations of the OpenAPI document to a fresh server.
# No response may be a server error or differ from its description, and every operation must
# succeed at least once.
# Arguments: the ludorum binary, the schemathesis binary.
set -eu
ludorum=$1
schemathesis=$(realpath "$2")
here=$(realpath "$(dirname "$0")")
data=$(mktemp -d)
LUDORUM_AGENTS="$data/agents" "$ludorum" serve --port 0 --data "$data" --log error --unlimited > "$data/out" &
server=$!
trap 'kill $server; rm -rf "$data"' EXIT
until grep -q http "$data/out"; do sleep 0.1; done
url=$(grep -o 'http://[0-9.:]*' "$data/out" | head -n 1)
token=$(curl --silent --request POST "$url/api/session" | sed 's/.*"token":"\([0-9a-f]*\)".*/\1/')
export LUDORUM_URL="$url" LUDORUM_TOKEN="$token" LUDORUM_COUNTS="$data/counts"
export PYTHONPATH="$here" SCHEMATHESIS_HOOKS=schemathesis_hooks PYTHONDONTWRITEBYTECODE=1
failed=0
# Its own files go to the temporary folder.
(cd "$data" && "$schemathesis" run "$url/api/openapi.json" --max-examples 100 \
  --checks not_a_server_error,response_schema_conformance,content_type_conformance \
  --header "Authorization: Bearer $token") || failed=1
cat "$data/counts"
if grep -q "NEVER SUCCEEDED" "$data/counts"; then
  echo "an operation never succeeded, so it was not tested"
  failed=1
fi
exit $failed
