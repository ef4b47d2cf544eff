#!/usr/bin/env bash
# `tetracast calibrate`: the printed table, a machine file that a run accepts, and wrong input. All calls use
# --quick, which measures the same parameters in less time.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
readonly machine=$folder/new/machine.yaml
printf 'in the way\n' > "$folder/file"

no_rest() { # name: no temporary file remains
  local rest
  rest=$(find "$folder" -name '*.tmp' -o -name 'out*')
  [ -z "$rest" ] || fail "$1: left $rest"
}

expect_file() { # name, patterns that begin a line of the machine file...
  local name=$1 line
  shift
  for line in "$@"; do grep -qE "^$line" "$machine" || fail "$name: the machine file lacks \"$line\""; done
}

expect_no() { # name, file, words...
  local name=$1 file=$2 word
  shift 2
  for word in "$@"; do if grep -qF -- "$word" "$file"; then fail "$name: there is \"$word\""; fi; done
}

# Writes a machine file of an earlier calibration, to which a user has added lines.
former() { # path, lines...
  printf '%s\n' "# A machine as Tetracast's forecasts know it; configs/machines/README.md explains the keys." \
    'ranks_per_node: 2' 'private_bandwidth_Bps: 3e9' 'cache_line_B: 64' "${@:2}" > "$1"
}

# Runs with the machine file. The output must name this file and the machine that the file describes.
run_with_file() { # name, ranks
  launch "$2" run configs/cube.yaml -q -s time.end=null -s time.steps=3 --machine "$machine"
  expect_code "$1: a run with the file" 0
  expect_output "$1: a run with the file" "machine: $machine: $(hostname)"
}

readonly network='remote_bandwidth_Bps remote_latency_s exchange_bandwidth_Bps message_s remote_send_s remote_barrier_s remote_reduce_s'
readonly -a everywhere=(private_bandwidth_Bps: cache_line_B: lone_bandwidth_Bps: node_barrier_s: node_reduce_s: pack_s: unpack_s: dot_s: add_s:
  'working_set_B: \[' 'stream_Bps: \[' 'row4_s: \[' 'row16_s: \[' 'copy_s: \[' 'vectors_s: \[' 'sweep4_s: \[' 'sweep16_s: \['
  'spread_B: \[' 'gather4_s: \[' 'gather16_s: \[')

# ---- one rank without a file ----
before=$(find "$folder" ! -name 'std*' | sort)
launch 0 calibrate --quick -v
expect_code 'one rank' 0
expect_output 'one rank' 'median' 'spread' 'private_bandwidth_Bps' 'row16_s' '1 node x 1 rank x 1 thread' 'One node'
# shellcheck disable=SC2086
expect_no 'one rank' "$folder/stdout" $network pointer_row 'written:'
grep -q '^measuring 1 rank: ' "$folder/stderr" || fail 'one rank: the log does not name the measurement'
grep -q '^measuring working set ' "$folder/stderr" || fail 'one rank: -v logs nothing more'
[ "$(find "$folder" ! -name 'std*' | sort)" = "$before" ] || fail 'one rank: a file is written'

# ---- two ranks with two threads: an existing file is replaced, and --fit adds parameters that are fitted to
# runs ----
expect_no 'one rank without --fit' "$folder/stdout" fit_
mkdir "$folder/new"
former "$machine" 'identity: cluster-main' 'node_power_W: 400.5' 'slurm: {account: required, modules: [gcc/12]}'
OMP_NUM_THREADS=2 launch 2 calibrate --quick --fit -q -o "$machine"
expect_code 'two ranks with two threads' 0
expect_output 'two ranks with two threads' '1 node x 2 ranks x 2 threads' 'pointer_row16_s' "written: $machine" 'R^2 '
expect_file 'two ranks with two threads' "${everywhere[@]}" 'nodes: 1 ' 'ranks_per_node: 2 ' 'threads: 2 ' \
  "host: \"$(hostname)\"" 'spread:' pointer_row16_s 'identity: "cluster-main" ' 'node_power_W: 400.5 ' 'slurm:' '  account: "required"' '    - "gcc/12"'
grep -q '^private_bandwidth_Bps: 3000000000$' "$machine" && fail 'two ranks: the former bandwidth remains'
# shellcheck disable=SC2086
expect_no 'two ranks with two threads' "$machine" $network
no_rest 'two ranks with two threads'
[ "$(grep -c '^  parameter ' "$folder/stdout")" = 1 ] || fail 'two ranks: more than one table'
if grep -vE '^warning: (.* the machine was disturbed|ranks share cores)' "$folder/stderr"; then fail 'two ranks: -q is not silent'; fi
expect_file 'fitted' fit_cg_flop_s: fit_jacobi_s: fit_qmr_flop_s: fit_send_short_s: fit_receive_long_double_s:
grep -q '^# quality of the fit, R^2' "$machine" || fail 'fitted: the file lacks the quality of the fit'
run_with_file 'two ranks with two threads' 2
launch 2 run configs/cube.yaml -q -s time.end=null -s time.steps=3 --machine "$machine" --model paraiso
expect_code 'a run with fitted parameters' 0
expect_output 'a run with fitted parameters' 'Forecast: the paraiso model'

# ---- wrong input, which is refused before anything is measured ----
refused() { # name, exit code, parts of the message (separated by |), arguments...
  local name=$1 wanted=$2 words ranks
  IFS='|' read -ra words <<< "$3"
  shift 3
  for ranks in 0 3; do
    launch $ranks "$@"
    expect_code "$name, $ranks ranks" "$wanted" "${words[@]}"
    [ ! -s "$folder/stdout" ] || fail "$name, $ranks ranks: there is a table"
    no_rest "$name, $ranks ranks"
  done
}
refused 'a word' 2 'calibrate|--help' calibrate --quick "$folder/out.yaml"
refused 'unknown option' 2 '--quickly' calibrate --quickly
refused '-o without a name' 2 '-o' calibrate --quick -o
refused '--quick elsewhere' 2 '--quick' run configs/cube.yaml --quick
refused 'a file under a file' 5 "$folder/file/out.yaml" calibrate --quick -o "$folder/file/out.yaml"
refused 'a file onto a folder' 5 "$folder/new" calibrate --quick -o "$folder/new"
former "$folder/former.yaml" 'node_corse: 64'
refused 'a former file with a mistake' 2 "$folder/former.yaml:5: unknown key 'node_corse' (did you mean 'node_cores'?)" \
  calibrate --quick -o "$folder/former.yaml"
cmp -s "$folder/file" <(printf 'in the way\n') || fail 'an existing file has changed'

# ---- two nodes: the network is measured too ----
if why=$(tests/cluster/nodes.sh check); then
  rm -r "$folder/new"
  limited 120 tests/cluster/nodes.sh run 2 1 "$TETRACAST" calibrate --quick -o "$machine" \
    > "$folder/stdout" 2> "$folder/stderr" < /dev/null
  code=$?
  expect_code 'two nodes' 0
  # shellcheck disable=SC2086
  expect_output 'two nodes' '2 nodes x 1 rank x 1 thread' $network
  expect_no 'two nodes' "$folder/stdout" 'One node'
  # shellcheck disable=SC2086
  expect_file 'two nodes' "${everywhere[@]}" 'nodes: 2 ' 'ranks_per_node: 1 ' $network
  no_rest 'two nodes'
else
  printf 'the network is not tested: %s\n' "$why"
fi
finish
