#!/usr/bin/env bash
# Checks that programs with libtetracast.so and libtetracast.a compute the same results as the program
# tetracast. With --all, results on other numbers of ranks are compared too.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
: "${TETRACAST_TESTS:?must name the directory of the test programs}"
need jq jq
[ -e "$TETRACAST_TESTS/api_shared" ] || { echo 'skipped: this build has no libtetracast'; exit 77; }

# use PROGRAM RANKS COMMAND..: runs commands of a program that uses the library (tests/api/program.c), without
# a launcher if RANKS is 0. The commands share one launch, because launching takes longer than executing them.
# The output is in $folder/PROGRAM.
use() {
  local program=$1 ranks=$2 launcher=(env OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_btl=self "OMPI_MCA_orte_tmpdir_base=$folder")
  shift 2
  # shellcheck disable=SC2206 # several words
  [ "$ranks" = 0 ] || launcher=($mpirun -np "$ranks")
  limited 120 "${launcher[@]}" "$TETRACAST_TESTS/$program" "$@" > "$folder/$program" 2> "$folder/stderr" < /dev/null ||
    fail "$program $*: exit code $?"
  checks=$((checks + 1))
}

# expect_lines NAME LINE..: expects that the last output of api_shared has exactly these distinct lines. Their
# order and the number of repetitions have no effect.
expect_lines() {
  [ "$(sort -u "$folder/api_shared")" = "$(printf '%s\n' "${@:2}" | sort -u)" ] || fail "$1: $(xargs < "$folder/api_shared"), not ${*:2}"
}

# The seconds and counts of a forecast must equal those of `tetracast predict`.
printf 'mesh: {file: meshes/bar}\ninitial: 0\n' > "$folder/predict.yaml"
launch 0 predict "$folder/predict.yaml" --machine "$known" --nodes 16 --ranks-per-node 4 --json "$folder/predict.json"
expect_code predict 0
printf 'mesh: {file: meshes/bar}\ninitial: "x"\nstrategy: naive\nsnapshots: {file: a.h5, every: 10}\n' > "$folder/report.yaml"
launch 0 predict "$folder/report.yaml" --machine "$known" --nodes 16 --ranks-per-node 4 --json "$folder/report.json"
expect_code predict 0
use api_shared 2 forecast meshes/bar "$known" 16 4 report "$folder/report.yaml" meshes/bar "$known" 16 4
sed '/^{/,$d' "$folder/api_shared" > "$folder/forecast"
sed -n '/^{/,$p' "$folder/api_shared" > "$folder/api_report.json"
use api_static 0 forecast meshes/bar "$known" 16 4
cmp "$folder/forecast" "$folder/api_static" || fail 'the libraries differ'
/usr/bin/python3 - "$folder/predict.json" "$folder/forecast" << 'END' || fail 'the forecasts differ'
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
/usr/bin/python3 - "$folder/report.json" "$folder/api_report.json" << 'END' || fail 'the reports of forecasts differ'
import json, sys
a, b = (json.load(open(path)) for path in sys.argv[1:])
assert list(a) == list(b), (list(a), list(b))
faults = [key for key in a if a[key] != b[key] and key not in ("commit", "date", "wall_s", "files", "phases")]
assert not faults, [(key, a[key], b[key]) for key in faults]
END
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
# The program has two problems of the library. Their fields must equal that of `tetracast run`. Fields have
# the same bits on any number of ranks.
declare -A hash
for name in explicit implicit steady; do
  launch 0 run "$folder/$name.yaml" -q --machine none --json "$folder/$name.json"
  expect_code "run $name" 0
  hash[$name]=$(jq -r '.results[0].field.hash' "$folder/$name.json")
done
# Two threads use two worlds at the same time. Each must compute the field of `tetracast run`.
API_MULTIPLE=1 use api_shared 2 step "$folder/explicit.yaml" condensed 60 threads "$folder/explicit.yaml" 60
expect_lines 'two problems, two threads' "${hash[explicit]}"
# If a program destroys objects after MPI_Finalize, the library must free them without calling MPI.
finalised='2 libtetracast: MPI is finalised: call MPI_Finalize after all functions of the library'
API_PREPARE=1 use api_shared 2 step "$folder/implicit.yaml" condensed 6 finalised meshes/bar condensed "$folder/late.h5"
expect_lines 'implicit steps, after MPI_Finalize' "${hash[implicit]}" "$finalised"
if [ "${1-}" = --all ]; then
  use api_shared 1 step "$folder/explicit.yaml" condensed 60
  expect_lines 'one rank' "${hash[explicit]}"
  use api_shared 2 finalised meshes/bar neighbour "$folder/late.h5"
  expect_lines 'neighbour, after MPI_Finalize' "$finalised"
fi

# The output files of the library must equal those of `tetracast run`, also if `tetracast run` resumes from a
# checkpoint of the library. The reports must have the same keys, except those of the job, and the same field
# and counts. Checkpoints are not compared, because they list the report among the run's output files.
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

# compare_outputs NAME RANKS COMMAND..: compares all output files of a config, and then those of a resumed
# run. COMMAND.. are further commands for the same launch of the program.
compare_outputs() {
  launch "$2" run "$folder/$1.yaml" -q --machine none --json "$folder/run.json"
  expect_code "run $1" 0
  rm -rf "$folder/expected" "$folder/complete" && mv "$folder/out" "$folder/expected"
  use api_shared "$2" outputs "$folder/$1.yaml" 0 1000 "$folder/api.json" move "$folder/out" "$folder/complete" \
    outputs "$folder/$1.yaml" 1 37 "$folder/part.json" "${@:3}"
  diff -r -x "c.*" "$folder/complete" "$folder/expected" || fail "$1, $2 ranks: the files differ"
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
  force='' launch "$2" run "$folder/$1.yaml" -q --machine none --resume
  expect_code "run $1 --resume" 0
  diff -r -x "c.*" "$folder/out" "$folder/expected" || fail "$1, $2 ranks: the resumed files differ"
  rm -rf "$folder/out"
}
compare_outputs outputs 3 step "$folder/explicit.yaml" neighbour 60 step "$folder/steady.yaml" neighbour 1
expect_lines 'two problems on 3 ranks' "${hash[explicit]}" "${hash[steady]}"
[ "${1-}" != --all ] || { compare_outputs outputs 1 && compare_outputs outputs_implicit 2; }

# If MPI supports no windows (osc=^sm excludes them), the message must name the environment variable that
# causes this and a strategy that needs no windows.
export OMPI_MCA_osc=^sm
# shellcheck disable=SC2086 # several words
limited 120 $mpirun -np 2 "$TETRACAST_TESTS/api_shared" step "$folder/explicit.yaml" condensed 60 > "$folder/stdout" 2> "$folder/stderr" < /dev/null
grep 'error: .*OMPI_MCA_osc' "$folder/stderr" | grep -q 'strategy neighbour' || fail 'no windows: the message'
use api_shared 2 step "$folder/explicit.yaml" neighbour 60
expect_lines 'no windows: neighbour' "${hash[explicit]}"
finish
