#!/usr/bin/env bash
# Judges the forecasts of a step on this machine. There are 24 combinations of scheme, ranks, strategy and
# block size, on the ventricle with 300 000 cells. Each combination runs N times with a machine that was
# measured just before (fresh). It also runs N times with a machine that was measured next to a process that
# occupied a core (remembered). Fresh and remembered runs alternate. Takes about two minutes per repetition.
#
#   jobs/steps.sh [N] [--cells CELLS] [--out DIR] [--continue]      N: default 10
#
#   --cells CELLS   size of the mesh; default: 300000
#   --out DIR       directory for results and the mesh; default: out/steps
#   --continue      continues an interrupted call: results in DIR remain and count
#
# Prints for each combination the median over the runs of ln(forecast / measured). The median has the mark "*"
# if it is beyond 10 % (fresh) or 15 % (remembered). Lines with "!" are missed thresholds. For fresh machines,
# all 24 medians must be within 10 %, and the median of the absolute errors must be within 7 %. For remembered
# machines, 22 of 24 must be within 15 %, and the median within 10 %. DIR/steps.csv lists all runs.
# Environment: BIN, a directory with the program, which is then not built.
#
# Exit codes: 0 all thresholds hold, 1 one is missed, 2 wrong arguments or a run failed.
# shellcheck disable=SC2154
set -euo pipefail
# shellcheck source=jobs/measuring.sh
. "$(dirname "$0")/measuring.sh"

readonly usage='usage: jobs/steps.sh [N] [--cells CELLS] [--out DIR] [--continue]'

# run_compare SCHEME RANKS: runs 6 combinations of strategy and block size. The report is $work/compare.json.
run_compare() {
  run_program "$2" compare configs/compare.yaml -q --strategies fine,block,condensed --block-sizes 4096,65536 \
    -s "mesh.file=$mesh" -s "diffusion.scheme=$1" -s time.steps=100 --json "$work/compare.json"
}

# measure_slow_machine RANKS: measures the machine for RANKS ranks while another process occupies a core. The
# machine cache is in $work/slow.
measure_slow_machine() { # ranks
  rm -rf "$work/slow"
  export XDG_CACHE_HOME=$work/slow
  # A single rank is bound to the occupied core, because it would otherwise move to another core.
  [ "$1" != 1 ] || pin_to_first_core
  start_competitor 0
  run_compare two-point "$1"
  end_competitor
  pin=()
}

# run_combinations ROUND MACHINE SCHEME RANKS: runs the combinations and appends a line for each to the
# results of this round.
run_combinations() {
  log "repetition $1 of $repeats: $2, $3, ranks: $4" >&2
  rm -rf "$work/cache"
  [ "$2" = fresh ] || cp -r "$work/slow" "$work/cache"
  export XDG_CACHE_HOME=$work/cache
  run_compare "$3" "$4"
  # shellcheck disable=SC2016
  ask '.results[] | [$round, $time, $machine, $scheme, .ranks, .strategy, .block_size, .predicted_s.total, .measured_s.total]
    | map(tostring) | join(",")' --arg round "$1" --arg time "$(date -u +%FT%TZ)" --arg machine "$2" --arg scheme "$3" \
    "$work/compare.json" >> "$work/round.csv"
}

# run_round ROUND: runs one repetition. Its lines are added to the results when it is complete.
run_round() { # round
  local ranks scheme
  : > "$work/round.csv"
  for ranks in 1 2; do
    measure_slow_machine $ranks
    for scheme in two-point gradient; do
      run_combinations "$1" fresh $scheme $ranks
      run_combinations "$1" remembered $scheme $ranks
    done
  done
  cat "$work/round.csv" >> "$csv"
}

offer_help "$@"
folder=$root/out/steps
read_options '' '--cells' "$@"
cells=${option[--cells]:-300000} repeats=${count:-10}
[[ $cells =~ ^[1-9][0-9]{3,7}$ ]] || complain "--cells $cells: expected a whole number from 1000 to 50000000"
csv=$folder/steps.csv
[ -n "$continues" ] || check_fresh "$csv"
prepare_measuring
[ -s "$csv" ] || echo repetition,time,machine,scheme,ranks,strategy,block_size,forecast_s,measured_s > "$csv"
complete=$(tail -n 1 "$csv" | grep -oE '^[0-9]+' || echo 0)
[ "$complete" -ge "$repeats" ] || mesh=$(provide_mesh "$cells")
for ((round = complete + 1; round <= repeats; round++)); do run_round "$round"; done
code=0
verdict 'csv | steps("fresh"; 0.10; 0; 0.07)' -nR "$csv" || code=1
verdict 'csv | steps("remembered"; 0.15; 2; 0.10)' -nR "$csv" || code=1
exit $code
