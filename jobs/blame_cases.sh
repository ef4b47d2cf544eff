#!/usr/bin/env bash
# Samples the example and the three programs of Zhang and Hollingsworth (Data Centric Performance Measurement
# Techniques for Chapel Programs), rewritten in C (tests/blame/cases). Prints each row of the paper next to
# the measured row. The order is Table I, then Tables II, IV and VI (blame), VIII (blame after each
# improvement), and III, V and IX (speed-ups). -O0 corresponds to the paper's runs without --fast, and -O2 to
# those with --fast.
#
# MiniMD (16 384 atoms, as in the paper) and CLOMP are compiled with -fopenmp and run on THREADS threads
# (default: 2). The paper has 12. LULESH consists of the forces only (15 elements per edge, as in the paper)
# and uses one thread. For blame, CLOMP has 64 parts of 1000 zones, because the paper gives no size. If memory
# does not suffice, it has fewer zones than the paper.
#
#   jobs/blame_cases.sh [DIRECTORY]
#
# DIRECTORY (default: out/blame_cases) receives programs, facts, samples and reports. The script prints orders of
# variables and speed-ups (of CPU time) and does not judge them. It stops if a program computes a wrong
# result. Takes about five minutes.
# shellcheck disable=SC2154
set -euo pipefail
# shellcheck source=jobs/plotting.sh
. "$(dirname "$0")/plotting.sh"

offer_help "$@"
if [ $# -gt 1 ] || [[ "${1:-}" == -* ]]; then complain 'usage: jobs/blame_cases.sh [DIRECTORY]'; fi
folder=$(realpath -m -- "${1:-$root/out/blame_cases}")
install_packages "${packages_build[@]}" "${packages_blame[@]}"
cd "$root"
build_preset release tcblame
mkdir -p "$folder"
readonly cases=$root/tests/blame/cases tcblame=$root/build/bin/tcblame
export OMP_NUM_THREADS=${THREADS:-2} OMP_WAIT_POLICY=passive # waiting threads take no CPU time
readonly minimd='16 10' # bins per edge, steps

# tables FILTER ARGUMENT..: runs jq with the module jobs/plotting/blame_cases.jq.
tables() {
  local filter=$1
  shift
  ask "include \"blame_cases\"; $filter" "$@"
}

# make_case NAME CASE LEVEL DEFINE..: compiles a program with optimisation LEVEL to DIRECTORY/NAME.program and
# extracts its facts.
make_case() {
  local name=$1 case=$2 level=$3
  shift 3
  [ "$case" = lulesh ] || [ "$case" = fig1 ] || set -- -fopenmp "$@"
  clang-14 "-$level" -g -fno-optimize-sibling-calls "$@" "$cases/$case.c" -o "$folder/$name.program" -lm
  mkdir -p "$folder/$name"
  "$tcblame" analyze "$cases/$case.c" -o "$folder/$name/facts" -- "$@" 2> /dev/null
}

# sample NAME ARGUMENT..: samples a program and writes a complete report as JSON.
sample() {
  local name=$1
  shift
  "$tcblame" run -o "$folder/$name" --force --period 500us -- "$folder/$name.program" "$@" > "$folder/$name.output" 2> "$folder/$name.log" ||
    complain "$name: failed or computed a wrong result: $(tail -n 1 "$folder/$name.log")"
  "$tcblame" report "$folder/$name" --view all --all --min 0 --json "$folder/$name.json" > "$folder/$name.txt"
}

# seconds PROGRAM ARGUMENT..: prints the CPU time of a run without the sampler.
seconds() {
  local TIMEFORMAT='%U %S'
  { time "$@" > /dev/null; } 2>&1 | awk '{ print $1 + $2 }'
}

# faster BEFORE AFTER ARGUMENT..: prints the speed-up, from the medians of five alternating runs of each program.
faster() {
  local before=$1 after=$2 k
  shift 2
  for k in 1 2 3 4 5; do
    echo "b $(seconds "$folder/$before.program" "$@")"
    echo "a $(seconds "$folder/$after.program" "$@")"
  done | sort -k1,1 -k2,2g | awk '{ n[$1]++; v[$1 n[$1]] = $2 } END { printf "%.2f", v["b3"] / v["a3"] }'
}

# ---- Table I: blame lines of Figure 1 ----
log 'Figure 1 and Table I'
make_case fig1 fig1 O0
for transfer in certain full; do "$tcblame" slice "$folder/fig1/facts" --function main --transfer "$transfer"; done

# ---- blame of each program ----
# blame NAME TITLE PAPER: prints the measured shares next to those of the paper.
blame() {
  log "$2: blame [% of the samples], paper and measured"
  tables "compared($3)" "$folder/$1.json"
  tables "order($3)" "$folder/$1.json"
}
for case in minimd clomp lulesh; do
  for level in O0 O2; do
    make_case "$case-$level" "$case" "$level"
    make_case "$case-$level-cured" "$case" "$level" -DCURED
  done
done
for cure in P1 VG CENN; do for level in O0 O2; do make_case "lulesh-$level-$cure" lulesh "$level" "-D$cure"; done; done

# shellcheck disable=SC2086 # two words
sample minimd-O0 $minimd
sample clomp-O0
sample lulesh-O0
blame minimd-O0 MiniMD '[["Pos", 96.3], ["Bins", 84.2], ["RealCount", 80.8], ["RealPos", 80.8], ["Count", 54.9], ["binSpace", 49.4]]'
blame clomp-O0 CLOMP '[["partArray", 99.5], ["remaining_deposit", 11.8]]'
tables '[.variables[] | select(.written | startswith("partArray"))] | sort_by(-.samples)[]
  | "  \(.written | pad(36)) \(100 * .blame | fixed(1) | left(6)) +-\(100 * .half_width | fixed(1))"' "$folder/clomp-O0.json"
echo '  (Table IV: partArray 99.5, ->[i] 99.5, ->[i].zoneArray[j] 99.0, ->.value 99.0, ->[i].residue 12.3, remaining_deposit 11.8)'
blame lulesh-O0 LULESH '[["hgfx", 29.5], ["hgfy", 29.2], ["hgfz", 30.8], ["shx", 26.9], ["shy", 26.6], ["shz", 27.9], ["hx", 26.6], ["hy", 26.6],
  ["hz", 27.6], ["hourgam", 25.0], ["determ", 15.7], ["b_x", 9.7], ["b_y", 8.7], ["b_z", 9.7], ["dvdx", 8.3], ["dvdy", 8.3], ["dvdz", 8.3],
  ["hourmodx", 5.8], ["hourmody", 5.1], ["hourmodz", 4.8]]'

# ---- blame after each improvement (Table VIII) ----
log 'LULESH after each improvement, as Table VIII (paper: P1 lowers hourgam from 25.0 to 13.2, CENN lowers b_x from 9.7 to 6.0)'
for cure in P1 VG CENN cured; do sample "lulesh-O0-$cure"; done
tables 'table_8' -s "$folder"/lulesh-O0{,-P1,-VG,-CENN}.json
"$tcblame" diff "$folder"/lulesh-O0 "$folder"/lulesh-O0-{P1,VG,CENN,cured} --view data --json "$folder/lulesh-diff.json" --top 40
for case in minimd clomp; do
  log "$case before and after its improvement"
  # shellcheck disable=SC2046 # two words, or none
  sample "$case-O0-cured" $([ "$case" = clomp ] || echo "$minimd")
  "$tcblame" diff "$folder/$case-O0" "$folder/$case-O0-cured" --view data,touch --top 12
done

# ---- speed-ups (Tables III, V and IX) ----
log 'speed-up: paper without --fast, measured with -O0 | paper with --fast, measured with -O2'
# row NAME CURE ARGUMENTS PAPER PAPER_FAST: prints the speed-up of an improvement (CURE), published and
# measured.
row() {
  local case=$1 cure=$2 arguments=$3 plain fast
  # shellcheck disable=SC2086 # several words
  plain=$(faster "$case-O0" "$case-O0-$cure" $arguments)
  # shellcheck disable=SC2086
  fast=$(faster "$case-O2" "$case-O2-$cure" $arguments)
  printf '  %-48s %6s %6s   %6s %6s\n' "$case $cure${6:+ }${6:-}" "$4" "$plain" "$5" "$fast"
}
row minimd cured "$minimd" 2.26 2.56 '(16 384 atoms)'
row clomp cured '1024 6400 1' 1.84 2.59 '(1024 parts of 6400, paper 64000)'
row clomp cured '65536 10 8' 1.09 2.40 '(65536 parts of 10)'
row clomp cured '12 640000 1' 2.13 2.65 '(12 parts of 640000)'
row clomp cured '65536 100 1' 1.10 1.96 '(65536 parts of 100, paper 6400)'
row lulesh P1 '' 1.07 1.04
row lulesh VG '' 1.25 1.39
row lulesh CENN '' 1.08 1.02
row lulesh cured '' 1.38 1.47
log "done: $folder"
