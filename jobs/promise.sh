#!/usr/bin/env bash
# Judges the forecasts of complete jobs on this machine, which should be in the state in which users work.
# Calls:
#
#   jobs/promise.sh [JOBS] [--learn N]   bounds of JOBS jobs (100) after N jobs (100) that only fill the forecast records. Jobs of
#                                        1 to 30 s are drawn from a fixed list in a fixed random order. About an hour
#   jobs/promise.sh --phases [N]         forecasts without records and with machine parameters from calibrate: 12 cases, medians
#                                        of N runs (5). Each round measures the machine first, because its speed may change
#                                        within minutes. Runs in which ranks had their cores for less than 95 % of the time are
#                                        excluded. About an hour
#   jobs/promise.sh --first              bounds of six first runs with an empty cache directory. About a minute
#   jobs/promise.sh --split [N]          causes that reports name: N runs (5) next to a process on the same core from half of the
#                                        run on, N runs with rows 1.5 times as long in the machine file. About ten minutes
#   jobs/promise.sh --quick              six tiny jobs; judges records, table and exit codes only
#
#   --out DIR       directory for results and meshes; default: out/promise
#   --continue      continues an interrupted call: results and machine files in DIR remain and count. Without it, earlier results are an
#                   error, and --phases and --split measure the machine again, also if DIR has its file
#   --largest CELLS the largest mesh of --phases: 5000000 (default) or 600000
#
# Prints one table. Lines with "!" are missed thresholds. DIR/promise.csv lists the jobs. Its columns are
# time, class, forecast, bound, measured time, held (1 if the job ended within its bound) and CPU share. A
# class is cells/scheme/ranks/method/steps. DIR/phases contains the reports of --phases.
# Environment: BIN, a directory with the program, which is then not built; SCALE, a factor for all numbers of
# steps.
#
# Exit codes: 0 all thresholds hold, 1 one is missed, 2 wrong arguments or a run failed.
# shellcheck disable=SC2154
set -euo pipefail
# shellcheck source=jobs/measuring.sh
. "$(dirname "$0")/measuring.sh"

readonly usage='usage: jobs/promise.sh [JOBS [--learn N] | --phases [N] | --first | --split [N] | --quick] [--out DIR] [--continue] [--largest CELLS]'
readonly seed=20261129
# Classes of jobs, as cells/scheme/ranks/method/steps. On two cores of the year 2026 a job of any class takes
# 1 to 30 s.
readonly classes=(14312/two-point/1/euler/20000 14312/two-point/1/euler/300000 14312/two-point/2/euler/50000 14312/two-point/2/euler/600000
                  14312/gradient/1/euler/5000 14312/gradient/1/euler/60000 14312/gradient/1/euler/200000
                  14312/gradient/2/euler/20000 14312/gradient/2/euler/250000
                  14312/two-point/1/implicit/200 14312/two-point/1/implicit/3000 14312/gradient/1/implicit/300 14312/gradient/2/implicit/1000
                  100000/two-point/1/euler/4000 100000/two-point/2/euler/60000 100000/gradient/1/euler/2000 100000/gradient/2/euler/20000
                  100000/two-point/2/implicit/300 100000/gradient/1/implicit/100
                  600000/two-point/1/euler/300 600000/two-point/2/euler/5000 600000/gradient/1/euler/300 600000/gradient/2/euler/2000
                  600000/two-point/2/implicit/100 600000/gradient/2/implicit/50)
readonly tiny=(14312/two-point/1/euler/20 14312/two-point/1/implicit/2)

# Removes the outputs of earlier jobs, because file systems may wait for the disk if an existing file is
# overwritten.
clear_outputs() { rm -f "$work"/job.* "$work"/checkpoint.*; }

# draw CLASS..: sets `class` to one of the classes, chosen by the next number of the random sequence.
draw() {
  random=$(((random * 1103515245 + 12345) % 2147483648))
  local -i index=random/65536%$#
  class=${*:index+1:1}
}

# Prints the forecast, the bound, the measured time and whether the bound was held (1 or 0), for the last job.
job_figures() {
  ask '.job | [.forecast_s.total, .forecast_s.bound, .measured_s.total, (if .held then 1 else 0 end)] | map(tostring) | join(",")' "$work/job.json"
}

# run_sequence CSV CLASS..: runs jobs of these classes in random order and appends a line to CSV for each.
# Jobs whose lines CSV already contains are not repeated.
run_sequence() {
  local csv=$1 random=$seed class complete i
  shift
  [ -s "$csv" ] || echo time,class,forecast_s,bound_s,measured_s,held,cpu_share > "$csv"
  complete=$(($(wc -l < "$csv") - 1))
  for ((i = 1; i <= learn + jobs; i++)); do
    draw "$@"
    [ $i -gt $complete ] || continue
    clear_outputs
    run_job "$class"
    echo "$(date -u +%FT%TZ),$class,$(job_figures),$(cpu_share "$records")" >> "$csv"
    log "job $i of $((learn + jobs)): $(tail -n 1 "$csv")" >&2
  done
}

check_bounds() {
  records=$folder/promise.records
  # The machine cache and the records are in $folder, so that an interrupted call can continue with them.
  export XDG_CACHE_HOME=$folder/cache
  if [ -z "$continues" ]; then
    check_fresh "$folder/promise.csv"
    rm -rf "$records" "$XDG_CACHE_HOME/tetracast"
  fi
  run_sequence "$folder/promise.csv" "${classes[@]}"
  verdict "csv | .[:$((learn + jobs))] | promise($learn)" -nR "$folder/promise.csv"
}

check_quick() {
  learn=0 jobs=6 records=$work/quick.records
  # Runs the program without a launcher, which would take most of the time.
  # shellcheck disable=SC2317
  launch() { "${@:2}"; }
  run_sequence "$work/quick.csv" "${tiny[@]}"
  verdict "csv | promise_quick($(grep -c '^end=' "$records"))" -nR "$work/quick.csv"
}

# calibrate_ranks RANKS [ROUND]: measures a machine file for runs with RANKS ranks. Uses the existing file if
# an interrupted call has measured it.
calibrate_ranks() {
  machine=$folder/machine-$1${2:+-$2}.yaml
  if [ -z "$continues" ] || [ ! -s "$machine" ]; then
    log "measuring the machine with $(plural "$1" rank)" >&2
    run_program "$1" calibrate -q -o "$machine"
  fi
}
plural() { if [ "$1" = 1 ]; then echo "$1 $2"; else echo "$1 $2s"; fi; }

# run_phases_case: the job begins with an empty record file, so no record changes its forecast. The record
# that the job adds contains its CPU share.
run_phases_case() { # order, case, machine file, file of the result
  records=$work/phases.records
  rm -f "$records"
  clear_outputs
  run_job "$2" "machine=$3"
  ask "{order: $1, case: \"$2\", cpu_share: (\$share | tonumber? // null), job: .job}" --arg share "$(cpu_share "$records")" \
    "$work/job.json" > "$work/result.json"
  mv "$work/result.json" "$4"
}

check_phases() {
  local results=$folder/phases cells scheme ranks round order case result cases=()
  [ -n "$continues" ] || check_fresh "$results"
  mkdir -p "$results"
  for cells in 14312/2000 600000/300 5000000/300; do
    [ "${cells%/*}" -le "$largest" ] || continue
    for scheme in two-point gradient; do
      for ranks in 1 2; do cases+=("${cells%/*}/$scheme/$ranks/euler/${cells#*/}"); done
    done
  done
  for ((round = 1; round <= repeats; round++)); do
    for ranks in 1 2; do calibrate_ranks $ranks "$round"; done
    for order in "${!cases[@]}"; do
      case=${cases[order]} result=$results/$order-$round.json
      [ ! -s "$result" ] || continue
      log "round $round of $repeats: $case" >&2
      IFS=/ read -r _ _ ranks _ <<< "$case"
      run_phases_case "$order" "$case" "$folder/machine-$ranks-$round.yaml" "$result"
    done
  done
  verdict phases -s "$results"/*.json
}

check_first() {
  local csv=$work/first.csv cells kind case
  echo case,forecast_s,bound_s,measured_s,held > "$csv"
  for cells in 14312 100000; do
    for kind in two-point/1/euler/2000 gradient/2/euler/2000 gradient/1/implicit/20; do
      rm -rf "$XDG_CACHE_HOME"
      clear_outputs
      records=auto case=$cells/$kind
      log "first run of $case" >&2
      run_job "$case"
      echo "$case,$(job_figures)" >> "$csv"
    done
  done
  verdict 'csv | first' -nR "$csv"
}

# first_cause: prints the cause of a forecast error that the report's last line names first: machine, model or
# none.
first_cause() {
  sed -nE '/^Job .*(than|as) .*forecast/{s/^[^:]*:? ?([^,]*).*/\1/p}' "$work/output" | tail -n 1 | grep -v distinguishable | grep -oE 'machine|model' || echo none
}

# run_split KIND MACHINE: runs a job of about half a minute on one core. Appends its line to $work/round.csv.
# If KIND is alone, sets alone_s instead.
run_split() {
  local figures
  clear_outputs
  run_job 14312/gradient/1/euler/250000 "machine=$2"
  [ "$1" != alone ] || { alone_s=$(ask .job.measured_s.total "$work/job.json"); return 0; }
  figures=$(ask "[.job.measured_s.total / $alone_s, .job.split.machine // \"\", .job.split.model // \"\"] | map(tostring) | join(\",\")" "$work/job.json")
  echo "$1,$figures,$(first_cause)" >> "$work/round.csv"
  log "$(tail -n 1 "$work/round.csv")" >&2
}

# write_slow_rows FILE COPY: writes a copy of a machine file in which the rows of a product take 1.5 times as
# long.
write_slow_rows() { # machine file, copy
  awk '/^[a-z0-9_]*row(4|16)?_s:/ {
      n = split($0, word, /[][ ,]+/); text = word[1] " ["
      for (i = 2; i <= n; i++) if (word[i] != "") text = text (i > 2 ? ", " : "") sprintf("%.17g", 1.5 * word[i])
      $0 = text "]"
    } { print }' "$1" > "$2"
}

# Runs three jobs, of which two have lines in the results. The lines are added to the results when all three
# are complete.
run_split_round() {
  local alone_s
  : > "$work/round.csv"
  run_split alone "$machine"
  start_competitor "$(awk -v s="$alone_s" 'BEGIN { print s / 2 }')"
  run_split competitor "$machine"
  end_competitor
  run_split rows "$work/slow-rows.yaml"
  cat "$work/round.csv" >> "$csv"
}

check_split() {
  local csv=$folder/split.csv round complete
  [ -n "$continues" ] || check_fresh "$csv"
  [ -s "$csv" ] || echo kind,slow_down,machine,model,first > "$csv"
  complete=$((($(wc -l < "$csv") - 1) / 2))
  records=none
  if [ "$complete" -lt "$repeats" ]; then
    pin_to_first_core
    calibrate_ranks 1
    write_slow_rows "$machine" "$work/slow-rows.yaml"
  fi
  for ((round = complete + 1; round <= repeats; round++)); do run_split_round; done
  verdict "csv | .[:$((2 * repeats))] | split_causes" -nR "$csv"
}

offer_help "$@"
folder=$root/out/promise mode=bounds
read_options '--phases --first --split --quick' '--learn --largest' "$@"
learn=${option[--learn]:-100} largest=${option[--largest]:-5000000} jobs=${count:-100} repeats=${count:-5}
check_count --learn "$learn"
[[ $largest =~ ^(14312|600000|5000000)$ ]] || complain "--largest $largest: expected 14312, 600000 or 5000000"
for name in phases first split quick; do [ -z "${option[--$name]:-}" ] || mode=$name; done
prepare_measuring
check_"$mode"
