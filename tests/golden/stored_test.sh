#!/usr/bin/env bash
# This version must read, resume and rerun files that an earlier version wrote: checkpoints, snapshots,
# history, a report and a machine file (stored/README.md).
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
need /usr/bin/python3 python3
# The tests use a copy of the stored files, because a resumed run changes its outputs. The copy has the same
# relative paths, because a resumed run needs the same config.
readonly source=$PWD stored=tests/golden/stored
mkdir -p "$folder/$stored" && cp "$stored"/* "$folder/$stored" && cp "$stored/snapshots.h5" "$folder/before.h5" &&
  chmod -R u+w "$folder" && cd "$folder" || exit 1

# resume NAME RANKS HASH OPTION..: resumes a run from its stored checkpoint. The field must have the hash of
# the uninterrupted run.
resume() {
  local name=$1 ranks=$2 hash=$3
  launch "$ranks" run "$stored/$name.yaml" --machine "$known" --resume -s "checkpoint={file: $stored/$name.h5, keep: 2}" "${@:4}"
  expect_code "resume $name" 0
  expect_output "resume $name" "hash $hash"
  grep -qF 6f5f9001c5ea "$folder/stderr" || fail "resume $name: no note names the program"
}

# has_keys STORED NEW: expects that the new report contains each key of the stored one. Arrays are compared by
# their first item.
has_keys() {
  /usr/bin/python3 - "$1" "$2" << 'PYTHON' || fail "$2 lacks keys of $1"
import json, sys

def keys(value, path):
    if isinstance(value, dict):
        for name in value:
            yield f"{path}.{name}"
            yield from keys(value[name], f"{path}.{name}")
    elif isinstance(value, list) and value:
        yield from keys(value[0], f"{path}[]")

stored, new = (set(keys(json.load(open(name)), "report")) for name in sys.argv[1:])
sys.exit("missing: " + " ".join(sorted(stored - new)) if stored - new else 0)
PYTHON
}

# has_rows STORED NEW: expects that the histories are equal in all columns. Means over regions may differ by
# 1e-14, because earlier versions rounded the volume of a region after each cell.
has_rows() {
  /usr/bin/python3 - "$1" "$2" << 'PYTHON' || fail 'the resumed run wrote another history'
import csv, math, sys

stored, new = (list(csv.DictReader(open(name))) for name in sys.argv[1:])
same = lambda key, a, b: math.isclose(float(a), float(b), rel_tol=1e-14) if key.startswith("mean_") else a == b
sys.exit(len(stored) != len(new) or any(a.keys() != b.keys() or not all(same(key, a[key], b[key]) for key in a)
                                        for a, b in zip(stored, new)))
PYTHON
}

force= # resuming and replacing exclude each other
resume explicit 3 99da71df201687be -s "snapshots={file: $stored/snapshots.h5, every: 20}" -s "history.file=$stored/history.csv"
has_rows "$source/$stored/history.csv" "$stored/history.csv"
resume implicit 0 ec4ab48a947b17fe --json i.json
has_keys "$stored/implicit.json" i.json
resume steady 0 c385388735ed6995

for record in "$stored/explicit.json" before.h5; do
  launch 0 rerun "$record" -q --machine "$known" --json "${record##*/}.again" -s checkpoint=null -s snapshots=null -s history=null
  expect_code "rerun $record" 0
  expect_output "rerun $record" "hash 99da71df201687be"
done
has_keys "$stored/explicit.json" explicit.json.again

# The stored snapshots and those of the resumed run both contain the last step, and a run can use it as
# initial field.
for snapshots in before.h5 "$stored/snapshots.h5"; do
  launch 0 run "$stored/explicit.yaml" -q --machine none -s time.steps=0 -s "initial={file: $snapshots, step: 40}"
  expect_code "initial field from $snapshots" 0
  expect_output "initial field from $snapshots" 'hash 99da71df201687be'
done

launch 0 predict "$stored/explicit.yaml" -q --machine "$stored/machine.yaml" --nodes 1 --ranks-per-node 2 --json p.json
expect_code 'predict with the machine file' 0
holds_for_machine='machine["name"] == "node1" and machine["private_bandwidth_Bps"] == 3146981383.6019087 and forecast["total"] > 0'
/usr/bin/python3 -c 'import json, sys
report = json.load(open(sys.argv[1])); machine = report["machine"]; forecast = report["results"][0]["predicted_s"]
sys.exit(not eval(sys.argv[2]))' p.json "$holds_for_machine" || fail "predict with the machine file: false: $holds_for_machine"
finish
