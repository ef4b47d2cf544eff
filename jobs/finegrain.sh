#!/usr/bin/env bash
# Reproduces Tables 1 to 4 of Zhang and Seidel (2006), "A performance model for fine-grain accesses in UPC", on this machine:
#
#   jobs/finegrain.sh [--quick] [PREFIX]     PREFIX: default out/finegrain
#
# The script prints these tables:
#
#   Table 1   rates of accesses by pattern and layer [1/s], and the gap: private accesses in the time of one
#   Table 2   histogram, by the share of the elements that each rank increments: forecast / measured - 1 [%]
#   Table 3   matrix multiplication, with a cyclic and a block layout of B
#   Table 4   Sobel
#
# Tables 2 to 4 end with the 99 errors that the paper publishes. PREFIX.json contains the measurements.
# PREFIX-errors, -rates, -gaps and -speedup are drawn as .png and .svg. Layers of shared arrays correspond to
# the platforms of the paper. The programs run on RANKS ranks of one node (default: 2 4 .. up to the number of
# cores). On one node every access pattern reads local memory. Therefore the script also runs on the same
# number of virtual nodes with one rank each, if this machine supports them (as root:
# tests/cluster/README.md).
# Takes some minutes on a quiet machine. --quick uses small programs and two shares and takes about one
# minute.
# Environment: LAYERS (plain,cached,batched) to run; BIN, a directory with the program finegrain, which is
# then not built.
# shellcheck disable=SC2154
set -euo pipefail
# shellcheck source=jobs/plotting.sh
. "$(dirname "$0")/plotting.sh"

offer_help "$@"
read_figure_options finegrain "$@"
check_prefix
check_free "$prefix.json" "$prefix"-{errors,rates,gaps,speedup}.{png,svg}
cores=()
for ((r = 2; r <= $(nproc) || r == 2; r *= 2)); do cores+=("$r"); done
read -ra ranks <<< "${RANKS:-${cores[*]}}"
for r in "${ranks[@]}"; do
  [[ $r =~ ^[1-9][0-9]{0,3}$ ]] || complain "RANKS=$r: expected whole numbers from 1 to 9999"
done
cd "$root"
install_packages "${packages_figures[@]}" >&2
if [ -z "${BIN:-}" ]; then
  install_packages "${packages_build[@]}" >&2
  build_preset release finegrain >&2
fi
bin=$(realpath -- "${BIN:-build/bin}")
[ -x "$bin/finegrain" ] || complain "$bin: contains no program finegrain: correct BIN"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
layers=${LAYERS:-plain,cached,batched} shares=10:90:10 accesses=()
if [ -n "$quick" ]; then shares=10,90 accesses=(--accesses 256); fi
readonly layers shares accesses

# Prints the error of finegrain from the log, or the last lines of the log if there is none.
reason() {
  grep -h 'finegrain: error: ' "$work/log" >&2 || tail -n 5 "$work/log" >&2
}

# start WHERE RANKS ARGUMENT..: runs finegrain. If WHERE is near, all ranks are on one node. If WHERE is far,
# each rank is on a separate virtual node.
start() {
  local where=$1 count=$2
  shift 2
  if [ "$where" = near ]; then
    launch "$count" "$bin/finegrain" "$@"
  else
    tests/cluster/nodes.sh run "$count" 1 "$bin/finegrain" "$@"
  fi
}

# size WHERE PROGRAM: prints the options for the size with --quick. Without --quick it prints nothing, and
# finegrain uses its default.
size() {
  [ -z "$quick" ] || case $1-$2 in
    *-histogram) echo --size 4096 --repeats 3 ;;
    *-matrix) echo --size 24 --repeats 3 ;;
    *-sobel) echo --size 120 --repeats 3 ;;
  esac
}

measure() { # where, ranks, program, name of the report, further options ..
  local more
  read -ra more <<< "$(size "$1" "$3") ${*:5}"
  start "$1" "$2" run "$3" --layer "$layers" "${more[@]}" -q --json "$work/$4.json" > "$work/log" 2>&1 || {
    reason
    complain "finegrain run $3 failed: see the messages above"
  }
}

places=(near)
if why=$(tests/cluster/nodes.sh check); then
  places+=(far)
else
  echo "no virtual nodes, so all runs are on one node: ${why#skipped: }" >&2
fi

for r in "${ranks[@]}"; do
  for where in "${places[@]}"; do
    if [ "$where" = far ] && [ "$r" -gt 8 ]; then continue; fi
    about="$r ranks on $([ "$where" = near ] && echo 'one node' || echo "$r virtual nodes with one rank each")"
    echo "Table 1, $about"
    start "$where" "$r" bench --layer "$layers" "${accesses[@]}" -q --json "$work/bench-$where-$r.json" > "$work/table" 2> "$work/log" || {
      reason
      complain 'finegrain bench failed: see the messages above'
    }
    sed '1d' "$work/table"
    log "running programs, $about" >&2
    measure "$where" "$r" histogram "2-$where-$r" --percent "$shares"
    for layout in cyclic block; do measure "$where" "$r" matrix "3-$layout-$where-$r" --layout "$layout"; done
    measure "$where" "$r" sobel "4-$where-$r"
  done
done

# ---- errors of Tables 2 to 4 ----
for table in 2 3 4; do
  for report in "$work/$table"-*.json; do
    jq --arg table $table '[. as $report | .results[] | . + {table: $table, layout: $report.layout, is_comparable: $report.is_comparable}]' "$report"
  done
done | jq -s 'add' > "$work/results.json"

say_table() { # number, title, jq path of the column's name
  echo "Table $1: $2; forecast / measured - 1 [%]"
  ask "include \"finegrain\"; table(\"$1\"; $3)" "$work/results.json" | LC_ALL=C awk -F '\t' '
    { printf "  %-28s", $1; for (i = 2; i <= NF; i++) printf "%9s", $i; print "" }'
  echo
}
say_table 2 'histogram, by the share of elements that a rank increments' '"\(.percent) %"'
say_table 3 'matrix multiplication, by the layout of B' '.layout'
say_table 4 'Sobel' '"error"'
ask 'include "finegrain"; conclusion' "$work/results.json"

# ---- plots of errors, rates, gaps and speed-ups ----
jq --arg host "$(uname -n)" '{program, version, commit, compiler, host: $host}' "$work/bench-near-${ranks[0]}.json" > "$work/about.json"
jq -s '.' "$work"/bench-*.json > "$work/bench.json"
ask '"\(.host), \(.program) \(.version) (\(.commit))"' "$work/about.json" > "$work/subtitle"
{ write_common && echo 'set key outside right top'; } > "$work/common.gp"

picture() { # name, heading, subject, jq filter of commands and data, data file
  printf '%s\n' "$3" > "$work/title"
  {
    echo 'set lmargin at screen left(110); set rmargin at screen left(800); set tmargin at screen below_top(95); set bmargin at screen above_bottom(90)'
    heading "$2"
    ask "include \"finegrain\"; $4" "$5"
  } > "$work/$1.gp"
  draw "$1" 520
}
picture errors 'Errors of the forecasts' 'each case of Tables 2 to 4; dashed: 15 %; errors above 100 % are drawn at 100 %' errors "$work/results.json"
picture rates 'Accesses by pattern' 'accesses per second and rank, all ranks at the same time' rates "$work/bench.json"
picture gaps 'Gaps, equation (2)' 'private accesses in the time of one access' gaps "$work/bench.json"
picture speedup 'Speed-up over one rank with private memory' 'measured, and by equation (3)' speedups "$work/results.json"

jq --slurpfile bench "$work/bench.json" --slurpfile results "$work/results.json" --argjson quick "$([ -n "$quick" ] && echo true || echo false)" \
  '. + {quick: $quick, rates: $bench[0], results: $results[0]}' "$work/about.json" > "$work/all.json"
mv "$work/all.json" "$prefix.json"
echo "$prefix.json"
