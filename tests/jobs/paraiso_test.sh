#!/usr/bin/env bash
# Tests that jobs/paraiso.sh --draw prints and draws a table of runs and rejects other files, and
# that `tetracast solve` reads the matrices that tests/matrix/write_matrix.py writes.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
need /usr/bin/python3 python3
need gnuplot gnuplot-nox
need jq jq
dpkg-query -W -f='${db:Status-Status}' jq gnuplot-nox fonts-dejavu-core 2> /dev/null | grep -qx 'installedinstalledinstalled' || {
  echo 'skipped: jobs/paraiso.sh would install packages (apt-get install jq gnuplot-nox fonts-dejavu-core)'
  exit 77
}

draw() { # arguments...
  limited 60 jobs/paraiso.sh --draw "$@" > "$folder/stdout" 2> "$folder/stderr"
  code=$?
}

{
  printf 'matrix\trows\tentries\tranks\tmeasured_us\tforecast_us\terror_percent\n'
  for ranks in 1 2; do
    printf 'NOS7\t729\t4617\t%d\t10\t11\t10\nlong-rows\t20000\t500000\t%d\t900\t700\t-22.2\n' $ranks $ranks
  done
} > "$folder/runs.tsv"
draw "$folder/runs.tsv" "$folder/figure"
[ "$code" = 0 ] || fail "drawing: exit code $code: $(cat "$folder/stderr")"
grep -qF 'Errors below 15 %: 2 of 4 (50 %)' "$folder/stdout" || fail "the share of small errors: $(cat "$folder/stdout")"
[ "$(head -c 4 "$folder/figure-errors.png" | tail -c 3)" = PNG ] || fail 'no picture'
printf 'other\ttable\n1\t2\n' > "$folder/other.tsv"
draw "$folder/other.tsv" "$folder/figure"
[ "$code" = 2 ] || fail "another table: exit code $code"
grep -qF 'is not a table of jobs/paraiso.sh' "$folder/stderr" || fail 'another table: no message'

# matrix KIND SOURCE ROWS ENTRIES LONGEST_ROW: writes a matrix, solves its system with the default
# right-hand side, and checks the three numbers in the report.
matrix() {
  /usr/bin/python3 tests/matrix/write_matrix.py "$1" "$2" "$folder/$1.mtx" || fail "$1: exit code $?"
  launch 0 solve "$folder/$1.mtx" -q --json "$folder/$1.json"
  expect_code "$1" 0
  jq -e --argjson rows "$3" --argjson entries "$4" --argjson longest "$5" '.matrix.rows == $rows and .matrix.entries == $entries
    and .matrix.longest_row == $longest and .matrix.symmetric and .solver.method == "cg"' "$folder/$1.json" > "$folder/stdout" ||
    fail "$1: $(jq -c .matrix "$folder/$1.json")"
}
matrix stencil 5 125 2197 26
matrix lengths 6000 6000 44774 497
matrix laplacian tests/matrix/data/jpwh_991.rua 991 6347 15
matrix negative tests/matrix/data/sherman1.mtx 1000 3750 6
finish
