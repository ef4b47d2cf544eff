#!/usr/bin/env bash
# Tests that jobs/langguth.sh --quick draws every figure that it does not report as skipped, and
# that its JSON file contains the drawn values.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
need jq jq
need gnuplot gnuplot-nox
dpkg-query -W -f='${db:Status-Status}' jq gnuplot-nox fonts-dejavu-core 2> /dev/null | grep -qx 'installedinstalledinstalled' || {
  echo 'skipped: jobs/langguth.sh would install packages (apt-get install gnuplot-nox fonts-dejavu-core)'
  exit 77
}
BIN=$(dirname "$TETRACAST")
[ -x "$BIN/kernels" ] || { echo "skipped: $BIN/kernels is not built"; exit 77; }
export BIN CELLS=10000

limited 115 jobs/langguth.sh --quick "$folder/l" > "$folder/stdout" 2> "$folder/stderr"
code=$?
expect_code 'quick' 0
expect_output 'quick' '17 of 20 cells' "$folder/l-17.svg" "$folder/l.json"
for n in 6 7 8 9 10 11 12 13 14 15 16 17; do
  if [ -e "$folder/l-$n.png" ]; then
    [ "$(head -c 4 "$folder/l-$n.png" | tail -c 3)" = PNG ] || fail "figure $n is no picture"
    grep -q "Figure $n: " "$folder/l-$n.svg" || fail "figure $n has no title"
    jq -e --arg n $n 'any(.figures[]; .figure == $n and .curves != [] and all(.curves[]; (.points | length) > 1 and all(.points[][]; . >= 0)))' "$folder/l.json" > /dev/null ||
      fail "figure $n: not in the JSON"
  else
    grep -q "Figure $n is skipped: ." "$folder/stderr" || fail "figure $n: neither drawn nor skipped"
    jq -e --arg n $n 'any(.skipped[]; .figure == $n and .why != "")' "$folder/l.json" > /dev/null || fail "figure $n: the JSON has no reason for skipping it"
  fi
done
for n in 8 12 13 14 15 16 17; do
  [ -e "$folder/l-$n.png" ] || fail "figure $n needs no device"
done
jq -e '.quick and (.tables.working_sets | length) == 5 and (.figures[] | select(.figure == "13") | .counted.lines >= 6 and .levels.lines >= 6)
  and (.figures[] | select(.figure == "16") | .k20_gflops[0][1] > 29.4 and .curves[0].points[0] == [8, 1.75]
    and .largest_block >= 350 and .largest_block <= 650 and .at_Bps == 208e9)
  and (.figures[] | select(.figure == "17") | .most_reads >= 7.5 and .most_reads <= 8.5 and .largest_block >= 490 and .largest_block <= 910)' "$folder/l.json" > /dev/null || {
  jq '{quick, working_sets: .tables.working_sets, skipped, figures: [.figures[] | select(.figure == "13" or .figure == "16" or .figure == "17")
    | {figure, counted, levels, first: .curves[0].points[0], k20: .k20_gflops[0], largest_block, most_reads, at_Bps}]}' "$folder/l.json"
  fail 'the JSON lacks something: see above'
}
if [ -e "$folder/l-6.svg" ]; then
  jq -r '.figures[] | select(.figure == "6").device.name' "$folder/l.json" > "$folder/name"
  grep -qF "$(sed 's/&/\&amp;/g' "$folder/name" | cut -c1-20)" "$folder/l-6.svg" || fail 'the device is not named in the title'
fi

echo not ours > "$folder/f-13.png"
while read -r words; do
  read -ra words <<< "$words"
  limited 20 jobs/langguth.sh "${words[@]}" > "$folder/stdout" 2> "$folder/stderr"
  code=$?
  [ "$code" = 2 ] || fail "${words[*]}: exit code $code"
done << TABLE
--fast
--quick $folder/nowhere/l
--quick $folder/f
a b
TABLE
[ "$(cat "$folder/f-13.png")" = 'not ours' ] || fail 'a foreign picture is overwritten'
finish
