#!/usr/bin/env bash
# Compares the speed of two builds of tetracast. See --help.
set -euo pipefail
export LC_ALL=C OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=${OMP_NUM_THREADS:-1}

usage() {
  cat <<'TEXT'
usage: tests/bench/builds.sh [OPTIONS] BEFORE AFTER MESH...

Launches two tetracast programs alternately, many times. Prints for each mesh, scheme and strategy the time of a
step (median of the slowest rank), quartiles of the ratios AFTER / BEFORE, and the ratio of the fastest launches.
Launches differ in the pages and cores they obtain, so a ratio compares two consecutive launches, and the order of
the programs alternates. Reports fields that differ in a bit.
Also compares the time of all setup phases and the largest memory of all ranks.

  BEFORE, AFTER       the programs, each optionally with its own options in quotes ("new -s storage=ell16")
  MESH                base name of TetGen files
  --pairs N           launches of each program (default 10)
  --steps N           steps of each strategy per launch (default 100)
  --ranks N           ranks of each launch (default 2)
  --schemes LIST      diffusion schemes to run (default two-point,gradient)
  --strategies LIST   strategies to run (default: all that both programs list)
  -s KEY=VALUE        override for both programs, such as distribution.kind=cyclic
  --raw FILE          table of all pairs: mesh, scheme, strategy, seconds (or bytes) before and after

environment: MPIRUN (default: mpirun), OMP_NUM_THREADS (default 1)
TEXT
}

fail() {
  printf 'builds.sh: %s\n' "$1" >&2
  exit 2
}

pairs=10 steps=100 ranks=2 schemes=two-point,gradient strategies='' raw='' overrides=() words=()
while (($#)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --pairs | --steps | --ranks | --schemes | --strategies | --raw | -s)
      (($# > 1)) || fail "$1 needs a value"
      if [ "$1" = -s ]; then overrides+=(-s "$2"); else declare "${1#--}=$2"; fi
      shift 2 ;;
    -*) fail "unknown option $1 (see --help)" ;;
    *) words+=("$1"); shift ;;
  esac
done
((${#words[@]} >= 3)) || fail 'two programs and a mesh are needed (see --help)'
read -ra before <<< "${words[0]}"
read -ra after <<< "${words[1]}"
command -v jq > /dev/null || fail 'jq is missing (apt-get install jq)'
read -ra mpirun <<< "${MPIRUN:-mpirun}"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
raw=${raw:-$folder/raw}
: > "$raw"

listed() { "$1" list | sed -n '/^strategies/,/^[^ ]/s/^  *\([^ ]*\).*/\1/p' | sort; }
strategies=${strategies:-$(comm -12 <(listed "${before[0]}") <(listed "${after[0]}") | paste -sd,)}

# launch NAME MESH SCHEME PROGRAM [OPTIONS]: runs the program and writes lines "strategy seconds hash" to $folder/NAME.
launch() {
  local name=$1 config=$folder/config.yaml report=$folder/$1.json program=$4
  printf 'mesh: {file: "%s"}\ninitial: "exp(x*y*1e-3)+sin(7*z)"\ntime: {steps: %d}\nmachine: none\n' "$2" "$steps" > "$config"
  if ! "${mpirun[@]}" -np "$ranks" "$program" compare "$config" -q --strategies "$strategies" -s "diffusion.scheme=$3" \
    "${overrides[@]}" "${@:5}" --json "$report" > "$folder/log" 2>&1 < /dev/null; then
    cat "$folder/log" >&2
    fail "$program failed"
  fi
  jq -r '(.results[] | "\(.strategy) \(.measured_s.total) \(if .field.valid then .field.hash else "-" end)"),
    "(set-up) \([.phases[].seconds] | add) -", "(memory) \([.results[].peak_memory_B] | max) -"' "$report" > "$folder/$name"
}

compare_fields() { # mesh, scheme
  local fields
  fields=$(join "$folder/before" "$folder/after" | awk '$3 != $5 { print $1 }' | paste -sd' ')
  if [ -n "$fields" ]; then echo "$1, $2: the fields differ: $fields"; fi
}

pair() { # number, mesh, scheme
  local order=(before after) name
  if (($1 % 2)); then order=(after before); fi
  for name in "${order[@]}"; do
    local -n program=$name
    launch "$name" "$2" "$3" "${program[@]}"
    sort -o "$folder/$name" "$folder/$name"
  done
  compare_fields "$2" "$3"
  join "$folder/before" "$folder/after" | awk -v OFS='\t' -v mesh="$2" -v scheme="$3" '{ print mesh, scheme, $1, $2, $4 }' >> "$raw"
}

summary() {
  jq -Rrs '
    def at($share): sort | (($share * (length - 1)) | floor) as $i | ($share * (length - 1) - $i) as $rest
      | .[$i] + $rest * ((.[$i + 1] // .[$i]) - .[$i]);
    def digits($n): . * pow(10; $n) | round / pow(10; $n);
    ["mesh", "scheme", "strategy", "before", "after", "ratio q1", "median", "q3", "fastest"],
    (split("\n") | map(select(. != "") | split("\t")) | group_by(.[:3])[]
     | (if .[0][2] == "(memory)" then [1e-6, " MB"] elif .[0][2] == "(set-up)" then [1, " s"] else [1e6, " us"] end) as $unit
     | (.[0][:3]) + [map(.[3, 4] | tonumber) | [.[range(0; length; 2)]], [.[range(1; length; 2)]] | at(0.5) * $unit[0] | "\(digits(2))\($unit[1])"]
     + (map((.[4] | tonumber) / (.[3] | tonumber)) | [at(0.25), at(0.5), at(0.75)] | map(digits(3)))
       + [(map(.[4] | tonumber) | min) / (map(.[3] | tonumber) | min) | digits(3)]) | @tsv' "$raw" | column -t -s $'\t'
}

for mesh in "${words[@]:2}"; do
  for scheme in ${schemes//,/ }; do
    for ((i = 0; i < pairs; i++)); do pair "$i" "$mesh" "$scheme"; done
  done
done
echo "$pairs pairs of launches, $ranks ranks x $OMP_NUM_THREADS threads, $steps steps${overrides[*]:+, ${overrides[*]}}; before: ${words[0]}, after: ${words[1]}"
summary
