#!/usr/bin/env bash
# Solvers of implicit steps: `compare --methods --preconditioners`, the residual file, and refused settings.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need /usr/bin/python3 python3

cat > "$folder/two-point.yaml" <<YAML
mesh: {file: $folder/m}
diffusion: {scheme: two-point}
initial: "sin(3*x) + y*z"
time: {method: implicit, steps: 3, multiple: 50}
machine: none
YAML
sed 's/two-point/gradient/' "$folder/two-point.yaml" > "$folder/gradient.yaml"
limited 60 "$TETRACAST" mesh generate cube --bricks 4 -o "$folder/m" > /dev/null || exit 1

report_holds() { # name, expression of r, the report
  /usr/bin/python3 -c 'import json, sys
r = json.load(open(sys.argv[1])); of = {(x["solver"]["method"], x["solver"]["preconditioner"]): x for x in r["results"]}
sys.exit(not eval("(" + sys.argv[2] + ")"))' "$folder/$1.json" "$2" || fail "$1: false: $2"
}

# compare prints one line for each pair of method and preconditioner, even if a method is listed twice. Pairs
# that fail do not affect the others.
for ranks in 0 2; do
  launch $ranks compare "$folder/two-point.yaml" -q --methods cg,bicgstab,cg --preconditioners none,jacobi --json "$folder/pairs.json"
  expect_code "pairs on $ranks ranks" 0
  expect_output "pairs on $ranks ranks" 'cg         none ' 'bicgstab   jacobi ' 'fastest: '
  report_holds pairs 'len(r["results"]) == len(of) == 4 and r["failures"] == []'
  report_holds pairs 'all(x["solver"]["difference"] is None or x["solver"]["difference"] < 1e-7 for x in r["results"])'
  report_holds pairs 'of["cg", "none"]["solver"]["reasons"] == {"converged": 3}'
  cp "$folder/pairs.json" "$folder/pairs-$ranks.json"
done
/usr/bin/python3 -c 'import json, sys
found = [[(x["solver"]["iterations"], x["solver"]["true_residual"], x["field"]["hash"]) for x in json.load(open(name))["results"]] for name in sys.argv[1:]]
sys.exit(found[0] != found[1])' "$folder/pairs-0.json" "$folder/pairs-2.json" || fail 'iterations and bits depend on the ranks'
# A preconditioner that supports both scopes (global and rank) uses the scope of the config. Each other
# preconditioner uses the only scope that it supports.
for scope in global rank; do
  launch 2 compare "$folder/two-point.yaml" -q --methods bicgstab --preconditioners jacobi,ilut,ssor -s "solver.preconditioner.scope=$scope" --json "$folder/scopes.json"
  expect_code "several scopes, $scope" 0
  report_holds scopes '[x["solver"]["scope"] for x in r["results"]] == ["global", "rank", "'$scope'"] and r["failures"] == []'
done
report_holds scopes 'of["bicgstab", "ssor"]["solver"]["colours"] == 0 and of["bicgstab", "ssor"]["solver"]["flops"] > 0'
launch 0 run "$folder/two-point.yaml" -q -s solver.preconditioner.name=ssor --json "$folder/colours.json"
report_holds colours 'of["cg", "ssor"]["solver"]["colours"] >= 4'
expect_output 'colours' 'cg + ssor(1, '
# Only strategy bcs uses distribution.grid. strategy: auto accepts the key, because it may select bcs.
launch 2 run "$folder/two-point.yaml" -q -s 'distribution.grid=[1,2]' -s solver.iterations=3
expect_code 'a grid that is not used' 2 'distribution.grid=[1,2]: is used only by strategy bcs'
for strategy in bcs auto; do
  launch 2 run "$folder/two-point.yaml" -q -s 'distribution.grid=[1,2]' -s "strategy=$strategy"
  expect_code "a grid for $strategy" 0
done
# If a later pair fails, the balance in the report is still that of a successful pair.
launch 0 compare "$folder/two-point.yaml" -q --methods cg,jacobi --preconditioners none -s solver.most_iterations=100 -s source=x-0.3 \
  -s 'boundary.default={kind: value, value: y}' -s time.multiple=1000 --json "$folder/last.json"
expect_code 'one that fails at the end' 0
report_holds last 'len(r["failures"]) == 1 and r["balance"]["error"] < 1e-6 and r["balance"]["inflow"] != 0'
launch 2 compare "$folder/gradient.yaml" -q --methods cg,bicgstab --strategies condensed,fine --json "$folder/some.json"
expect_code 'a method that the matrix excludes' 0
expect_output 'a method that the matrix excludes' 'failed: cg needs a symmetric matrix'
report_holds some 'len(r["failures"]) == 2 and {x["strategy"] for x in r["results"]} == {"condensed", "fine"}'
report_holds some 'len({x["field"]["hash"] for x in r["results"]}) == 1'
launch 2 compare "$folder/two-point.yaml" -q --methods cg,bicgstab -s solver.most_iterations=2 --json "$folder/none.json"
expect_code 'when all fail' 4 'step 1: cg reached solver.most_iterations'
report_holds none 'r["results"] == [] and len(r["failures"]) == 2 and "solver.most_iterations" in r["failures"][1]["reason"]'

# If the tensor jumps by 1e8, a solver tolerance of 0.4 does not give an accurate steady state. compare
# detects this, because the fields of the pairs differ.
jump=(-s 'time={method: steady, steps: null, multiple: null}' -s initial=0 -s 'diffusion.tensor="x > 0.5 ? 1e8 : 1"')
weak='boundary.markers=[{marker: 1, kind: value, value: 0}, {marker: 2, kind: exchange, h: 1, outside: 1}]'
firm='boundary.markers=[{marker: 1, kind: value, value: 0}, {marker: 2, kind: value, value: 1}]'
launch 2 compare "$folder/two-point.yaml" -q --methods bicgstab,qmr --preconditioners none,ilu0 "${jump[@]}" -s "$weak" -s solver.tolerance=0.4
expect_code 'steady states that differ' 4 'differs by' 'use a smaller solver.tolerance'
launch 2 compare "$folder/two-point.yaml" -q --methods bicgstab,qmr --preconditioners jacobi,ilu0 "${jump[@]}" -s "$firm"
expect_code 'steady states that agree' 0

# Refused: keys that none of the compared methods uses, and comparisons of solvers for a run that solves no
# systems.
launch 0 compare "$folder/two-point.yaml" -q --methods cg,bicgstab -s solver.restart=5
expect_code 'a key that no method reads' 2 'solver.restart=5: is used only by gmres'
launch 0 compare "$folder/two-point.yaml" -q --methods cg,gmres -s solver.restart=5
expect_code 'a key that one method reads' 0
launch 0 compare "$folder/two-point.yaml" -q --methods cg -s time.method=euler -s time.multiple=null
expect_code 'no systems' 2 'time.method=euler: euler solves no systems'
launch 0 compare "$folder/two-point.yaml" -q --methods cg --preconditioners none -s "solver.history=$folder/none.csv"
expect_code 'residuals of several' 0
grep -q 'compare does not write the residuals' "$folder/stderr" || fail 'residuals of several: no warning'
[ ! -e "$folder/none.csv" ] || fail 'residuals of several are written'
launch 0 compare "$folder/two-point.yaml" -q --methods cgg
expect_code 'no such method' 2 '--methods: expected one of cg' "did you mean 'cg'"

# The residual file contains every step and does not depend on the number of ranks. If a run fails, its
# residuals remain in the partial file, and the file of the earlier run does not change.
for ranks in 0 2; do
  launch $ranks run "$folder/two-point.yaml" -q -s "solver.history=$folder/new/r$ranks.csv"
  expect_code "residuals on $ranks ranks" 0
  expect_output "residuals on $ranks ranks" "Residuals: $folder/new/r$ranks.csv" 'iterations a step' '3 of 3 steps converged'
done
cmp "$folder/new/r0.csv" "$folder/new/r2.csv" || fail 'residuals depend on the ranks'
/usr/bin/python3 -c 'import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
ends = [row for row in rows if row["reason"]]
assert [row["step"] for row in ends] == ["1", "2", "3"] and all(row["kind"] == "true" and row["reason"] == "converged" for row in ends)
assert all(float(row["residual"]) <= 1e-8 for row in ends) and rows[0]["iteration"] == "0"' "$folder/new/r0.csv" || fail 'the values of the residuals'
cp "$folder/new/r0.csv" "$folder/before.csv"
launch 2 run "$folder/two-point.yaml" -q -s "solver.history=$folder/new/r0.csv" -s solver.most_iterations=2
expect_code 'a solve that fails' 4 'step 1: cg reached solver.most_iterations'
cmp "$folder/new/r0.csv" "$folder/before.csv" || fail 'residuals of the run before'
tail -n 1 "$folder/new/r0.csv.part" | grep -q '^1,2,.*,true,limit$' || fail 'residuals up to the failure'
launch 2 run "$folder/two-point.yaml" -q -s "solver.history=$folder/m.node"
expect_code 'residuals onto the mesh' 2 'solver.history'
printf 'in the way\n' > "$folder/file"
launch 2 run "$folder/two-point.yaml" -q -s "solver.history=$folder/file/r.csv"
expect_code 'residuals under a file' 5 "$folder/file"
launch 2 run "$folder/two-point.yaml" -q -s "solver.history=$folder/file"
expect_code 'residuals onto something else' 5 'is not a residual file of Tetracast'

# Settings that exclude each other are refused before the mesh is read. The test uses the name of a mesh that
# does not exist.
refused() { # name, parts of the message (separated by |), settings...
  local name=$1 words
  IFS='|' read -ra words <<< "$2"
  shift 2
  launch 0 run "$folder/gradient.yaml" -q -s "mesh.file=$folder/none" "$@"
  expect_code "$name" 2 "${words[@]}"
}
refused 'cg with gradient' 'solver.method=cg|symmetric|bicgstab' -s solver.method=cg
refused 'an unknown method' "did you mean 'cg'" -s solver.method=cgg
refused 'a relaxation of 2' 'solver.relaxation=2|below 2' -s solver.relaxation=2
refused 'theta below a half' 'time.theta=0.4|from 0.5 to 1|unstable below' -s time.theta=0.4
refused 'no exchange' 'strategy=none|solver.iterations' -s strategy=none
refused 'theta of euler' 'time.theta=1|euler does not use it' -s time.method=euler -s time.multiple=null -s time.theta=1
refused 'no steps in a steady state' 'gradient.yaml:4: time.steps|steady does not use it' -s time.method=steady -s time.multiple=null
finish
