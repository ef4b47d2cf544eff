#!/usr/bin/env bash
# Meshes that cannot be used, given to the whole program on 1 and on 3 ranks: exit code 3, exactly one error line, which
# names file and line or cell, and no output file is left.
set -uo pipefail
export LC_ALL=C

: "${TETRACAST:?must name the tetracast program}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
readonly mpirun=(mpirun --oversubscribe --bind-to none --mca mpi_yield_when_idle 1)
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1
failures=0 cases=0

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
YAML

complain() { # what, case, ranks
  printf 'FAILED: %s, %s ranks: %s\n' "$2" "$3" "$1"
  sed 's/^/    /' "$folder/stderr"
  failures=$((failures + 1))
}

run_program() { # ranks; mpirun would read the table below as its own input
  rm -f "$folder"/out*
  if [ "$1" = 1 ]; then "$TETRACAST" run "$folder/run.yaml"
  else "${mpirun[@]}" -np "$1" "$TETRACAST" run "$folder/run.yaml"
  fi > "$folder/stdout" 2> "$folder/stderr" < /dev/null
}

# mpirun adds lines of its own to stderr; of the program's there has to be one.
check_refused() { # case, where, why, ranks
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
  for ranks in 1 3; do check_refused "$1" "$folder/$2" "$3" "$ranks"; done
}

# case | file | its text (escapes as for printf %b), or "-" for no file | what the message names | and says
while IFS='|' read -r name file text where why; do
  case $name in '' | '#'*) continue ;; esac
  write_mesh
  if [ "$text" = - ]; then rm "$folder/$file"; else printf %b "$text" > "$folder/$file"; fi
  refused "$name" "$where" "$why"
done <<'TABLE'
missing .node|m.node|-|m.node: |No such file
missing .ele|m.ele|-|m.ele: |No such file
empty .node|m.node||m.node: |is empty
empty .ele|m.ele||m.ele: |is empty
empty .face|m.face||m.face: |is empty
only comments|m.ele|# nothing\n|m.ele:1: |without a header
fewer nodes|m.node|5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n|m.node:5: |4 of the 5 nodes
more nodes|m.node|4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n|m.node:6: |announces 4 nodes, but there are 5
fewer cells|m.ele|2 4 0\n1 1 2 3 4\n# cut here\n|m.ele:3: |1 of the 2 cells
more cells|m.ele|1 4 0\n1 1 2 3 4\n2 2 3 4 5\n|m.ele:3: |announces 1 cells, but there are 2
fewer faces|m.face|2 1\n1 1 2 3 1\n# cut here\n|m.face:3: |1 of the 2 faces
more faces|m.face|1 1\n1 1 2 3 1\n2 3 4 5 2\n|m.face:3: |announces 1 faces, but there are 2
negative count|m.ele|-2 4 0\n1 1 2 3 4\n|m.ele:1: |announces -2 cells
absurd count|m.ele|999999999 4 0\n1 1 2 3 4\n|m.ele:1: |announces 999999999 cells
count beyond 64 bits|m.node|99999999999999999999999 3 0 0\n1 0 0 0\n|m.node:1: |the number of nodes
absurd attributes|m.node|5 3 999999999999 0\n1 0 0 0\n|m.node:1: |cannot hold more than
count is a word|m.ele|two 4 0\n1 1 2 3 4\n|m.ele:1: |"two"
plane nodes|m.node|5 2 0 0\n1 0 0\n2 1 0\n3 0 1\n4 1 1\n5 2 2\n|m.node:1: |dimension 2
vertex too large|m.ele|2 4 0\n1 1 2 3 4\n2 2 3 4 6\n|m.ele:3: |cell 2 has node 6
vertex too small|m.ele|2 4 0\n1 1 2 3 4\n2 2 3 4 0\n|m.ele:3: |cell 2 has node 0
vertex is no number|m.ele|2 4 0\n1 1 2 3 4\n2 2 3 4 x\n|m.ele:3: |"x"
rows out of sequence|m.ele|2 4 0\n1 1 2 3 4\n3 2 3 4 5\n|m.ele:3: |number 3 stands where cell 2
vertex twice|m.ele|2 4 0\n1 1 2 3 4\n2 2 3 4 4\n|m.ele: |cell 2 has node 4 twice
cell twice|m.ele|3 4 0\n1 1 2 3 4\n2 2 3 4 5\n3 3 1 2 4\n|m.ele: |cells 1 and 3 are the same
zero volume|m.node|5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 1 1 0\n5 1 1 1\n|m.ele: |cell 1 has no volume
overlapping cells|m.ele|3 4 0\n1 1 2 3 4\n2 2 3 4 5\n3 1 2 3 5\n|m.ele: |cells 1 and 3 overlap
coordinate NaN|m.node|5 3 0 0\n1 0 0 0\n2 1 nan 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n|m.node:3: |the y coordinate of node 2 is not a number
coordinate infinite|m.node|5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 -inf\n5 1 1 1\n|m.node:5: |the z coordinate of node 4 is infinite
coordinate too large|m.node|5 3 0 0\n1 0 0 0\n2 1e400 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n|m.node:3: |the x coordinate of node 2 is infinite
volume too large|m.node|5 3 0 0\n1 0 0 0\n2 1e200 0 0\n3 0 1e200 0\n4 0 0 1e200\n5 1 1 1\n|m.ele: |cell 1 is too large to compute with
ten-node cells|m.ele|1 10 0\n1 1 2 3 4 5 1 2 3 4 5\n|m.ele:1: |run tetgen without -o2
binary .node|m.node|5 3 0 0\n\000\001\002\003|m.node:2: |TetGen's text format
binary .ele|m.ele|\177\201\203\n|m.ele:1: |TetGen's text format
region is no integer|m.ele|1 4 1\n1 1 2 3 4 1.5\n|m.ele:2: |"1.5"
face of no cell|m.face|2 1\n1 1 2 3 1\n2 1 2 5 2\n|m.face: |face 2 (nodes 1, 2, 5) is no face of the mesh
face marked twice|m.face|2 1\n1 1 2 3 1\n2 3 2 1 2\n|m.face: |faces 1 and 2 are the same
TABLE

# One that needs two files.
write_mesh
printf '6 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n6 2 2 2\n' > "$folder/m.node"
printf '3 4 0\n1 1 2 3 4\n2 2 3 4 5\n3 2 3 4 6\n' > "$folder/m.ele"
refused 'three cells at one face' m.ele: 'cells 1, 2 and 3 share one face (nodes 2, 3, 4)'

# The mesh itself is good: with it, none of the above would show.
write_mesh
for ranks in 1 3; do
  run_program "$ranks" || complain 'the good mesh is refused' good "$ranks"
done

printf '%d bad meshes, %d failures\n' "$cases" "$failures"
[ "$failures" = 0 ]
