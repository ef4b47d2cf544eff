#!/usr/bin/env bash
# Meshes that cannot be used, given to the whole program on 1 and on 3 ranks: exit code 3, exactly one error line, which
# names file and line or cell, and no output file is left. (All the ways to spoil a file: test_tetgen_bad.c.)
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
cases=0

# The mesh that every case spoils in one place: two cells that share the face 2 3 4.
readonly good_node='5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n'
readonly good_ele='2 4 1\n1 1 2 3 4 1\n2 2 3 4 5 1\n'
readonly good_face='2 1\n1 1 2 3 1\n2 3 4 5 2\n'

write_mesh() {
  printf %b "$good_node" > "$folder/m.node"
  printf %b "$good_ele" > "$folder/m.ele"
  printf %b "$good_face" > "$folder/m.face"
}

cat > "$folder/run.yaml" <<YAML
mesh: {file: $folder/m}
time: {steps: 2}
initial: "x"
strategy: condensed
snapshots: {file: $folder/out.h5, every: 1}
report: {json: $folder/out.json, csv: $folder/out.csv}
machine: $known
YAML

run_program() { # ranks
  rm -f "$folder"/out*
  launch "$1" run "$folder/run.yaml"
}

# mpirun adds lines of its own to stderr; of the program's there has to be one.
check_refused() { # case, where, why, ranks
  run_program "$4"
  expect_code "$1, $4 ranks" 3 "$2" "$3"
  [ "$(grep -c '^tetracast:' "$folder/stderr")" = 1 ] || fail "$1, $4 ranks: more than one line of errors"
  if compgen -G "$folder/out*" > /dev/null; then fail "$1, $4 ranks: left $(cd "$folder" && echo out*)"; fi
}

refused() { # case, where, why, ranks
  run_program "$4"
  local code=$? lines
  lines=$(grep -c '^tetracast:' "$folder/stderr")
  [ "$code" = 3 ] || complain "exit code $code, not 3" "$1" "$4"
  [ "$lines" = 1 ] || complain "$lines lines of errors, not 1" "$1" "$4"
  grep '^tetracast: error: ' "$folder/stderr" | grep -F -- "$2" | grep -qF -- "$3" ||
    complain "no error with \"$2\" and \"$3\"" "$1" "$4"
  if compgen -G "$folder/out*" > /dev/null; then complain "left $(cd "$folder" && echo out*)" "$1" "$4"; fi
}

refused() { # case, where, why: after the mesh was spoilt
  cases=$((cases + 1))
  for ranks in 0 3; do check_refused "$1" "$folder/$2" "$3" "$ranks"; done
}

# case | file | its text (escapes as for printf %b), or "-" for no file | what the message names | and says
while IFS='|' read -r name file text where why; do
  case $name in '' | '#'*) continue ;; esac
  write_mesh
  if [ "$text" = - ]; then rm "$folder/$file"; else printf %b "$text" > "$folder/$file"; fi
  refused "$name" "$where" "$why"
done <<'TABLE'
missing .node|m.node|-|m.node: |No such file
empty .ele|m.ele||m.ele: |is empty
only comments|m.ele|# nothing\n|m.ele:1: |without a header
fewer nodes|m.node|5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n|m.node:5: |4 of the 5 nodes
absurd attributes|m.node|5 3 999999999999 0\n1 0 0 0\n|m.node:1: |cannot hold more than
vertex too large|m.ele|2 4 0\n1 1 2 3 4\n2 2 3 4 6\n|m.ele:3: |cell 2 has node 6
vertex twice|m.ele|2 4 0\n1 1 2 3 4\n2 2 3 4 4\n|m.ele: |cell 2 has node 4 twice
zero volume|m.node|5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 1 1 0\n5 1 1 1\n|m.ele: |cell 1 has no volume
overlapping cells|m.ele|3 4 0\n1 1 2 3 4\n2 2 3 4 5\n3 1 2 3 5\n|m.ele: |cells 1 and 3 overlap
coordinate NaN|m.node|5 3 0 0\n1 0 0 0\n2 1 nan 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n|m.node:3: |the y coordinate of node 2 is not a number
volume too large|m.node|5 3 0 0\n1 0 0 0\n2 1e200 0 0\n3 0 1e200 0\n4 0 0 1e200\n5 1 1 1\n|m.ele: |cell 1 is too large to compute with
binary .node|m.node|5 3 0 0\n\000\001\002\003|m.node:2: |TetGen's text format
face of no cell|m.face|2 1\n1 1 2 3 1\n2 1 2 5 2\n|m.face: |face 2 (nodes 1, 2, 5) is no face of the mesh
TABLE

# One that needs two files.
write_mesh
printf '6 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n6 2 2 2\n' > "$folder/m.node"
printf '3 4 0\n1 1 2 3 4\n2 2 3 4 5\n3 2 3 4 6\n' > "$folder/m.ele"
refused 'three cells at one face' m.ele: 'cells 1, 2 and 3 share one face (nodes 2, 3, 4)'

# The mesh itself is good: with it, none of the above would show.
write_mesh
for ranks in 0 3; do
  run_program "$ranks"
  expect_code "the good mesh, $ranks ranks" 0
done
printf '%d bad meshes\n' "$cases"
finish
