#!/usr/bin/env bash
# Measures the cost of tcblame's sampler. Prints the CPU time of a run without and with the sampler, and the
# cost that the sampler itself reports.
#
#   tests/bench/overhead.sh [ROUNDS [PERIOD]]     (default: 9, 2ms)
#
# Needs build/bin/tcblame and build-blame/bin/tetracast (jobs/blame.sh builds both).
#
# Both runs share one core, between which the scheduler alternates within milliseconds. Changes in the speed
# of the machine then affect both runs. Two consecutive runs would differ by more than the cost of the
# sampler. Each switch restarts the sampler's clock, so sampling costs more than on a core without other
# programs.
set -euo pipefail
cd "$(dirname "$0")/../.."
rounds=${1:-9} period=${2:-1999993ns}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export OMP_NUM_THREADS=1
core=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
run=(build-blame/bin/tetracast run configs/ventricle.yaml --force -s time.steps=30000 -s snapshots.file=null -q --machine tests/support/machine.yaml)

seconds() { # command..: user and system
  local TIMEFORMAT='%U %S'
  { time taskset -c "$core" "$@" > /dev/null 2> "$folder/log"; } 2>&1 | awk '{ print $1 + $2 }'
}

middle() { sort -g "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

for ((k = 0; k < rounds; k++)); do
  seconds "${run[@]}" > "$folder/a" &
  seconds build/bin/tcblame run -o "$folder/run" --force --period "$period" -- "${run[@]}" > "$folder/b"
  wait
  paste "$folder/a" "$folder/b" >> "$folder/both"
done
awk '{ print 100 * ($2 / $1 - 1) }' "$folder/both" > "$folder/more"
echo "plain_s $(awk '{ print $1 }' "$folder/both" | middle /dev/stdin)"
echo "more_percent $(middle "$folder/more") (least $(sort -g "$folder/more" | head -n 1), most $(sort -g "$folder/more" | tail -n 1))"
build/bin/tcblame report "$folder/run" --json "$folder/report.json" > /dev/null 2>&1
jq -r '.processes[0] | "own_percent \(10000 * .handler_s / .cpu_s | round / 100)", "own_us_a_sample \(1e7 * .handler_s / .samples | round / 10)", "samples \(.samples)"' "$folder/report.json"
