#!/usr/bin/env bash
# Wrong input to the whole program, on 1 and on 3 ranks. Each error must give the exit code that
# apps/tetracast/README.md lists and one error line that names the fault. No output file may remain. Wrong
# meshes are tested in tests/io/mesh/bad_mesh_test.sh.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
. tests/support/golden.sh

cat > "$folder/good.yaml" <<YAML
mesh: {file: $folder/m}
initial: "1 + x"
time: {steps: 2}
YAML
limited 60 "$TETRACAST" mesh generate cube --bricks 2 -o "$folder/m" > /dev/null || exit 1
printf 'in the way\n' > "$folder/file"
mkdir "$folder/directory"

# Expects the exit code, and records the message. At the end all messages are compared with golden/errors.txt.
refused() { # name, exit code, arguments...
  local name=$1 wanted=$2 ranks
  shift 2
  for ranks in 0 3; do
    launch $ranks "$@"
    expect_code "$name, $ranks ranks" "$wanted"
    record_error "$name" "$ranks"
    if compgen -G "$folder/out*" > /dev/null || compgen -G "$folder/*.tmp" > /dev/null; then
      fail "$name, $ranks ranks: left $(cd "$folder" && echo out* ./*.tmp)"
      rm -f "$folder"/out* "$folder"/*.tmp
    fi
  done
}

readonly outputs=(-s "snapshots.file=$folder/out.h5" --json "$folder/out.json" --csv "$folder/out.csv" --machine "$known" -q)

run_refused() { # name, exit code, arguments of run...: with all outputs
  refused "$1" "$2" run "${@:3}" "${outputs[@]}"
}

config_refused() { # name, line to add to the good config
  { cat "$folder/good.yaml" && printf '%s\n' "$2"; } > "$folder/bad.yaml"
  run_refused "$1" 2 "$folder/bad.yaml"
}

# Exit code 2: errors in the command line and the config.
config_refused 'unknown key' 'colour: red'
config_refused 'duplicate key' 'initial: 1'
config_refused 'unknown strategy' 'strategy: telepathy'
config_refused 'a grid of other ranks' 'distribution: {grid: [3, 2]}'
config_refused 'no YAML' 'order: [rcm'
run_refused 'formula error' 2 "$folder/good.yaml" -s 'initial=1 +* x'
run_refused 'formula not finite' 2 "$folder/good.yaml" -s 'initial=1/(x < 0.6)'
run_refused 'exact not finite' 2 "$folder/good.yaml" -s 'exact=ln(-x)'
run_refused 'unknown key in -s' 2 "$folder/good.yaml" -s time.stpes=3
run_refused 'tensor not positive' 2 "$folder/good.yaml" -s 'diffusion.tensor=[1, -1, 1]'
run_refused 'no such region' 2 "$folder/good.yaml" -s 'diffusion.regions=[{region: 9, tensor: 1}]'
run_refused 'no such marker' 2 "$folder/good.yaml" -s 'boundary.markers=[{marker: 9, kind: flux}]'
run_refused 'a value without value' 2 "$folder/good.yaml" -s 'boundary.markers=[{marker: 1, kind: value}]'
run_refused 'fibres without direction' 2 "$folder/good.yaml" -s 'diffusion.fibres.tensor={along: 9, across: 1}'
run_refused 'data not finite' 2 "$folder/good.yaml" -s 'boundary.markers=[{marker: 1, kind: value, value: 1/(y<0.5)}]'
run_refused 'no such config' 2 "$folder/none.yaml"
refused 'no config' 2 run
refused 'unknown option' 2 run "$folder/good.yaml" --colour red
refused 'option without value' 2 run "$folder/good.yaml" -s
launch 0 dance
expect_code 'unknown command' 2 dance
launch_process 1 run "$folder/good.yaml" -q : -np 1 timeout 30 "${TETRACAST%/*}/heat2d" run -q # without the check each would wait for ranks of its program
expect_code 'another program on rank 1' 2 'rank 1 differ from those of rank 0: heat2d run -q'
launch_process 1 run "$folder/good.yaml" -q : -np 1 timeout 30 "$TETRACAST" --version # --version does not start MPI
expect_code 'a question on rank 1' 2 'rank 1 differ from those of rank 0: tetracast --version'
OMP_NUM_THREADS=100000 launch 0 list # the OpenMP runtime would end without a message
expect_code 'too many threads' 2 OMP_NUM_THREADS 4096
OMP_THREAD_LIMIT=1 launch 0 run "$folder/good.yaml" -q -s threads=4
expect_code 'a thread limit' 2 OMP_THREAD_LIMIT

# Exit code 3: errors in input data.
run_refused 'tensor not positive in a cell' 3 "$folder/good.yaml" -s 'diffusion.tensor=[1, 1, x-0.5]'
run_refused 'no direction in a cell' 3 "$folder/good.yaml" -s 'diffusion.fibres={direction: [0*x, 0, 0], tensor: {along: 9, across: 1}}'
run_refused 'h below zero' 3 "$folder/good.yaml" -s 'boundary.markers=[{marker: 1, kind: exchange, h: y-0.5, outside: 0}]'
printf '1 0 0\n0 1 zero\n' > "$folder/f.lon"
run_refused 'no direction anywhere' 2 "$folder/good.yaml" -s 'diffusion.fibres={direction: ["0", 0, 0], tensor: {along: 9, across: 1}}'
run_refused 'a word among fibres' 3 "$folder/good.yaml" -s "diffusion.fibres={file: $folder/f.lon, tensor: {along: 9, across: 1}}"
run_refused 'a dataset of a text' 2 "$folder/good.yaml" -s "diffusion.fibres={file: $folder/f.lon, dataset: d, tensor: {along: 9, across: 1}}"
run_refused 'missing fibres' 3 "$folder/good.yaml" -s "diffusion.fibres={file: $folder/none.lon, tensor: {along: 9, across: 1}}"
run_refused 'no snapshot' 3 "$folder/good.yaml" -s "initial={file: $folder/good.yaml}"
run_refused 'missing mesh' 3 "$folder/good.yaml" -s "mesh.file=$folder/none"

# Exit code 4: unstable steps. The message contains the bound of the step. A step just above the bound is
# refused, and a step just below it is accepted.
run_refused 'step too long' 4 "$folder/good.yaml" -s time.dt=1
bound=$(sed -nE 's/.*the bound is ([0-9.e+-]+)[ :].*/\1/p' "$folder/stderr")
scaled() { awk -v b="$bound" -v f="$1" 'BEGIN { printf "%.9g", b * f }'; }
run_refused 'step a little too long' 4 "$folder/good.yaml" -s "time.dt=$(scaled 1.001)"
launch 0 run "$folder/good.yaml" -q --machine "$known" -s "time.dt=$(scaled 0.999)" -s time.steps=500
expect_code 'step just below the bound' 0

# Exit code 5: outputs that cannot be written.
refused 'snapshots under a file' 5 run "$folder/good.yaml" -q -s "snapshots.file=$folder/file/run.h5"
refused 'snapshots onto a folder' 5 run "$folder/good.yaml" -q -s "snapshots.file=$folder/directory"
# The paths of reports are checked before the run begins. If a report cannot be written, the run writes no
# snapshots either.
refused 'JSON under a file' 5 run "$folder/good.yaml" -q -s "snapshots.file=$folder/out.h5" \
  --json "$folder/file/r.json"
refused 'JSON onto a folder' 5 run "$folder/good.yaml" -q --json "$folder/directory"
refused 'CSV under a file' 5 run "$folder/good.yaml" -q --csv "$folder/file/r.csv"

# The good config with all outputs succeeds, so none of the errors above comes from it.
for ranks in 0 3; do
  launch $ranks run "$folder/good.yaml" "${outputs[@]}"
  expect_code "the good config, $ranks ranks" 0
  [ "$(cd "$folder" && echo out*)" = 'out.csv out.h5 out.json out.xdmf' ] || fail "wrote $(cd "$folder" && echo out*)"
  rm -f "$folder"/out*
done
expect_golden apps errors.txt "$folder/errors"
finish
