#!/bin/sh
# Tests whether a shared cache gives licensed data to clients without an API key. Needs curl, and in the environment
# TAXONOMY_URL, the address of the API behind the cache, and TAXONOMY_KEY, an active key. Exits with 1 if there is a leak.
set -eu
url="$TAXONOMY_URL/v1/schema"

status() {
  curl --silent --output /dev/null --write-out '%{http_code}' "$@" "$url"
}

# Several times, since a cache may store a response only when it is requested again, and has several machines.
for round in 1 2 3; do
  found=$(status --header "Authorization: Bearer $TAXONOMY_KEY")
  [ "$found" = 200 ] || { echo "The key gets $found instead of 200." >&2; exit 2; }
  for header in "" "Authorization: Bearer nil_00000000000000000000000000000000" "Authorization: Basic $TAXONOMY_KEY"; do
    found=$(status ${header:+--header "$header"})
    [ "$found" = 401 ] || { echo "LEAK: a client without a valid key gets $found instead of 401." >&2; exit 1; }
  done
done
echo "No leak was found."
