#!/usr/bin/env bash
# figures_test.sh [--all]: tests that jobs/figures.sh draws four pictures from a report, even if
# values are missing, and rejects other files with one line. Drawing takes most of the time, so only
# --all draws reports of several kinds.
set -uo pipefail
export LC_ALL=C.UTF-8

source=${TETRACAST_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
for tool in jq:jq gnuplot:gnuplot-nox; do
  if ! command -v "${tool%:*}" > /dev/null; then
    echo "skipped: ${tool%:*} is missing (apt-get install ${tool#*:})"
    exit 77
  fi
done
readonly source figures=$source/jobs/figures.sh
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

fail() { # case, message
  printf 'FAILED: %s: %s\n' "$1" "$2"
  sed 's/^/    /' log
  failures=$((failures + 1))
}

# report RANKS BLOCK_SIZES: prints a report in the form that `tetracast compare` writes. Its title
# contains special characters, which would break the drawing commands if the script did not escape
# them.
report() {
  jq -n --argjson ranks "$1" --argjson sizes "[$2]" '
    {program: "tetracast", title: "A \"title\" with $(odd) `signs` & <b>µ_1</b>, it'\''s", scheme: "gradient", width: 16,
     mesh: {file: "meshes/some", cells: 1234, nodes: 567}, results: [$sizes[] as $size | ("none", "fine", "block", "condensed") as $strategy |
       {strategy: $strategy, distribution: "cyclic", block_size: $size, per_rank: [range($ranks) |
         {rank: ., node: (. / 2 | floor), rows: 100,
          measured_s: {compute: 1e-3, unpack: (2e-6 * (. + 1)), pack: 3e-7}, predicted_s: {compute: 9e-4, unpack: 2e-6, pack: 2e-7},
          counts: {local_individual: 50, remote_individual: 60, local_values: (. * 7), remote_values: 2,
                   local_block_values: $size, remote_block_values: ($size * 2)}}]}]}'
}

is_png() { [ "$(head -c 8 "$1" | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a ] && [ "$(wc -c < "$1")" -gt 5000 ]; }
is_svg() { grep -q '<svg ' "$1" && [ "$(grep . "$1" | tail -n 1)" = '</svg>' ]; }
texts() { sed -n 's/.*<text>\(.*\)<\/text>.*/\1/p' "$1" | sed 's/^ *//; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g'; }

# draws CASE REPORT [BLOCK_SIZE] -- TEXT...: expects that the script draws four pictures, and that
# the legend of the second one contains the TEXTs.
draws() {
  local case=$1 options=("$2") figure expected found
  shift 2
  while [ "$1" != -- ]; do options+=("$1"); shift; done
  shift
  rm -f picture-*
  "$figures" "${options[0]}" picture "${options[@]:1}" > log 2>&1 || { fail "$case" "exit code $?"; return; }
  for figure in picture-1 picture-2; do
    is_png "$figure.png" || { fail "$case" "$figure.png is no picture"; return; }
    is_svg "$figure.svg" || { fail "$case" "$figure.svg is no picture"; return; }
  done
  expected=$(printf '%s\n' "$@")
  found=$(texts picture-2.svg | grep -E '^(fine|block|condensed|blocks of [0-9]+|no rank.*)$')
  if [ "$expected" = "$found" ]; then printf 'ok: %s\n' "$case"; else fail "$case" "the legend is: ${found//$'\n'/, }"; fi
}

shows() { # case, figure, text: after `draws`
  texts "picture-$2.svg" | grep -qF -- "$3" || fail "$1" "figure $2 lacks: $3"
}

hides() { # case, figure, text
  if texts "picture-$2.svg" | grep -qF -- "$3"; then fail "$1" "figure $2 contains: $3"; fi
}

report 4 1000,200 > full.json
draws 'two block sizes' full.json -- fine block condensed 'blocks of 200' 'blocks of 1000'
shows 'two block sizes' 1 'blocks of 1000'
shows 'two block sizes' 1 "$(jq -r .title full.json)"
for text in 'compute (ms)' 'unpack (µs)' 'pack (ns)' measured forecast 'node 1' '4 ranks on 2 nodes'; do shows units 1 "$text"; done
if [ "${1-}" = --all ]; then
  jq '.results[].per_rank[].measured_s = null' full.json > forecast.json
  draws 'a forecast without a run' forecast.json -- fine block condensed 'blocks of 200' 'blocks of 1000'
  hides 'a forecast without a run' 1 measured
  report 1 1000 | jq 'del(.results[] | select(.strategy != "condensed")) | .results[].per_rank[].counts |= map_values(0)' > one.json
  draws 'one rank' one.json -- 'no rank receives data'
  shows 'one rank' 2 '1 rank on 1 node'
  draws 'a chosen block size' full.json 200 -- fine block condensed 'blocks of 200' 'blocks of 1000'
  shows 'a chosen block size' 1 'blocks of 200'
  report 64 1000 > large.json
  draws '64 ranks' large.json -- fine block condensed
  jq '.title = null | del(.results[] | select(.strategy != "condensed")) | .results[].per_rank |= [.[] | .predicted_s = null]' full.json > lacking.json
  draws 'condensed only, no forecast' lacking.json -- condensed 'blocks of 200' 'blocks of 1000'
  shows 'condensed only, no forecast' 1 'meshes/some'
  hides 'condensed only, no forecast' 1 forecast
fi

# refused CASE TEXT ARGUMENT...: expects that the script ends with exit code 2 and one line that
# contains TEXT, and draws no picture.
refused() {
  local case=$1 text=$2 code
  shift 2
  rm -f picture-*
  "$figures" "$@" > log 2>&1
  code=$?
  [ "$code" = 2 ] || fail "$case" "exit code $code, not 2"
  if [ "$(wc -l < log)" = 1 ] && grep -qF -- "$text" log; then printf 'ok: %s\n' "$case"; else fail "$case" "not one line with: $text"; fi
  if compgen -G 'picture-*' > /dev/null; then fail "$case" 'left pictures'; fi
}

echo 'not json' > text.json
echo '{"program": "other", "results": []}' > other.json
jq 'del(.results[] | select(.strategy == "condensed"))' full.json > without.json
jq 'del(.results[0].per_rank[1].counts.local_values)' full.json > old.json
refused 'no arguments' usage
refused 'no such report' 'none.json: no such file' none.json picture
refused 'text' 'text.json: is not a report' text.json picture
refused 'another program' 'other.json: is not a report' other.json picture
refused 'no condensed' 'only of: block, fine, none' without.json picture
jq '.results[].per_rank = []' full.json > ranks.json
refused 'no single ranks' 'contains no values per rank: rerun predict with -v' ranks.json picture
refused 'unknown block size' 'blocks of 30, only of: 200, 1000' full.json picture 30
refused 'no number' "BLOCK_SIZE: expected a whole number, found 'x'" full.json picture x
refused 'counts missing' 'has no counts for a rank' old.json picture
refused 'no such folder' 'the directory no/such does not exist' full.json no/such/picture

printf '%d failures\n' "$failures"
[ "$failures" = 0 ]
