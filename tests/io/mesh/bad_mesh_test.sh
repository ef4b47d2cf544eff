#!/usr/bin/env bash
# The program refuses invalid meshes on 1 and on 3 ranks. It must end with exit code 3 and one error line,
# which is compared with golden/bad_mesh.txt. No output file may remain. test_tetgen_bad.c tests the reader
# with many more invalid files.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../apps/common.sh"
. tests/support/golden.sh
cases=0

# A valid mesh of two cells that share the face of the vertices 2, 3 and 4. Each case replaces one of its
# files.
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

# Expects exactly one error line of the program, and records it for the comparison with golden/bad_mesh.txt.
# mpirun may add other lines to stderr.
check_refused() { # case, ranks
  run_program "$2"
  expect_code "$1, $2 ranks" 3
  record_error "$1" "$2"
  [ "$(grep -c '^tetracast:' "$folder/stderr")" = 1 ] || fail "$1, $2 ranks: not exactly one error line"
  if compgen -G "$folder/out*" > /dev/null; then fail "$1, $2 ranks: left $(cd "$folder" && echo out*)"; fi
}

refused() { # case; call it after a file of the mesh was replaced
  cases=$((cases + 1))
  for ranks in 0 3; do check_refused "$1" "$ranks"; done
}

# Columns of the table: case | file | text of the file (with the escapes of printf %b), or "-" to remove the
# file.
while IFS='|' read -r name file text; do
  case $name in '' | '#'*) continue ;; esac
  write_mesh
  if [ "$text" = - ]; then rm "$folder/$file"; else printf %b "$text" > "$folder/$file"; fi
  refused "$name"
done <<'TABLE'
missing .node|m.node|-
empty .ele|m.ele|
only comments|m.ele|# nothing\n
fewer nodes|m.node|5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n
absurd attributes|m.node|5 3 999999999999 0\n1 0 0 0\n
vertex too large|m.ele|2 4 0\n1 1 2 3 4\n2 2 3 4 6\n
vertex twice|m.ele|2 4 0\n1 1 2 3 4\n2 2 3 4 4\n
zero volume|m.node|5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 1 1 0\n5 1 1 1\n
overlapping cells|m.ele|3 4 0\n1 1 2 3 4\n2 2 3 4 5\n3 1 2 3 5\n
coordinate NaN|m.node|5 3 0 0\n1 0 0 0\n2 1 nan 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n
volume too large|m.node|5 3 0 0\n1 0 0 0\n2 1e200 0 0\n3 0 1e200 0\n4 0 0 1e200\n5 1 1 1\n
binary .node|m.node|5 3 0 0\n\000\001\002\003
face of no cell|m.face|2 1\n1 1 2 3 1\n2 1 2 5 2\n
TABLE

# This case replaces two files, so it is not in the table.
write_mesh
printf '6 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n6 2 2 2\n' > "$folder/m.node"
printf '3 4 0\n1 1 2 3 4\n2 2 3 4 5\n3 2 3 4 6\n' > "$folder/m.ele"
refused 'three cells at one face'

# The original mesh is accepted. Each error above is therefore due to the replaced file.
write_mesh
for ranks in 0 3; do
  run_program "$ranks"
  expect_code "the good mesh, $ranks ranks" 0
done
expect_golden io bad_mesh.txt "$folder/errors"
printf '%d bad meshes\n' "$cases"
finish
