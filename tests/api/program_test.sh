#!/usr/bin/env bash
# Checks that programs with libtetracast.so and libtetracast.a compute the same results as the program tetracast. With --all, they
# are also compared on other numbers of ranks.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
: "${TETRACAST_TESTS:?must name the directory of the test programs}"
[ -e "$TETRACAST_TESTS/api_shared" ] || { echo 'skipped: this build has no libtetracast'; exit 77; }

# use PROGRAM RANKS ARGUMENT..: runs a program that uses the library. Its output is in $folder/PROGRAM.
use() {
  local program=$1 ranks=$2
  shift 2
  # shellcheck disable=SC2086 # several words
  limited 120 $mpirun -np "$ranks" "$TETRACAST_TESTS/$program" "$@" > "$folder/$program" 2> "$folder/stderr" < /dev/null ||
    fail "$program $*: exit code $?"
  checks=$((checks + 1))
}

# The seconds and counts of a forecast must equal those of `tetracast predict`.
printf 'mesh: {file: meshes/bar}\ninitial: 0\n' > "$folder/predict.yaml"
launch 0 predict "$folder/predict.yaml" --machine "$known" --nodes 16 --ranks-per-node 4 --json "$folder/predict.json"
expect_code predict 0
use api_shared 1 forecast meshes/bar "$known" 16 4
use api_static 2 forecast meshes/bar "$known" 16 4
cmp "$folder/api_shared" "$folder/api_static" || fail 'the libraries differ'
/usr/bin/python3 - "$folder/predict.json" "$folder/api_shared" << 'END' || fail 'the forecasts differ'
import json, sys
lines = [line.split() for line in open(sys.argv[2])]
found = {(strategy, name): float(value) for strategy, name, value in lines}
results = json.load(open(sys.argv[1]))["results"]
assert len(results) == len({strategy for strategy, _ in found}) > 3, results
for result in results:
    assert found[result["strategy"], "predicted_s"] == result["predicted_s"]["total"], result["strategy"]
    for name, value in result["counts"].items():
        assert found[result["strategy"], name] == value, (result["strategy"], name)
END
# The report of a forecast must equal that of `tetracast predict`, except for provenance, times and the list of written files.
printf 'mesh: {file: meshes/bar}\ninitial: "x"\nstrategy: naive\nsnapshots: {file: a.h5, every: 10}\n' > "$folder/report.yaml"
launch 0 predict "$folder/report.yaml" --machine "$known" --nodes 16 --ranks-per-node 4 --json "$folder/report.json"
expect_code predict 0
use api_shared 2 report "$folder/report.yaml" meshes/bar "$known" 16 4
/usr/bin/python3 - "$folder/report.json" "$folder/api_shared" << 'END' || fail 'the reports of forecasts differ'
import json, sys
a, b = (json.load(open(path)) for path in sys.argv[1:])
assert list(a) == list(b), (list(a), list(b))
faults = [key for key in a if a[key] != b[key] and key not in ("commit", "date", "wall_s", "files", "phases")]
assert not faults, [(key, a[key], b[key]) for key in faults]
END
# hash_in REPORT: prints the hash of the field in a report.
hash_in() { /usr/bin/python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["results"][0]["field"]["hash"])' "$1"; }

# compare NAME RANKS STRATEGY STEPS: the fields of both problems of the library must equal that of `tetracast run`.
compare() {
  launch "$2" run "$folder/$1.yaml" -q --machine none -s "strategy=$3" --json "$folder/$1.json"
  expect_code "run $1" 0
  local hash
  hash=$(hash_in "$folder/$1.json")
  use api_shared "$2" step "$folder/$1.yaml" "$3" "$4"
  [ "$(sort -u "$folder/api_shared")" = "$hash" ] || fail "$1, $2 ranks, $3: hashes $(xargs < "$folder/api_shared"), not $hash"
}

cat > "$folder/explicit.yaml" << 'END'
mesh: {file: meshes/bar}
initial: "1+x"
boundary: {markers: [{marker: 1, kind: value, value: "x+t"}]}
states: {w: {initial: 1, rate: v-w}}
source: "0.1*w"
time: {steps: 60}
END
sed 's/time: .*/time: {method: implicit, steps: 6}/' "$folder/explicit.yaml" > "$folder/implicit.yaml"
printf 'mesh: {file: meshes/bar}\ninitial: 0\nboundary: {default: {kind: value, value: x}}\ntime: {method: steady, steps: null}\n' > "$folder/steady.yaml"
[ "${1-}" != --all ] || compare explicit 1 condensed 60
compare explicit 3 neighbour 60
API_MULTIPLE=1 compare explicit 2 condensed 60
API_PREPARE=1 compare implicit 2 condensed 6
compare steady 3 neighbour 1

# The output files of the library must equal those of `tetracast run`, also if that run resumes from a checkpoint of the library. The
# reports must have the same keys, except those of the job. They must also have the same field and counts. Checkpoints are not
# compared, because they also list the report of the run.
cat "$folder/explicit.yaml" - > "$folder/outputs.yaml" << END
strategy: neighbour
storage: ell
probes: [[0.1, 0.2, 0.3]]
snapshots: {file: $folder/out/s.h5, every: 8}
history: {file: $folder/out/h.csv, every: 7}
checkpoint: {file: $folder/out/c.h5, every: 25}
END
sed 's/time: .*/time: {method: implicit, steps: 40}/' "$folder/outputs.yaml" > "$folder/outputs_implicit.yaml"
echo "solver: {history: $folder/out/r.csv}" >> "$folder/outputs_implicit.yaml"

# compare_outputs NAME RANKS: compares all files of a config, then those of a resumed run.
compare_outputs() {
  launch "$2" run "$folder/$1.yaml" -q --machine none --json "$folder/run.json"
  expect_code "run $1" 0
  rm -rf "$folder/expected" && mv "$folder/out" "$folder/expected"
  use api_shared "$2" outputs "$folder/$1.yaml" 0 1000 "$folder/api.json"
  diff -r -x "c.*" "$folder/out" "$folder/expected" || fail "$1, $2 ranks: the files differ"
  /usr/bin/python3 - "$folder/run.json" "$folder/api.json" << 'END' || fail "$1, $2 ranks: the reports differ"
import json, sys
run, api = (json.load(open(path)) for path in sys.argv[1:])


def keys(value, place=""):
    if isinstance(value, dict):
        return {place + "/" + key for key in value}.union(*(keys(item, place + "/" + key) for key, item in value.items()))
    return keys(value[0], place + "[]") if isinstance(value, list) and value else set()


differences = {key for key in keys(run) ^ keys(api) if not key.startswith("/job")}
assert not differences, sorted(differences)
for key in "field", "counts":
    assert run["results"][0][key] == api["results"][0][key], key
END
  rm -rf "$folder/out"
  use api_shared "$2" outputs "$folder/$1.yaml" 1 37 "$folder/api.json"
  force='' launch "$2" run "$folder/$1.yaml" -q --machine none --resume
  expect_code "run $1 --resume" 0
  diff -r -x "c.*" "$folder/out" "$folder/expected" || fail "$1, $2 ranks: the resumed files differ"
  rm -rf "$folder/out"
}
compare_outputs outputs 3
[ "${1-}" != --all ] || { compare_outputs outputs 1 && compare_outputs outputs_implicit 2; }

# Two threads that use two worlds at the same time must compute the same field as a run.
launch 2 run "$folder/explicit.yaml" -q --machine none -s strategy=neighbour --json "$folder/threads.json"
expect_code 'run for threads' 0
API_MULTIPLE=1 use api_shared 2 threads "$folder/explicit.yaml" 60
[ "$(sort -u "$folder/api_shared")" = "$(hash_in "$folder/threads.json")" ] || fail "two threads: $(xargs < "$folder/api_shared")"

# After MPI_Finalize, objects must be freed without calls of MPI.
strategies=(condensed)
[ "${1-}" != --all ] || strategies+=(neighbour)
for strategy in "${strategies[@]}"; do
  use api_shared 2 finalised meshes/bar "$strategy" "$folder/late.h5"
  [ "$(sort -u "$folder/api_shared")" = '2 libtetracast: MPI is finalised: call MPI_Finalize after the library' ] ||
    fail "after MPI_Finalize: $(xargs < "$folder/api_shared")"
done

# If MPI provides no windows, the message must name the variable that disables them and a strategy that needs none.
export OMPI_MCA_osc=^sm
# shellcheck disable=SC2086 # several words
limited 120 $mpirun -np 2 "$TETRACAST_TESTS/api_shared" step "$folder/explicit.yaml" condensed 60 > "$folder/stdout" 2> "$folder/stderr" < /dev/null
grep 'error: .*OMPI_MCA_osc' "$folder/stderr" | grep -q 'strategy neighbour' || fail 'no windows: the message'
use api_shared 2 step "$folder/explicit.yaml" neighbour 60
[ "$(sort -u "$folder/api_shared")" = "$(hash_in "$folder/threads.json")" ] || fail 'no windows: neighbour'
finish
