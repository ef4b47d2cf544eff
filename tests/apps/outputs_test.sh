#!/usr/bin/env bash
# An output never replaces an input, another output, a file of another program or the results of an earlier
# run. After each refusal all files must be unchanged.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
readonly config=$folder/good.yaml machine=$folder/machine.yaml
cp configs/machines/abel.yaml "$machine"
cat > "$config" <<YAML
mesh: {file: $folder/m}
initial: "1 + x"
time: {steps: 2}
machine: $machine
YAML
limited 60 "$TETRACAST" mesh generate cube --bricks 2 -o "$folder/m" > /dev/null || exit 1
sed '/^# Written/d' "$folder/m.node" > "$folder/foreign.node"
cp "$folder/m.ele" "$folder/foreign.ele"
printf 'a text of mine\n' > "$folder/mine"
printf 'a text of mine\n' > "$folder/mine.xdmf"
ln -s m.node "$folder/link"
cp configs/machines/abel.yaml "$folder/abel.yaml" # has references that calibrate could not restore
mkfifo "$folder/pipe" "$folder/pipe.xdmf"

state() { # checksum of the inputs and of the inodes of all files except those of the launch
  (cd "$folder" && ls -i && cat ./*.node ./*.ele ./*.yaml mine*) < /dev/null | grep -vE ' std(out|err)$' | cksum
}
readonly before=$(state)

refused() { # exit code, parts of the message (separated by |), arguments...
  local wanted=$1 words
  IFS='|' read -ra words <<< "$2"
  shift 2
  launch 0 "$@"
  expect_code "$*" "$wanted" "${words[@]}"
  [ "$(state)" = "$before" ] || fail "$*: files have changed"
}

snapshots() { printf 'snapshots.file=%s/%s' "$folder" "$1"; }

# Refused: outputs whose path is that of an input or of another output.
refused 2 'the mesh (|snapshots.file (|same file' run "$config" -q -s "$(snapshots m.node)"
refused 2 'the mesh (|same file' run "$config" -q -s "$(snapshots link)"
refused 2 'the mesh (|the JSON report' run "$config" -q --json "$folder/m.ele"
refused 2 'the config (|the JSON report' run "$config" -q --json "$folder/./good.yaml"
refused 2 'the config (|the CSV report' compare "$config" -q --csv "$config"
refused 2 'the machine file (|the JSON report' predict "$config" -q --json "$machine"
refused 2 'snapshots.file|the JSON report' run "$config" -q -s "$(snapshots new.h5)" --json "$folder/new.h5"
refused 2 'snapshots.file|the CSV report' run "$config" -q -s "$(snapshots new.h5)" --csv "$folder/new.xdmf"
refused 2 'the mesh (|history.file' run "$config" -q -s "history.file=$folder/m.ele"
refused 2 'the JSON report|history.file' run "$config" -q --json "$folder/new" -s "history.file=$folder/new"
refused 2 'history.file|snapshots.file' run "$config" -q -s "history.file=$folder/new" -s "snapshots.file=$folder/new.part"
refused 2 'history.file|the lock file of snapshots.file' run "$config" -q -s "history.file=$folder/new.xdmf.lock" -s "$(snapshots new.h5)"
refused 2 'the JSON report|the CSV report' run "$config" -q --json "$folder/new" --csv "$folder/new"
refused 2 'the mesh (|-o (' mesh order "$folder/m" -o "$folder/m"
# Refused: outputs at the path of a file that Tetracast has not written.
refused 5 'mine: exists and is not a snapshot file' run "$config" -q -s "$(snapshots mine)"
refused 5 'mine.xdmf: exists and is not' run "$config" -q -s "$(snapshots mine.h5)"
refused 5 'mine: exists and is not a JSON report' run "$config" -q --json "$folder/mine"
refused 5 'mine: exists and is not a CSV report' run "$config" -q --csv "$folder/mine"
refused 5 'mine: exists and is not a history of Tetracast' run "$config" -q -s "history.file=$folder/mine"
refused 5 'foreign.node: exists and is not a mesh file' mesh order "$folder/m" -o "$folder/foreign"
refused 5 'foreign.node: exists and is not a mesh file' mesh generate cube -o "$folder/foreign.ele"
refused 5 'mine: exists and is not a machine file' calibrate --quick -q -o "$folder/mine"
refused 5 'abel.yaml: exists and is not a machine file that Tetracast has written' calibrate --quick -q -o "$folder/abel.yaml"
# Named pipes and devices are refused as outputs, without blocking.
refused 5 'pipe: cannot be written: it is a device or a pipe' run "$config" -q -s "$(snapshots pipe)"
refused 5 'pipe.xdmf: cannot be written: it is a device or a pipe' run "$config" -q -s "$(snapshots pipe.h5)"
refused 5 'pipe: cannot be written: it is a device or a pipe' run "$config" -q --json "$folder/pipe"
refused 5 'pipe: cannot be written: it is a device or a pipe' run "$config" -q -s "history.file=$folder/pipe"
refused 5 'pipe: cannot be written: it is a device or a pipe' calibrate --quick -q -o "$folder/pipe"
refused 2 'pipe: is not a regular file' run "$folder/pipe" -q
refused 2 '/dev/zero: is not a regular file' run /dev/zero -q
refused 2 "$folder: is not a regular file" run "$folder" -q
# The field of strategy `none` is not valid, so a run with it may not write snapshots. heat2d refuses to write
# a report over its machine file.
launch 2 run "$config" -q -s strategy=none -s "$(snapshots none.h5)"
expect_code 'strategy none' 2 'strategy' 'none' 'snapshots.file'
[ "$(state)" = "$before" ] || fail 'strategy none: files have changed'
heat2d=$(dirname "$TETRACAST")/heat2d
limited 60 "$heat2d" predict --ranks 4 --machine "$machine" --json "$machine" > "$folder/stdout" 2> "$folder/stderr" < /dev/null
[ $? = 2 ] || fail 'heat2d --json onto its machine file'
[ "$(state)" = "$before" ] || fail 'heat2d: files have changed'

# A run with the path of an earlier run's snapshots writes to run.new.h5 and logs this. It replaces the
# earlier snapshots only if it succeeds.
launch 0 run "$config" -q -s "$(snapshots run.h5)"
expect_code 'the first run' 0
first=$(cksum < "$folder/run.h5")
launch 0 run "$config" -s "$(snapshots run.h5)" -s initial=2 --json "$folder/mine.json" -s time.dt=1
expect_code 'a failed run' 4
[ "$(cd "$folder" && echo run*)" = 'run.h5 run.xdmf' ] || fail "a failed run leaves $(cd "$folder" && echo run*)"
launch 0 run "$config" -s "$(snapshots run.h5)" -s snapshots.every=1 -s time.steps=1000001
expect_code 'too many snapshots' 2 'snapshots.every' '1000000'
launch 0 run "$config" -s "$(snapshots run.h5)" -s snapshots.every=1 -s time.steps=500000 -s 'states={w: {initial: 0, rate: v}}'
expect_code 'too many snapshots of states' 2 'snapshots.every' 'at most 500000'
[ "$(cksum < "$folder/run.h5")" = "$first" ] || fail 'a failed run has changed the snapshots of the first'
launch 0 run "$config" -s "$(snapshots run.h5)" -s initial=2
expect_code 'another run' 0
grep -qF "$folder/run.new.h5, which replaces it at the end" "$folder/stderr" || fail 'another run: the log does not name the new file'
[ "$(cksum < "$folder/run.h5")" != "$first" ] || fail 'another run: it has not replaced the snapshots'
[ "$(cd "$folder" && echo run*)" = 'run.h5 run.xdmf' ] || fail "another run leaves $(cd "$folder" && echo run*)"

# Snapshot files whose name has no suffix.
for value in 1 2; do
  launch 0 run "$config" -q -s "$(snapshots plain)" -s initial=$value
  expect_code "a name without a suffix, time $value" 0
done
[ "$(cd "$folder" && echo plain*)" = 'plain plain.xdmf' ] || fail "a name without a suffix leaves $(cd "$folder" && echo plain*)"

# A limit on the size of files makes writing fail. The limit also applies to the shared-memory files of MPI.
mkdir "$folder/short"
printf '#!/bin/sh\nulimit -f 20\nexec %s "$@"\n' "$(realpath "$TETRACAST")" > "$folder/short/tetracast"
chmod +x "$folder/short/tetracast"
TETRACAST=$folder/short/tetracast launch 2 run "$config" -q -s "$(snapshots short.h5)"
expect_code 'a limit of files' 5 'short.h5' 'File too large'
[ "$(cd "$folder" && echo short.*)" = 'short.*' ] || fail "a limit of files leaves $(cd "$folder" && echo short.*)"

# Without --force a run that would replace files of an earlier run is refused before it begins.
force=
touch "$folder/empty.json"
for output in "snapshots.file=$folder/run.h5" "history.file=$folder/run.csv" "report.json=$folder/run.json"; do
  launch 0 run "$config" --force -q -s "$output"
  expect_code "$output" 0
  first=$(cd "$folder" && cat run.* | cksum)
  launch 0 run "$config" -q -s initial=3 -s "$output" -s "checkpoint.file=$folder/new.h5"
  expect_code "$output again" 5 "${output#*=}" 'already exists' 'no checkpoint' '--force'
  [ "$(cd "$folder" && cat run.* | cksum)" = "$first" ] || fail "$output: a refused run has changed it"
  [ "$(cd "$folder" && echo new* ./*.lock)" = 'new* ./*.lock' ] || fail "$output: a refused run leaves $(cd "$folder" && echo new* ./*.lock)"
done
for command in predict compare; do
  first=$(cksum < "$folder/run.json")
  launch 0 $command "$config" -q --json "$folder/run.json"
  expect_code "$command over a report of run" 5 'run.json: is a report of tetracast run: use another name or remove it'
  [ "$(cksum < "$folder/run.json")" = "$first" ] || fail "$command: a refused command has changed the report"
done
launch 0 run "$config" -q --json "$folder/empty.json"
expect_code 'over an empty file' 0
launch 0 run "$config" -q --force --resume
expect_code 'both' 2 '--resume' '--force'

# A resumed run replaces its own files, but no files of another run. If the checkpoint does not exist,
# --resume replaces no files at all.
resume_run() { launch 0 run "$config" -q --resume -s "checkpoint.file=$folder/${1:-c}.h5" "${@:2}"; }
resume_run c --json "$folder/own.json" -s "$(snapshots own.h5)"
resume_run c --json "$folder/own.json" -s "$(snapshots own.h5)" -s time.steps=3
expect_code 'its own files' 0
own=$(cd "$folder" && cat own.* run.* | cksum)
resume_run c -s time.steps=4 -s "history.file=$folder/run.csv"
expect_code "another run's history" 5 'run.csv: history.file already exists' 'did not write it'
resume_run c -s time.steps=4 -s "$(snapshots run.h5)"
expect_code "another run's snapshots" 5 'run.h5: snapshots.file already exists'
resume_run slip -s "$(snapshots own.h5)"
expect_code 'no checkpoint' 5 'own.h5: snapshots.file already exists' 'check checkpoint.file'
[ "$(cd "$folder" && cat own.* run.* | cksum)" = "$own" ] || fail 'a resumed run has replaced files of another run'

finish
