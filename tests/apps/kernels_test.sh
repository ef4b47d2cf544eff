#!/usr/bin/env bash
# kernels: what it prints and writes, and wrong input.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
TETRACAST=$(dirname "$TETRACAST")/kernels # what launch starts
[ -x "$TETRACAST" ] || { echo "skipped: $TETRACAST is not built"; exit 77; }

# As expect_code of common.sh, for this program's error lines.
expect_exit() { # name, code, words...
  local name=$1 wanted=$2 lines word
  shift 2
  [ "$code" = "$wanted" ] || fail "$name: exit code $code, not $wanted"
  lines=$(grep -c '^kernels: error: ' "$folder/stderr")
  [ "$lines" = $((wanted != 0)) ] || fail "$name: $lines error lines"
  for word in "$@"; do
    grep '^kernels: error: ' "$folder/stderr" | grep -qF -- "$word" || fail "$name: the error lacks \"$word\""
  done
}

for form in difference matrix; do
  for directed in '' --directed; do
    # shellcheck disable=SC2086 # a word or none
    launch 0 run --cells 3001 --blocks 5,64,3001 --threads 1,2 --kernel simple,placed --form $form --steps 7 $directed \
      --json "$folder/new/r.json"
    expect_exit "$form $directed" 0
    expect_output "$form $directed" "form $form" 'All results were checked'
    python3 - "$folder/new/r.json" "$form" "$directed" "$folder/stdout" <<'PYTHON' || fail "$form $directed: not the report that it should be"
import json, sys
r, form, directed = json.load(open(sys.argv[1])), sys.argv[2], sys.argv[3] != ""
flop, size = {"difference": (11, 64), "matrix": (9, 72)}[form]
assert (r["program"], r["cells"], r["directed"], r["form"], r["steps"]) == ("kernels", 3001, directed, form, 7)
assert (r["flop_per_row"], r["bytes_per_row"]) == (flop, size)
lines = [(l["block"], l["threads"], l["kernel"]) for l in r["results"]]
assert lines == [(b, t, k) for b in (5, 64, 3001) for t in (1, 2) for k in ("simple", "placed")], lines
for l in r["results"]:
    assert 0 < l["fastest_s"] <= l["step_s"]
    assert abs(l["flops"] * l["step_s"] / (3001 * flop) - 1) < 1e-12
    assert abs(l["bandwidth_Bps"] * l["step_s"] / (3001 * size) - 1) < 1e-12
rows = [l.split() for l in open(sys.argv[4])]
rows = [l for l in rows if len(l) == 7 and l[0].isdigit() and l[2] in ("simple", "placed")]
assert [(int(l[0]), int(l[1]), l[2]) for l in rows] == lines, rows
PYTHON
  done
done

for words in --help 'run --help' 'run -h'; do
  read -ra words <<< "$words"
  launch 0 "${words[@]}"
  expect_exit "${words[*]}" 0
  expect_output "${words[*]}" 'usage: '
done
launch 0
[ "$code" = 2 ] || fail "no command: exit code $code"

printf 'in the way\n' > "$folder/file"
while IFS='|' read -r wanted words arguments; do
  read -ra arguments <<< "$arguments"
  launch 0 "${arguments[@]}"
  expect_exit "${arguments[*]}" "$wanted" "$words"
  [ ! -e "$folder/out.json" ] || fail "${arguments[*]}: left a report"
done <<TABLE
2|dance|dance
2|--colour|run --colour red
2|--blocks 4: a block needs at least 5 rows: four neighbours and itself|run --blocks 4 --json $folder/out.json
2|--cells 0|run --cells 0
2|one of simple, placed|run --kernel fast
2|4096 threads|run --threads 4096 --json $folder/out.json
5|$folder/file/r.json|run --cells 9 --json $folder/file/r.json
5|$folder/file|run --cells 9 --json $folder/file
TABLE
OMP_NUM_THREADS=many launch 0 run --cells 9
expect_exit 'no number of threads' 2 OMP_NUM_THREADS
"$TETRACAST" --help > /dev/full 2> "$folder/stderr"
code=$?
expect_exit 'a full disk under stdout' 5 stdout
finish
