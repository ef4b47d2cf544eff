#!/usr/bin/env bash
# A file system becomes full while a run writes snapshots, checkpoints and a history. The run must end with
# exit code 5 and an error that contains the file and the message of the system. Complete files must remain
# valid. After the file system was enlarged, the resumed run must give the same bits as an undisturbed run.
# Outputs that cannot fit, and read-only directories, are refused before the first step. The test is skipped
# unless the user may mount a file system (root).
set -uo pipefail
. "$(dirname "$0")/common.sh"
need_h5py
mkdir "$folder/disk"
if ! mount -t tmpfs -o size=64m none "$folder/disk" 2> /dev/null; then
  echo 'skipped: no file system can be mounted here (root can)'
  exit 77
fi
trap 'umount -l "$folder/disk"; umount -l "$folder/small" 2> /dev/null; rm -rf "$folder" "$folder.server"' EXIT
"$TETRACAST" mesh generate cube --bricks 12 -o "$folder/m" > /dev/null || exit 1 # 10368 cells: 83 kB per snapshot
cat > "$folder/run.yaml" <<YAML
mesh: {file: $folder/m}
initial: "1 + x*y"
machine: none
time: {steps: 200, steady: 1e-200} # may end early, so the size of its outputs is unknown
boundary: {markers: [{marker: 1, kind: value, value: "sin(40*t)+y"}]}
snapshots: {file: $folder/disk/x.h5, every: 4}
history: {file: $folder/disk/h.csv, every: 1}
checkpoint: {file: $folder/disk/c.h5, every: 10}
YAML
hash_of() { "$python" -c 'import json, sys; print(json.load(open(sys.argv[1]))["results"][0]["field"]["hash"])' "$1"; }

force=
launch 2 run "$folder/run.yaml" -q --json "$folder/wanted.json"
expect_code 'with room' 0
cp "$folder/disk/x.h5" "$folder/wanted.h5"
cp "$folder/disk/h.csv" "$folder/wanted.csv"

full=0
for size in 1500k 2500k 3500k; do
  umount "$folder/disk" && mount -t tmpfs -o size=$size none "$folder/disk" || exit 1
  rm -f "$folder/r.json"
  launch 2 run "$folder/run.yaml" -q -s time.steady=null
  expect_code "$size, for sure too little" 5 "$folder/disk/x.h5" 'No space left on device' 'snapshots need at least 4.'
  compgen -G "$folder/disk/*.h5" > /dev/null && fail "$size: a file of a run that was refused"
  launch 2 run "$folder/run.yaml" -q --json "$folder/r.json"
  expect_code "$size" 5 "$folder/disk/" 'No space left on device'
  [ ! -e "$folder/r.json" ] || fail "$size: a report of a run that has failed"
  "$python" tests/apps/resume_check.py --read "$folder"/disk/*.h5 || fail "$size: not whole"
  compgen -G "$folder/disk/*.tmp" > /dev/null && fail "$size: $(ls "$folder/disk")"
  compgen -G "$folder/disk/c.*.h5" > /dev/null && full=$((full + 1))
  mount -o remount,size=64m "$folder/disk" || exit 1
  launch 3 run "$folder/run.yaml" -q --resume --json "$folder/r.json" -s strategy=neighbour
  expect_code "$size, with more room" 0
  [ "$(hash_of "$folder/r.json")" = "$(hash_of "$folder/wanted.json")" ] || fail "$size: another field"
  "$python" tests/apps/resume_check.py "$folder/wanted.h5" "$folder/disk/x.h5" || fail "$size: other snapshots"
  cmp "$folder/wanted.csv" "$folder/disk/h.csv" || fail "$size: another history"
done
[ $full -gt 0 ] || fail 'no run was full after its first checkpoint'

# Snapshots and checkpoints are on different file systems. The checkpoints do not fit on theirs, so the run is
# refused.
umount "$folder/disk" && mount -t tmpfs -o size=2500k none "$folder/disk" || exit 1
mkdir "$folder/small" && mount -t tmpfs -o size=64k none "$folder/small" || exit 1
launch 1 run "$folder/run.yaml" -q -s "checkpoint.file=$folder/small/c.h5"
expect_code 'two file systems' 5 "$folder/small/c.h5" 'No space left on device' 'checkpoints need at least'

# Outputs on a file system that is mounted read-only are refused.
mount -o remount,ro "$folder/disk" || exit 1
for output in "snapshots.file=$folder/disk/y.h5" "history.file=$folder/disk/y.csv" "checkpoint.file=$folder/disk/y.c" "report.json=$folder/disk/y.json"; do
  launch 2 run "$folder/run.yaml" -q -s snapshots=null -s history=null -s checkpoint=null -s "$output"
  expect_code "$output" 5 "${output#*=}" 'Read-only file system'
done
finish
