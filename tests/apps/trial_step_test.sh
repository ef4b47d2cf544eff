#!/usr/bin/env bash
# Inputs that once gave a wrong number, a hang, a crash or a misleading message. Each line of the tables has
# the exit code and parts of the message. The commands run without a launcher, for speed. errors_test.sh
# checks that messages do not depend on the number of ranks.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

"$TETRACAST" mesh generate cube --bricks 2 -o "$folder/m" > /dev/null || exit 1
printf 'mesh: {file: %s/m}\ninitial: "1 + x"\ntime: {steps: 2}\nmachine: %s\n' "$folder" "$known" > "$folder/good.yaml"

row() { # exit code, parts of the message (separated by |), arguments...
  local wanted=$1 words
  IFS='|' read -ra words <<< "$2"
  shift 2
  launch 0 "$@"
  expect_code "$*" "$wanted" "${words[@]}"
}

run() { row "$1" "$2" run "$folder/good.yaml" -q "${@:3}"; }      # the good config with these options
line() { # exit code, words, a line that is added to the good config
  { cat "$folder/good.yaml" && printf '%b\n' "$3"; } > "$folder/line.yaml"
  row "$1" "$2" run "$folder/line.yaml" -q
}
scaled() { # exit code, words, factor, shift: the mesh is scaled by the factor, then moved by the shift
  awk -v f="$3" -v s="${4:-0}" 'NF == 4 && NR > 1 && !/^#/ { printf "%d %.17g %.17g %.17g\n", $1, $2 * f + s, $3 * f + s, $4 * f + s; next } 1' \
    "$folder/m.node" > "$folder/scaled.node"
  cp "$folder/m.ele" "$folder/scaled.ele"
  row "$1" "$2" run "$folder/good.yaml" -q -s "mesh.file=$folder/scaled" -s initial=1
}

# Numbers in the config that are too large or that conflict
run 2 'time.steps=1e20|1e20 is out of range' -s time.steps=1e20
run 2 'snapshots.every|1e16 is out of range' -s 'snapshots={file: a, every: 1e16}'
run 2 'snapshots.every=2|requires snapshots.file' -s snapshots.every=2
run 2 'time.end: conflicts with time.steps' -s 'time={end: 1}'
row 0 '' predict "$folder/good.yaml" --block-sizes 1e1,2e1 --nodes=1e0
row 2 '--block-sizes 99999999999|from 1 to 2147483647' compare "$folder/good.yaml" --block-sizes 99999999999
row 2 '--nodes 1000000000|more than 131072 ranks' predict "$folder/good.yaml" --nodes 1e9 --ranks-per-node 2
row 2 '--ranks 1000000000: more than the 131072 ranks allowed for a mesh of 48 cells' mesh order "$folder/m" --ranks 1e9

# Tensors that are too large or too small
run 2 'diffusion.tensor|1e+308 is too large|units' -s diffusion.tensor=1e308
run 2 'diffusion.tensor|1e+200 is too large|units' -s diffusion.tensor=1e200
run 2 'diffusion.tensor|1e-308 is too small|units' -s diffusion.tensor=1e-308
run 2 'diffusion.tensor|too small|units' -s diffusion.tensor=1e-320
run 2 'diffusion.tensor|1e+150 is too large|units' -s 'diffusion.tensor=[1e150, 1e-150, 1]'
run 0 '' -s diffusion.tensor=1e-110
run 0 '' -s diffusion.tensor=1e110

# Stability: inputs that once gave a wrong field with exit code 0, or an error that blamed the step although no step is stable
ventricle() { row "$1" "$2" run configs/ventricle.yaml -q -s snapshots=null -s "machine=$known" "${@:3}"; }
ventricle 4 'no step is stable with diffusion.stabilisation 0|near cell 4488|set it to auto' -s diffusion.tensor='[1, 1, 25]' \
  -s diffusion.stabilisation=0 -s time.steps=2000
ventricle 0 '' -s diffusion.tensor='[1, 1, 25]' -s time.steps=200
ventricle 4 'a step of 1 is unstable on this mesh, where the bound is' -s time.dt=1
run 2 'stabilisation=-1: -1 is out of range' -s diffusion.stabilisation=-1
run 2 'scheme two-point has no stabilisation' -s diffusion.scheme=two-point -s diffusion.stabilisation=1

# Steps, tolerances and forcing that floating-point numbers cannot represent accurately
long=(-s diffusion.scheme=two-point -s 'mesh.file=meshes/cube')
run 4 'step 1: cg |the step is so long that the field becomes uniform up to rounding|use a smaller time.multiple' "${long[@]}" \
  -s 'time={method: implicit, multiple: 1e14}'
run 4 'lost accuracy to rounding|use a larger solver.tolerance' "${long[@]}" -s 'time={method: implicit}' -s solver.tolerance=1e-17
run 2 'time.dt=1e300|times the largest stable explicit step|or time.method steady' "${long[@]}" -s 'time={method: implicit}' -s time.dt=1e300
run 2 'forcing: boundary data and sources|are too small (the field would have values of' -s 'time={method: steady, steps: null}' \
  -s 'boundary.default={kind: value, value: 1e-200}'

# Meshes that are too large or too small
scaled 3 'scaled.ele: cell 1 is too large|unit' 1e300
scaled 3 'scaled.ele: cell 1 is too large|unit' 1e100
scaled 3 'scaled.ele: cell 1 is too small|unit' 1e-100
scaled 3 'scaled.ele: cell 1 is too small|unit' 1e-150
scaled 3 'scaled.ele: cell 1 is too small|unit' 1e-300
scaled 3 'scaled.ele: cell 1 is so far from the origin' 1 1e15
scaled 0 '' 1e-12

# Formulas with unknown names or excessive length
run 2 'unknown name "X"' -s initial=X
run 2 'unknown name "PI"' -s 'initial=2*PI'
line 2 'line.yaml:5: exact|longer than 19000 characters' "exact: \"x$(printf '+x%.0s' {1..20000})\""
line 2 'line.yaml:5: exact|longer than 19000 characters' "exact: \"$(printf '(%.0s' {1..100000})\""
line 2 'line.yaml:5: exact|at position 1 in the formula "qqq' "exact: \"$(printf 'q%.0s' {1..3000})\""
run 2 'initial=1e308|centroid of cell 1 is too large' -s initial=1e308
run 2 'initial=1e-310*x|too small' -s 'initial=1e-310*x'

# Malformed YAML
line 2 'line.yaml:5: a key must be a word' '"": 6'
line 2 'line.yaml:5: a key must be a word' '? [a, b]\n: 1'
line 2 'line.yaml:5: contains a control character' 'title: "\\e[31m"'
line 2 'contains more than 5000 keys and values' "$(printf 'k%d: 1\\n' {1..60000})"
line 2 'unknown key' "$(printf 'k%d: 1\\n' {1..100})"

# Options of the command line
row 2 '-: the config cannot be read|standard input' run -
run 2 '--bogus=3' --bogus=3
run 0 '' "--json=$folder/r.json"
[ -s "$folder/r.json" ] || fail '--json=FILE writes no report'
row 0 '' predict "$folder/good.yaml" --strategies "fine$(printf ',block%.0s' {1..70})"
row 0 '' predict "$folder/good.yaml" --strategies "fine$(printf ',block%.0s' {1..63})"

# Headers of mesh files that announce too many rows
for header in '4 3 9223372036854775804 0' '9223372036854775807 3 0 0'; do
  printf '%s\n1 0 0 0\n' "$header" > "$folder/h.node"
  cp "$folder/m.ele" "$folder/h.ele"
  row 3 'h.node:1: announces 9223372036854775|cannot hold more than' mesh check "$folder/h"
done

# Machine files with wrong values
machine() { # words, key and value that replace those of the machine file
  sed -E "s/^${2%%:*}: .*/$2/" configs/machines/abel.yaml > "$folder/machine.yaml"
  row 2 "machine.yaml:|$1" predict "$folder/good.yaml" --machine "$folder/machine.yaml"
}
machine private_bandwidth_Bps 'private_bandwidth_Bps: 5.3'
machine private_bandwidth_Bps 'private_bandwidth_Bps: 1e-300'
machine cache_line_B 'cache_line_B: 1e9'
for threads in abc 0 -1 2.5 100000; do
  OMP_NUM_THREADS=$threads row 2 "OMP_NUM_THREADS is '$threads'" list
done

# mesh info reports the marker of an interior face between two regions.
printf '5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n' > "$folder/i.node"
printf '2 4 1\n1 1 2 3 4 10\n2 2 3 4 5 20\n' > "$folder/i.ele"
printf '2 1\n1 1 2 3 6\n2 2 3 4 9\n' > "$folder/i.face"
launch 0 mesh info "$folder/i"
expect_output 'a marked face inside' 'marked interior   1 (marker 9: 1)'
finish
