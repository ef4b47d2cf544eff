#!/usr/bin/env bash
# Tests that jobs/residuals.sh draws the residual file of the key solver.history, and rejects files
# that it cannot draw.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
need gnuplot gnuplot-nox
dpkg-query -W -f='${db:Status-Status}' gnuplot-nox fonts-dejavu-core 2> /dev/null | grep -qx 'installedinstalled' || {
  echo 'skipped: jobs/residuals.sh would install packages (apt-get install gnuplot-nox fonts-dejavu-core)'
  exit 77
}

draw() { # arguments...
  limited 60 jobs/residuals.sh "$@" > "$folder/stdout" 2> "$folder/stderr"
  code=$?
}
drawn() { # name, picture
  if [ "$code" != 0 ] || [ "$(head -c 4 "$2" | tail -c 3)" != PNG ]; then fail "$1"; fi
}
refused() { # name, words
  [ "$code" = 2 ] || fail "$1: exit code $code"
  grep -qF -- "$2" "$folder/stderr" || fail "$1: lacks \"$2\""
}

solve() { # name, settings...
  launch 0 run configs/cube.yaml -q --machine none -s 'time={method: implicit, multiple: 20, steps: 9, end: null}' -s "solver.history=$folder/$1.csv" "${@:2}"
}
solve a
expect_code 'a run with residuals' 0
solve "it's \$b" -s solver.preconditioner.name=none
expect_code 'another one' 0
solve c -s solver.most_iterations=3
expect_code 'one that fails' 4
draw "$folder/a.csv"
drawn 'steps of one file' "$folder/a.png"
draw -o "$folder/both.png" "$folder/a.csv" "$folder/it's \$b.csv" "$folder/c.csv.part"
drawn 'the first step of several' "$folder/both.png"
draw -s 7 -o "$folder/seventh.png" "$folder/a.csv"
drawn 'one step' "$folder/seventh.png"
draw -s 77 "$folder/a.csv"
refused 'a step that there is not' 'has no residuals of step 77'
draw "$folder/none.csv"
refused 'no such file' 'no such file'
printf 'step,time\n' > "$folder/other.csv"
draw "$folder/other.csv"
refused 'another file' 'has no residuals'
head -n 1 "$folder/a.csv" > "$folder/begun.csv"
draw "$folder/begun.csv"
refused 'nothing but the head' 'begun.csv: has no residuals yet'
before=$(cksum < "$folder/a.csv")
draw -o "$folder/a.csv" "$folder/a.csv"
refused 'in place of what is drawn' 'is not a picture or report written by Tetracast'
[ "$(cksum < "$folder/a.csv")" = "$before" ] || fail 'replaced what is drawn'
draw -o "$folder/a.png" "$folder/a.csv"
drawn 'its own picture once more' "$folder/a.png"
finish
