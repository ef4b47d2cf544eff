#!/usr/bin/env bash
# Tests that jobs/finegrain.sh --quick prints four tables and draws four pictures, and that its JSON
# file contains the drawn values. The script uses virtual nodes if this machine supports them.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
need jq jq
need gnuplot gnuplot-nox
dpkg-query -W -f='${db:Status-Status}' jq gnuplot-nox fonts-dejavu-core 2> /dev/null | grep -qx 'installedinstalledinstalled' || {
  echo 'skipped: jobs/finegrain.sh would install packages (apt-get install gnuplot-nox fonts-dejavu-core)'
  exit 77
}
BIN=$(dirname "$TETRACAST")
[ -x "$BIN/finegrain" ] || { echo "skipped: $BIN/finegrain is not built"; exit 77; }
export BIN RANKS=2 LAYERS=batched
lines=1
if tests/cluster/nodes.sh check > "$folder/why"; then lines=2; else cat "$folder/why"; fi

limited 280 jobs/finegrain.sh --quick "$folder/g" > "$folder/stdout" 2> "$folder/stderr"
code=$?
expect_code 'quick' 0
expect_output 'quick' 'Table 1, 2 ranks on one node' 'Table 2: histogram' 'Table 3: matrix' 'Table 4: Sobel' 'as printed, median' 'Published, four platforms: median 4.4 %, 90 of 99 within 15 %, worst 21.6 %' "$folder/g-speedup.svg" "$folder/g.json"
for table in 2 3 4; do
  sed -n "/^Table $table/,/^\$/p" "$folder/stdout" > "$folder/table"
  [ "$(sed '/^ *published/,$d' "$folder/table" | grep -c '[+-][0-9.]')" = $lines ] || fail "table $table has not $lines lines of errors"
  [ "$(sed -n '/^ *published/,$p' "$folder/table" | grep -c ' threads .*[+-][0-9.]')" = $([ $table = 2 ] && echo 3 || echo 24) ] || fail "table $table lacks published errors"
done
for picture in errors rates gaps speedup; do
  [ "$(head -c 4 "$folder/g-$picture.png" | tail -c 3)" = PNG ] || fail "$picture is no picture"
  [ "$(grep -c "xlink:href='#gpPt\|<use " "$folder/g-$picture.svg")" -ge 2 ] || fail "$picture shows too few points"
done
jq -e --argjson lines $lines '.quick and .program == "finegrain" and (.results | length) == 5 * $lines and (.rates | length) == $lines
  and all(.results[]; .measured_s > 0 and .predicted_s > 0 and .partitions != [] and .ranks == 2)
  and ([.results[].table] | unique) == ["2", "3", "4"]' "$folder/g.json" > /dev/null || fail 'the JSON lacks something'

echo not ours > "$folder/f-gaps.png"
while read -r words; do
  read -ra words <<< "$words"
  limited 20 jobs/finegrain.sh "${words[@]}" > "$folder/stdout" 2> "$folder/stderr"
  code=$?
  [ "$code" = 2 ] || fail "${words[*]}: exit code $code"
done << TABLE
--fast
--quick $folder/nowhere/g
--quick $folder/f
a b
TABLE
[ "$(cat "$folder/f-gaps.png")" = 'not ours' ] || fail 'a foreign picture is overwritten'
finish
