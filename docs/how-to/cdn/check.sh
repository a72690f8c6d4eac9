#!/bin/sh
# Tests whether a shared cache gives licensed data to clients without an API key. Needs curl, and in the environment
# TAXONOMY_URL, the address of the API behind the cache, and TAXONOMY_API_KEY, an active key. Exits with 1 if there is a leak,
# and with 2 if the check could not be made.
set -eu
url="$TAXONOMY_URL/v1/schema"

status() {
  curl --silent --output /dev/null --write-out '%{http_code}' "$@" "$url" || true
}

# curl reports the status 000 if it received no response.
give_up() {
  echo "$1 gets $2 instead of $3 from $url. The check could not be made." >&2
  exit 2
}

# Several times, since a cache may store a response only when it is requested again, and has several machines.
for round in 1 2 3; do
  found=$(status --header "Authorization: Bearer $TAXONOMY_API_KEY")
  [ "$found" = 200 ] || give_up "The key" "$found" 200
  for header in "" "Authorization: Bearer nil_00000000000000000000000000000000" "Authorization: Basic $TAXONOMY_API_KEY"; do
    found=$(status ${header:+--header "$header"})
    case "$found" in
      401) ;;
      2??) echo "LEAK: a client without a valid key gets $found instead of 401." >&2; exit 1 ;;
      *) give_up "A client without a valid key" "$found" 401 ;;
    esac
  done
done
echo "No leak was found."
