#!/usr/bin/env bash
# In a locale with a decimal comma, programs read, compute and write the same numbers as in the locale C. The
# preloaded library libtc_comma.so sets such a locale before main starts.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
. tests/support/comma.sh
: "${TETRACAST_TESTS:?must name the directory of the test programs}"
mkdir "$folder/locale"
make_comma "$folder/locale" || { echo 'skipped: localedef cannot make a locale with a decimal comma'; exit 77; }

# A mesh whose coordinates have more digits than the fast conversion of numbers supports, so that the slow one
# is tested too.
cat > "$folder/m.node" << 'END'
5 3 0 1
1 0.1000000000000000055511151231257827 0 0 1
2 1.0000000000000000000001 0.25e-3 0 1
3 0 1.5 0 1
4 0 0.5 1.25 1
5 1 1 1.0000000000000000000001 0
END
printf '2 4 0\n1 1 2 3 4\n2 2 3 4 5\n' > "$folder/m.ele"
printf '1 1\n1 1 2 3 1\n' > "$folder/m.face"

# Runs all commands that write numbers as text, with their outputs in the directory. There is one directory
# per locale.
write_all() { # directory
  mkdir "$folder/$1"
  launch 0 run "$folder/implicit.yaml" -q --machine "$known" --csv "$folder/$1/report.csv" --json "$folder/$1/report.json" \
    -s "solver.history=$folder/$1/residuals.csv" -s "history.file=$folder/$1/history.csv" \
    -s "snapshots={file: $folder/$1/field.h5, every: 1}"
  expect_code "$1: run" 0
  cp "$folder/stdout" "$folder/$1/run.txt"
  launch 0 export "$folder/implicit.yaml" -q -o "$folder/$1/system"
  expect_code "$1: export" 0
  launch 0 mesh check "$folder/m"
  cp "$folder/stdout" "$folder/$1/check.txt"
  launch 0 predict "$folder/implicit.yaml" -q --machine "$known" --nodes 1 --ranks-per-node 2
  cp "$folder/stdout" "$folder/$1/predict.txt"
  launch 0 mesh check "$folder/missing"
  cp "$folder/stderr" "$folder/$1/error.txt"
}

cat > "$folder/implicit.yaml" << END
mesh: {file: $folder/m}
boundary: {markers: [{marker: 1, kind: exchange, h: 2.5, outside: "1.5 + 0.25*t"}]}
initial: "1.25 + 0.5*x*y"
time: {method: implicit, dt: 0.0125, steps: 3}
probes: [[0.3, 0.55, 0.3]]
solver: {method: gmres, preconditioner: {name: ilu0}}
END

write_all point
export LD_PRELOAD=$TETRACAST_TESTS/libtc_comma.so LOCPATH=$folder/locale
export LC_ALL=comma 2> /dev/null # bash itself does not find the locale and warns
[ "$(bash -c 'printf "%.1f" 1,5')" = 1,5 ] || fail 'the locale has no decimal comma'
write_all comma
unset LD_PRELOAD
export LC_ALL=C

for file in residuals.csv history.csv system.mtx system-rhs.mtx system-start.mtx check.txt; do
  [ -s "$folder/point/$file" ] || fail "$file: empty"
  cmp "$folder/point/$file" "$folder/comma/$file" || fail "$file differs"
done
for file in "$folder"/{point,comma}/*.xdmf; do grep -q '<Time Value="0\.0125' "$file" || fail "${file##*/}: times"; done
for file in "$folder"/comma/*.txt; do
  ! grep -E '(^| )[0-9]+,[0-9]' "$file" || fail "${file##*/}: a decimal comma"
done
/usr/bin/python3 - "$folder"/{point,comma}/report << 'END' || fail 'the reports differ'
import csv, json, sys
point, comma = sys.argv[1:]
a, b = (json.load(open(f + ".json")) for f in (point, comma))
assert a["results"][0]["field"] == b["results"][0]["field"], "fields"
a, b = (list(csv.reader(open(f + ".csv"))) for f in (point, comma))
assert [len(row) for row in a] == [len(row) for row in b], "columns"
for row in b[1:]:
    for name, value in zip(b[0], row):
        if name.endswith("_s") and value: float(value)
END
finish
