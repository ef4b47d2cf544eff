#!/usr/bin/env bash
# Tests that jobs/field.sh draws a snapshot file and rejects files that it cannot draw.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
need_field

draw() { # arguments...
  limited 60 jobs/field.sh "$@" > "$folder/stdout" 2> "$folder/stderr"
  code=$?
}
refused() { # name, words
  [ "$code" = 2 ] || fail "$1: exit code $code"
  grep -qF -- "$2" "$folder/stderr" || fail "$1: lacks \"$2\""
}

launch 0 run configs/cube.yaml -q --machine none -s time='{steps: 20, end: null}' -s "snapshots={file: $folder/s.h5, every: 10}"
expect_code 'a run with snapshots' 0
draw "$folder/s.h5"
[ "$code" = 0 ] || fail 'all of it'
[ "$(head -c 4 "$folder/s.png" | tail -c 3)" = PNG ] || fail 'no PNG beside the snapshots'
draw -c x0.5 -o "$folder/half.png" "$folder/s.h5" 0 20
if [ "$code" != 0 ] || [ "$(head -c 4 "$folder/half.png" | tail -c 3)" != PNG ]; then fail 'two steps of one half'; fi
draw "$folder/s.h5" 7
refused 'a step without a snapshot' 'has no step 7, only 0, 10, 20'
draw -c w1 "$folder/s.h5"
refused 'a cut that is none' '-c w1: expected x, y or z and a number'
draw "$folder/nothing.h5"
refused 'no such file' 'no such file'

# A run that ends early has a snapshot file with unwritten rows. The script must choose the first,
# the middle and the last of the written snapshots.
launch 0 run configs/cube.yaml -q --machine none -s time='{steps: 300, end: null, steady: 1e9}' -s "snapshots={file: $folder/e.h5, every: 50}"
expect_code 'a run that ends early' 0
draw "$folder/e.h5"
[ "$code" = 0 ] || fail 'a run that ended early'
[ "$(/usr/bin/python3 jobs/plotting/field.py "$folder/e.h5" '' | grep -c "set label 't = ")" = 3 ] || fail 'three snapshots of six rows'
finish
