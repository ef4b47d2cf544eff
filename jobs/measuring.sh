# Functions for scripts that judge forecasts on the user's machine, which source this file. The functions read
# options, find the program, provide meshes, start jobs and a competing process, and print verdicts. A script
# calls read_options and then prepare_measuring, which sets `bin` and `work`, a temporary directory. A line of
# a verdict begins with "!" if a threshold is missed.
# shellcheck shell=bash disable=SC2154,SC2034
# shellcheck source=jobs/plotting.sh
. "$(dirname "${BASH_SOURCE[0]}")/plotting.sh"

competitor='' program='' pin=()

# Ends all processes that were started and removes the temporary directory.
end_measuring() {
  end_competitor
  if [ -n "$program" ]; then
    kill -- "-$program" 2> /dev/null || true
    wait "$program" 2> /dev/null || true
  fi
  rm -rf "$work"
}

# prepare_measuring: builds the program, unless BIN names its directory. All runs have their machine cache in
# the temporary directory.
prepare_measuring() {
  cd "$root" || exit 2
  install_packages jq >&2
  if [ -z "${BIN:-}" ]; then
    install_packages "${packages_build[@]}" >&2
    build_preset release tetracast-bin >&2
  fi
  bin=$(realpath -- "${BIN:-build/bin}")
  [ -x "$bin/tetracast" ] || complain "$bin: contains no program tetracast: correct BIN"
  mkdir -p -- "$folder" || complain "$folder: cannot be created: correct --out"
  work=$(mktemp -d)
  trap end_measuring EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  export XDG_CACHE_HOME=$work/cache OMP_NUM_THREADS=1
}

# check_count NAME VALUE: fails unless the value is a number from 1 to 9999.
check_count() {
  [[ $2 =~ ^[1-9][0-9]{0,3}$ ]] || complain "$1 $2: expected a whole number from 1 to 9999"
}

# read_options FLAGS SETTINGS ARGUMENT..: reads a command line with [N] [--out DIR] [--continue] and further
# options. FLAGS lists the options without a value, and SETTINGS those with a value. Sets `count` (N or
# empty), `folder` (DIR; the caller sets its default) and `continues` (1 or empty). The associative array
# `option` contains the further options; flags have the value 1. If a word is none of these, the script ends
# with its text `usage`.
read_options() {
  local flags=$1 settings=$2
  shift 2
  count='' continues=''
  declare -gA option=()
  while [ $# -gt 0 ]; do
    [ -n "$1" ] || complain "$usage"
    if [[ " $flags " == *" $1 "* ]]; then
      option[$1]=1
    elif [[ " --out $settings " == *" $1 "* ]]; then
      [ $# -ge 2 ] || complain "$usage"
      option[$1]=$2
      shift
    elif [ "$1" = --continue ]; then
      continues=1
    else
      [[ $1 != -* && -z $count ]] || complain "$usage"
      check_count N "$1"
      count=$1
    fi
    shift
  done
  [ -z "${option[--out]:-}" ] || folder=$(realpath -m -- "${option[--out]}")
}

# check_fresh FILE: stops if the file contains results of an earlier call, which would be mixed with new ones.
check_fresh() {
  [ ! -e "$1" ] || complain "$1: exists: add --continue, remove it or name another directory with --out"
}

# provide_mesh CELLS: prints the path, without suffix, of a ventricle with about CELLS cells. Generates this
# mesh if it does not exist.
provide_mesh() {
  local mesh
  [ "$1" != 14312 ] || { echo meshes/ventricle; return; }
  for mesh in "$root/meshes/generated/ventricle-$1" "$folder/ventricle-$1"; do
    if [ -e "$mesh.face" ]; then
      echo "$mesh"
      return
    fi
  done
  meshes/make.sh ventricle "$1" "$mesh" >&2 || complain "$mesh: the mesh cannot be generated: see the error above"
  echo "$mesh"
}

# run_program RANKS ARGUMENT..: runs the program, preceded by the words of the array `pin`. Its output is in
# $work/output and its log is in $work/log. If the program fails, the script ends.
run_program() {
  local code=0
  # The program runs in a separate process group in the background, so that a signal can end it at once. The
  # shell of this group waits for the launcher.
  set -m
  (trap : TERM; launch "$1" "${pin[@]}" "$bin/tetracast" "${@:2}") > "$work/output" 2> "$work/log" < /dev/null &
  program=$!
  set +m
  wait "$program" || code=$?
  program=''
  [ $code = 0 ] || {
    grep 'tetracast: error: ' "$work/log" >&2 || tail -n 5 "$work/log" >&2
    complain "tetracast ${*:2} on $1 ranks ended with exit code $code: see the messages above"
  }
}

# scaled STEPS: prints STEPS times SCALE, at least 1.
scaled() { awk -v steps="$1" -v scale="${SCALE:-1}" 'BEGIN { n = int(steps * scale + 0.5); print n < 1 ? 1 : n }'; }

# run_job CASE SETTING..: runs a complete job with snapshots and checkpoints. CASE is
# CELLS/SCHEME/RANKS/METHOD/STEPS, where METHOD is euler or implicit. The report is $work/job.json. The last
# line of the file $records is the job's forecast record.
run_job() {
  local case=$1 cells scheme ranks method steps mesh setting options=()
  IFS=/ read -r cells scheme ranks method steps <<< "$case"
  shift
  mesh=$(provide_mesh "$cells")
  steps=$(scaled "$steps")
  for setting in "mesh.file=$mesh" "diffusion.scheme=$scheme" "time={method: $method, steps: $steps$(method_keys "$method")}" \
    "snapshots={file: '$work/job.h5', every: $((steps / 4 + 1))}" "checkpoint={file: '$work/checkpoint.h5', every: $((steps / 2 + 1))}" \
    strategy=neighbour "forecast.records=$records" "$@"; do
    options+=(-s "$setting")
  done
  run_program "$ranks" run configs/ventricle.yaml -q --force --json "$work/job.json" "${options[@]}"
  ask .job.forecast_s.bound -e "$work/job.json" > /dev/null ||
    complain "$case: the report contains no bound of the job: $(grep -m 1 forecast "$work/log" || echo 'see its warnings')"
}

# method_keys METHOD: prints the further keys of the config's mapping `time`.
method_keys() { [ "$1" != implicit ] || echo ', multiple: 100'; }

# cpu_share FILE: prints the share of the time of the steps in which the ranks had their cores, from the last
# record of the file. Prints nothing if the share is unknown.
cpu_share() { sed -n '$s/.* share=\([^ ]*\) .*/\1/p' "$1" 2> /dev/null; }

# first_core: prints the number of the first core that this process may use.
first_core() { sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status; }

# Restricts the programs that run_program starts to the first core that this process may use.
pin_to_first_core() { pin=(taskset -c "$(first_core)"); }

# start_competitor DELAY: starts a process that occupies the first core, after DELAY seconds, until
# end_competitor is called or this script ends.
start_competitor() {
  # shellcheck disable=SC2016
  taskset -c "$(first_core)" bash -c 'sleep "$1"
    while kill -0 "$2" 2> /dev/null; do for ((i = 0; i < 100000; i++)); do :; done; done' - "$1" $$ &
  competitor=$!
}
end_competitor() {
  [ -n "$competitor" ] || return 0
  kill "$competitor" 2> /dev/null || true
  wait "$competitor" 2> /dev/null || true
  competitor=''
}

# verdict FILTER ARGUMENT..: prints the lines that a filter of the jq module `promise` gives. Fails if a
# threshold is missed.
verdict() {
  ask "include \"promise\"; $1" "${@:2}" > "$work/verdict" || complain 'the results cannot be evaluated: see the error above'
  cat "$work/verdict"
  ! grep -q '^!' "$work/verdict"
}
