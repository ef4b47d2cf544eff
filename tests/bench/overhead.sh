#!/usr/bin/env bash
# What tcblame's sampler costs: CPU time of the same run without and with it, in turn, and what the sampler says of itself.
#
#   tests/bench/overhead.sh [ROUNDS [PERIOD]]     (9, 2ms)
#
# Needs build/bin/tcblame and build-blame/bin/tetracast (jobs/blame.sh builds both).
#
# On a quiet machine only. The difference of the medians is below what two runs differ by; the sampler's own figure is sharper.
set -euo pipefail
cd "$(dirname "$0")/../.."
rounds=${1:-9} period=${2:-1999993ns}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export OMP_NUM_THREADS=1
program=(build-blame/bin/tetracast run configs/ventricle.yaml --force -s time.steps=30000 -s snapshots.file=null -q --machine tests/support/machine.yaml)

seconds() { # command..: user and system
  local TIMEFORMAT='%U %S'
  { time "$@" > /dev/null 2> "$folder/log"; } 2>&1 | awk '{ print $1 + $2 }'
}

middle() { sort -g "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

for ((k = 0; k < rounds; k++)); do
  seconds "${program[@]}" >> "$folder/plain"
  seconds build/bin/tcblame run -o "$folder/run" --force --period "$period" -- "${program[@]}" >> "$folder/sampled"
done
plain=$(middle "$folder/plain") sampled=$(middle "$folder/sampled")
echo "plain_s $plain"
echo "sampled_s $sampled"
awk -v a="$plain" -v b="$sampled" 'BEGIN { printf "more_percent %.2f\n", 100 * (b / a - 1) }'
build/bin/tcblame report "$folder/run" --json "$folder/report.json" > /dev/null 2>&1
jq -r '.processes[0] | "own_percent \(10000 * .handler_s / .cpu_s | round / 100)", "own_us_a_sample \(1e7 * .handler_s / .samples | round / 10)", "samples \(.samples)"' "$folder/report.json"
