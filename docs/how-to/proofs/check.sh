#!/bin/sh
# Checks that an artifact was published, with OpenSSL, jq and the tools of every Unix:
#
#   sh check.sh PROOF ARTIFACT VERIFIER-KEY
set -eu
proof=$1 artifact=$2 key=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
refuse() { echo "$1" >&2; exit 1; }

# A proof is some lines, an empty line, and the checkpoint: three lines, an empty line, and the signatures.
sed '/^$/,$d' "$proof" > "$work/head"
sed '1,/^$/d' "$proof" > "$work/checkpoint"
sed '/^$/,$d' "$work/checkpoint" > "$work/text"
[ "$(sed -n 1p "$work/head")" = c2sp.org/tlog-proof@v1 ] || refuse "This is not a proof."
origin=$(sed -n 1p "$work/text")
size=$(sed -n 2p "$work/text")
root=$(sed -n 3p "$work/text")

# The signature of the log. A verifier key is NAME+ID+KEY; before the 32 bytes of an Ed25519 key stands one byte of its
# type, and before a signature stand the four bytes of the ID.
[ "$origin" = "${key%%+*}" ] || refuse "The checkpoint is of another log, $origin."
rest=${key#*+}
id=${rest%%+*}
{ printf '\060\052\060\005\006\003\053\145\160\003\041\000'; echo "${rest#*+}" | base64 -d | tail -c 32; } > "$work/key"
sed '1,/^$/d' "$work/checkpoint" | while read -r _ name signature; do
  found=$(echo "$signature" | base64 -d | head -c 4 | od -An -tx1 | tr -d ' ')
  [ "$name $found" = "$origin $id" ] || continue
  echo "$signature" | base64 -d | tail -c 64 > "$work/signature"
done
[ -s "$work/signature" ] || refuse "The key did not sign the checkpoint."
openssl pkeyutl -verify -rawin -pubin -keyform DER -inkey "$work/key" -in "$work/text" -sigfile "$work/signature" \
  > "$work/verdict" || refuse "The signature of the checkpoint is not valid."

# The way from the leaf to the root (RFC 9162, section 2.1.3.2).
sed -n 's/^extra //p' "$work/head" | base64 -d > "$work/extra"
index=$(sed -n 's/^index //p' "$work/head")
# A shell may run what it finds in an arithmetic expression, so nothing but digits gets there.
for number in "$index" "$size"; do
  case $number in '' | *[!0-9]*) refuse "The index or the size is not a number." ;; esac
done
digest() { openssl dgst -sha256 -binary | base64; }
node() { { printf '\001'; echo "$1" | base64 -d; echo "$2" | base64 -d; } | digest; }
hash=$({ printf '\000'; jq -j .leaf "$work/extra"; } | digest)
position=$index
last=$((size - 1))
for sibling in $(sed 1,3d "$work/head"); do
  if [ $((position % 2)) = 1 ] || [ "$position" = "$last" ]; then
    hash=$(node "$sibling" "$hash")
    while [ $((position % 2)) = 0 ] && [ "$position" != 0 ]; do position=$((position / 2)) last=$((last / 2)); done
  else
    hash=$(node "$hash" "$sibling")
  fi
  position=$((position / 2)) last=$((last / 2))
done
[ "$last" = 0 ] && [ "$hash" = "$root" ] || refuse "The log does not contain the leaf."

# The manifest of the leaf, and the artifact of the manifest.
hex() { openssl dgst -sha256 -r | cut -d ' ' -f 1; }
event=$(jq -r .leaf "$work/extra")
path=$(jq -r .path "$work/extra")
[ "$(echo "$event" | jq -r .sequence)" = $((index + 1)) ] || refuse "The leaf is at another place of the log."
[ "$(echo "$event" | jq -r .manifest)" = "sha256:$(jq -j .manifest "$work/extra" | hex)" ] ||
  refuse "The manifest is not that of the leaf."
[ "$(jq -r .manifest "$work/extra" | jq -r --arg path "$path" '.files[$path].sha256')" = "$(hex < "$artifact")" ] ||
  refuse "The artifact is not $path."
echo "$path of release $(echo "$event" | jq -r .version), in $origin at $((index + 1)) of $size"
