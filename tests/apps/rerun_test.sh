#!/usr/bin/env bash
# `tetracast rerun` repeats a run from its report or its snapshots. It uses the config and overrides of the
# run, even if the config file has changed. On another number of ranks the field has the same bits. A rerun is
# refused if the mesh or the matrix differs. Without --force it replaces no output.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need /usr/bin/python3 python3
force=
readonly config=$folder/run.yaml report=$folder/r.json quiet='-s snapshots=null'
for bricks in 3 4; do "$TETRACAST" mesh generate cube --bricks $bricks -o "$folder/m$bricks" > /dev/null || exit 1; done
cat > "$config" << YAML
mesh: {file: $folder/m3}
initial: "1 + x*y"   # "quoted", with ü
time: {steps: 50}
snapshots: {file: $folder/x.h5}
diffusion: {fibres: {file: $folder/fibres, tensor: {along: 2, across: 1}}}
YAML
yes '1 0 0' | head -n 162 > "$folder/fibres"
launch 2 run "$config" -q --machine "$known" -s time.steps=7 -s 'source=0.1*v' --json "$report"
expect_code 'the run' 0
sed -i 's/initial:.*/initial: 5/' "$config"
readonly before=$(cksum "$folder"/x.*)

# The report must contain all values that a rerun needs.
holds 'the values for a rerun' "$report" 'r["command"] == "run" and r["directory"] == "'"$PWD"'" and "MPI" in r["libraries"] and "HDF5" in r["libraries"]
  and r["config"]["overrides"] == "time.steps=7\nsource=0.1*v\n" and r["config"]["machine"] == "'"$known"'" and r["config"]["model"] is None
  and "ü" in r["config"]["text"] and len(r["initial"]["hash"]) == len(r["matrix_hash"]) == 16 and r["first_step"] == 0'

# A rerun gives the same bits on other numbers of ranks. It can read a report, the report of a rerun, or a
# snapshot file.
launch 0 rerun "$report" $quiet --json "$folder/again.json"
expect_code 'the run again' 0
expect_output 'the run again' "The field equals that of $report bit by bit: hash "
grep -qF "ranks x threads x nodes were 2 x 1 x 1 in the run of $report and are 1 x 1 x 1 now" "$folder/stderr" || fail 'other ranks are not logged'
holds 'the report of a run that was made again' "$folder/again.json" 'r["command"] == "rerun" and r["steps"] == 7
  and r["config"]["overrides"] == "time.steps=7\nsource=0.1*v\nsnapshots=null\n" and r["config"]["file"] == "'"$config"'"'
launch 2 rerun "$folder/again.json" -q -s strategy=block
expect_code 'a rerun of a rerun' 0
expect_output 'a rerun of a rerun' "The field equals that of $folder/again.json bit by bit"
launch 2 rerun "$folder/x.h5" $quiet -q --machine "$known"
expect_code 'from snapshots' 0
expect_output 'from snapshots' "The field equals that of $folder/x.h5 bit by bit"

# Existing output files are replaced only with --force. The input files are never replaced.
launch 0 rerun "$report" -q
expect_code 'outputs that are there' 5 'x.h5' 'already exists' 'with --force, or write no files with -s snapshots=null '
launch 0 rerun "$report" $quiet -q --force --json "$report"
expect_code 'onto the report that is read' 2 'the file to rerun' 'same file'
launch 0 rerun "$folder/x.h5" -q --force --machine "$known"
expect_code 'onto the snapshots that are read' 2 'same file'
launch 0 rerun "$report" $quiet -q --force --json "$config"
expect_code 'onto the config' 2 'the config' 'same file'
[ "$(cksum "$folder"/x.*)" = "$before" ] || fail 'the first run has lost its snapshots'

# A user has edited the report. The last override has no end of line, and the number of ranks is missing.
/usr/bin/python3 - "$report" "$folder/edited.json" << 'PYTHON'
import json, sys
r = json.load(open(sys.argv[1]))
r["config"]["overrides"] = r["config"]["overrides"].rstrip("\n")
del r["ranks"]
r["threads"] = 5
json.dump(r, open(sys.argv[2], "w"), indent=2)
PYTHON
launch 0 rerun "$folder/edited.json" $quiet
expect_code 'a report that was edited' 0
expect_output 'a report that was edited' "The field equals that of $folder/edited.json bit by bit"
grep -qF 'were ? x 5 x 1 in the run of' "$folder/stderr" || fail 'unknown ranks are not logged'

# If overrides change the solution, the field is not compared with the report.
for override in time.steps=8 initial=2; do
  launch 0 rerun "$report" $quiet -q -s $override
  expect_code "-s $override" 0
  expect_output "-s $override" "is not compared with that of $report: ${override%=*} differs"
done
launch 0 rerun "$report" $quiet -q -s title=other -s time.steps=7
expect_code 'the same keys' 0
expect_output 'the same keys' 'bit by bit'

# Files that differ from those of the run: a moved mesh (accepted), another mesh, other fibres, and another
# hash of the field.
mv "$folder/m3.node" "$folder/moved.node" && mv "$folder/m3.ele" "$folder/moved.ele" && mv "$folder/m3.face" "$folder/moved.face"
launch 0 rerun "$report" $quiet -q -s "mesh.file=$folder/moved"
expect_code 'a mesh that has moved' 0
expect_output 'a mesh that has moved' 'bit by bit'
launch 0 rerun "$report" $quiet -q -s "mesh.file=$folder/m4"
expect_code 'another mesh' 3 "the run used the mesh $folder/m3 with hash " "$folder/m4 has hash "
(cd "$folder" && limited 60 "$TETRACAST" rerun r.json -s snapshots=null > stdout 2> stderr < /dev/null)
code=$?
expect_code 'a missing mesh' 3 'm3.node'
grep -qF "was started in $PWD" "$folder/stderr" || fail 'another directory is not logged'
yes '0 1 0' | head -n 162 > "$folder/fibres"
launch 2 rerun "$report" $quiet -q -s "mesh.file=$folder/moved"
expect_code 'other fibres' 3 'the hash of the matrix was ' 'has changed since'
yes '1 0 0' | head -n 162 > "$folder/fibres"

change() { # Python statements that change r, the report
  /usr/bin/python3 -c 'import json, sys
r = json.load(open(sys.argv[1])); exec(sys.argv[3]); json.dump(r, open(sys.argv[2], "w"))' "$report" "$folder/changed.json" "$1"
}
change 'r["results"][0]["field"]["hash"] = "0123456789abcdef"; r["mesh"]["file"] = "elsewhere"'
launch 2 rerun "$folder/changed.json" $quiet -q -s "mesh.file=$folder/moved" --json "$folder/differs.json"
expect_code 'another field' 4 'the hash of the field was 0123456789abcdef, and is '
[ -s "$folder/differs.json" ] || fail 'another field: no report'
change 'r["commit"] = "abc"; r["version"] = "0.0"; r["matrix_hash"] = "0"'
launch 0 rerun "$folder/changed.json" $quiet -q -s "mesh.file=$folder/moved"
expect_code 'another version' 0
grep -qF 'was written by version 0.0, commit abc' "$folder/stderr" || fail 'another version is not logged'

# A rerun with more steps equals one longer run, also if it reads the snapshots of the first run. With dt:
# auto a later end time gives other bits, because it changes the length of the steps.
readonly longer=$folder/longer.yaml
cat > "$longer" << YAML
mesh: {file: $folder/m4}
initial: "1 + x*y"
source: "sin(40*t)"
snapshots: {file: $folder/e.h5}
checkpoint: {file: $folder/e.ck.h5}
machine: none
YAML
readonly others='-s snapshots=null -s checkpoint=null -s report=null'
launch 2 run "$longer" -q -s time.steps=4 -s checkpoint.wall=1e-9 # its snapshot file has the same number of rows as that of the longer run
[ "$code" = 75 ] || fail "a run that is interrupted: exit code $code"
launch 0 run "$longer" -q -s time.steps=7 --resume --json "$folder/e.json"
expect_code 'more steps' 0
holds 'more steps' "$folder/e.json" 'r["in_one_go"] and len(r["step_sizes"]) == 1 and r["steps"] == 7'
for record in e.json e.h5; do
  launch 2 rerun "$folder/$record" -q $others
  expect_code "more steps, $record" 0
  expect_output "more steps, $record" 'bit by bit'
done
launch 2 run "$longer" -q --force -s time.end=0.01
launch 2 run "$longer" -q -s time.end=0.0123 --resume --json "$folder/e2.json"
expect_code 'a later end' 0
grep -qF ': the result differs from that of an uninterrupted run' "$folder/stderr" || fail 'a later end: no note'
holds 'a later end' "$folder/e2.json" 'not r["in_one_go"] and [s["after_step"] > 0 for s in r["step_sizes"]] == [False, True]
  and r["step_sizes"][1]["dt"] == r["dt"] < r["step_sizes"][0]["dt"] and abs(r["time"] - 0.0123) < 1e-15'
for record in e2.json e.h5; do
  launch 2 rerun "$folder/$record" -q $others
  expect_code "a later end, $record" 0
  expect_output "a later end, $record" 'is not compared' 'that run was extended with another step size'
done

# Files that are not reports of a run are refused.
for text in 'r = {}' 'r["program"] = "heat2d"' 'r = []'; do
  change "$text"
  launch 0 rerun "$folder/changed.json" $quiet -q
  expect_code "$text" 3 "$folder/changed.json: is neither a report"
done
change 'r["command"] = "compare"'
launch 0 rerun "$folder/changed.json" $quiet -q
expect_code 'a comparison' 3 "$folder/changed.json: is a report of tetracast compare"
change 'del r["config"]["text"]'
launch 0 rerun "$folder/changed.json" $quiet -q
expect_code 'no config in it' 3 'does not contain the config'
head -c 700 "$report" > "$folder/changed.json"
launch 2 rerun "$folder/changed.json" -q
expect_code 'a torn report' 3 "$folder/changed.json"
if /usr/bin/python3 -c 'import h5py' 2> /dev/null; then
  cp "$folder/x.h5" "$folder/changed.h5"
  /usr/bin/python3 -c "import h5py; f = h5py.File('$folder/changed.h5', 'r+'); f['/field/v'][-1, 3] = 7"
  launch 0 rerun "$folder/changed.h5" $quiet -q -s "mesh.file=$folder/moved"
  expect_code 'a damaged snapshot' 3 'changed.h5: is damaged: dataset /field/v at step 7'
fi
printf 'tetracast checkpoint ' > "$folder/c.h5"
launch 0 rerun "$folder/c.h5" -q
expect_code 'a checkpoint' 3 'c.h5: is a checkpoint' '--resume'
launch 0 rerun "$config" -q
expect_code 'a config' 3 'is neither a report'
launch 0 rerun "$folder/none.json" -q
expect_code 'no file' 3 'none.json'
launch 0 rerun -q
expect_code 'no word' 2 'one report or snapshot file'
finish
