#!/usr/bin/env bash
# Starts the benchmark program several times and prints one table of the results. See --help.
set -euo pipefail
export LC_ALL=C

usage() {
  cat <<'TEXT'
usage: tests/bench/launches.sh N COMMAND...

Starts COMMAND N times. COMMAND must end with a call of the program bench. Prints for each contender the median over
the launches of the step and of its ratio to the first contender, and the lowest and highest ratio of a launch.

example: tests/bench/launches.sh 5 mpirun -np 2 build/bin/bench meshes/ventricle --contenders none,condensed,petsc
TEXT
}

case ${1:-} in -h | --help) usage; exit 0 ;; esac
if (($# < 2)) || [[ ! $1 =~ ^[1-9][0-9]*$ ]]; then usage >&2; exit 2; fi
command -v jq > /dev/null || { echo 'launches.sh: jq is missing (apt-get install jq)' >&2; exit 2; }
launches=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for ((i = 0; i < launches; i++)); do
  "$@" --json "$folder/$i.json" > "$folder/log" 2>&1 < /dev/null || { cat "$folder/log" >&2; exit 1; }
done
jq -r '"\(.cells) cells, \(.scheme), \(.distribution), \(.ranks) ranks x \(.threads) threads on \(.nodes) nodes; \(.rounds) rounds of \(.steps) steps"' \
  "$folder/0.json"
jq -rs '
  def median: sort | .[(length - 1) / 2 | floor] / 2 + .[length / 2 | floor] / 2;
  def digits($n): . * pow(10; $n) | round / pow(10; $n);
  ["contender", "step us", "ratio", "lowest", "highest", "entries"],
  (. as $all | range($all[0].contenders | length) as $k | [$all[].contenders[$k]]
    | [.[0].name, (map(.step_s[1]) | median * 1e6 | digits(2)), (map(.ratio[1]) | (median, min, max) | digits(3)), .[0].entries])
  | @tsv' "$folder"/*.json | column -t -s $'\t'
