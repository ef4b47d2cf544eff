#!/usr/bin/env bash
# A run starts from the last snapshot of another run. It gives the bits of one continuous run, on any number
# of ranks. Unusable snapshot files are refused.
set -uo pipefail
. "$(dirname "$0")/common.sh"
first=$folder/first.h5
common=(run configs/cube.yaml --machine "$known" -s mesh.file=meshes/cube -s exact=null -s time.end=null -s time.dt=1e-5)

hash_of() { grep -o 'hash [0-9a-f]*' "$folder/stdout"; }

launch 0 "${common[@]}" -s time.steps=40 -s "snapshots={file: $first, every: 10}"
expect_code whole 0
wanted=$(hash_of)
[[ $wanted =~ ^hash\ [0-9a-f]{16}$ ]] || fail "no hash: $wanted"
for ranks in 0 3; do
  launch $ranks "${common[@]}" -s time.steps=10 -s "initial={file: $first, step: 30}"
  expect_code "step 30 on $ranks ranks" 0
  [ "$(hash_of)" = "$wanted" ] || fail "$ranks ranks: $(hash_of), not $wanted"
  grep -q 'v starts from step 30' "$folder/stderr" || fail "the step is not logged"
  launch $ranks "${common[@]}" -s time.steps=0 -s "initial={file: $first}" -s "distribution={kind: cyclic, block_size: 100}"
  expect_code "the last one on $ranks ranks" 0
  [ "$(hash_of)" = "$wanted" ] || fail "$ranks ranks, last: $(hash_of), not $wanted"
done

# Local states also start from the snapshot. A state that is missing in the snapshot starts from its formula.
wave=(-s 'source=5*v*(1-v)*(v-0.1)-w' -s 'states={w: {initial: "0.1*x", rate: "0.5*(v-w)"}}')
launch 0 "${common[@]}" "${wave[@]}" -s time.steps=40 -s "snapshots={file: $folder/wave.h5, every: 10}"
expect_code wave 0
wanted=$(hash_of)
[[ $wanted =~ ^hash\ [0-9a-f]{16}$ ]] || fail "no hash: $wanted"
launch 3 "${common[@]}" "${wave[@]}" -s time.steps=10 -s "initial={file: $folder/wave.h5, step: 30}"
expect_code 'wave from step 30' 0
grep -q 'w starts from step 30' "$folder/stderr" || fail "the step of the state is not logged"
[ "$(hash_of)" = "$wanted" ] || fail "wave: $(hash_of), not $wanted"
launch 3 "${common[@]}" "${wave[@]}" -s time.steps=10 -s "initial={file: $first, step: 30}"
expect_code 'wave from a field alone' 0
if grep -q 'w starts from step' "$folder/stderr"; then fail 'a state starts from a snapshot without states'; fi
grep -q 'first.h5: has no state w: the state starts from its `initial`' "$folder/stderr" || fail 'a missing state is not logged'

refused() { # code, words, initial, settings...
  local code=$1 words=$2 initial=$3
  shift 3
  launch 3 "${common[@]}" -s "initial=$initial" "$@"
  expect_code "$initial" "$code" "$words"
}
refused 3 'first.h5: has no snapshot of step 7: use one of the steps 0, 10, 20, 30, 40' "{file: $first, step: 7}"
refused 3 'first.h5: contains fields of another mesh' "{file: $first}" -s mesh.file=meshes/ventricle
refused 3 'cube.yaml: cannot be read' '{file: configs/cube.yaml}'
refused 3 "initial={file: $folder/none.h5}: $folder/none.h5: cannot be opened: No such file" "{file: $folder/none.h5}"
mkfifo "$folder/pipe.h5" # HDF5 would wait until a process writes to the pipe
refused 3 "initial={file: $folder/pipe.h5}: $folder/pipe.h5: is not a regular file" "{file: $folder/pipe.h5}"
# Another program has changed these snapshot files: an attribute has another type, or a value differs from the
# hash. Files of older versions have no /hash, so in these only a value that is not finite is detected.
if /usr/bin/python3 -c 'import h5py' 2>/dev/null; then
  cp "$first" "$folder/fixed.h5"
  /usr/bin/python3 -c "import h5py, numpy; f = h5py.File('$folder/fixed.h5', 'r+'); del f['hash']; del f.attrs['mesh_hash']; f.attrs['mesh_hash'] = numpy.bytes_(200 * 'x')"
  refused 3 'fixed.h5: is not a snapshot file of Tetracast' "{file: $folder/fixed.h5}"
  cp "$first" "$folder/nan.h5"
  /usr/bin/python3 -c "import h5py; f = h5py.File('$folder/nan.h5', 'r+'); f['/field/v'][-1, 4] = float('nan')"
  refused 3 'nan.h5: is damaged: dataset /field/v at step 40 differs from what was written' "{file: $folder/nan.h5}"
  /usr/bin/python3 -c "import h5py; f = h5py.File('$folder/nan.h5', 'r+'); del f['hash']"
  refused 3 'nan.h5: the value of cell 5 at step 40 is not finite' "{file: $folder/nan.h5}"
fi
refused 2 'the key file is missing' '{step: 3}'
refused 2 'expected an integer' '{file: a, step: first}'
refused 2 'the same file' "{file: $first}" -s snapshots.file="$first"
finish
