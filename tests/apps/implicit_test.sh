#!/usr/bin/env bash
# Implicit steps and steady states have the same bits and iterations on any number of ranks. The number of
# iterations equals the forecast. The script also tests the errors of systems that cannot be solved.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need jq jq
launch 0 mesh generate cube --bricks 6 -o "$folder/m"
cube=(configs/cube.yaml --machine "$known" -s mesh.file="$folder/m" -s time.method=implicit -s time.end=null -s exact=null)

# value FILE EXPRESSION: prints the value of a jq expression of the report. In the expression $s is the solver
# of the first result.
value() { jq -c '.results[0].solver as $s | '"$2" "$1"; }

for scheme in two-point gradient; do
  for ranks in 0 3; do
    launch $ranks run "${cube[@]}" -q -s diffusion.scheme=$scheme -s time.steps=3 --json "$folder/$ranks.json"
    expect_code "$scheme on $ranks ranks" 0
    expect_output "$scheme on $ranks ranks" 'results equal bit by bit on any number of ranks: yes'
  done
  same="[.results[0].field.hash, \$s.iterations, \$s.true_residual]"
  [ "$(value "$folder/0.json" "$same")" = "$(value "$folder/3.json" "$same")" ] || fail "$scheme: other bits, iterations or residual on 3 ranks"
  launch 0 predict "${cube[@]}" -q -s diffusion.scheme=$scheme -s time.steps=3 --nodes 1 --ranks-per-node 3 --json "$folder/p.json"
  expect_code "$scheme in a dry run" 0
  expect_output "$scheme in a dry run" 'iterations a step' 'forecast' '100 x the largest stable explicit step'
  [ "$(value "$folder/p.json" '$s.expected.trial')" = "$(value "$folder/3.json" '$s.iterations.first')" ] ||
    fail "$scheme: the number of iterations differs from the forecast"
done

# With preconditioners of scope rank the iterations depend on the number of ranks. predict runs in one process
# and uses virtual ranks to find the iterations of a run.
for pair in two-point/ssor gradient/ilu0 gradient/ilut; do
  own=(-q -s "diffusion.scheme=${pair%/*}" -s time.steps=1 -s "solver.preconditioner={name: ${pair#*/}, scope: rank}")
  launch 0 predict "${cube[@]}" "${own[@]}" --nodes 1 --ranks-per-node 1,3 --strategies block --json "$folder/p.json"
  expect_code "$pair in a dry run" 0
  expect_output "$pair in a dry run" 'block size  iterations' '(from a trial step with each number of ranks)'
  launch 3 run "${cube[@]}" "${own[@]}" --json "$folder/run.json"
  expect_code "$pair on 3 ranks" 0
  expected=$(value "$folder/p.json" '[.results[] | select(.ranks == 3).solver.expected.trial][0]')
  [ "$expected" = "$(value "$folder/run.json" '$s.iterations.first')" ] || fail "$pair: not $expected iterations on 3 ranks"
done

# Each rank compares the traffic of its products with the counts of the forecast. The preconditioner's own
# exchanges must not disturb this check.
launch 0 list
for preconditioner in $(awk '/^[a-z]/ {on = /^preconditioners/} on && /^ / {print $1}' "$folder/stdout"); do
  scope=()
  [ "$preconditioner" = ilut ] && scope=(-s solver.preconditioner.scope=rank)
  launch 3 run "${cube[@]}" -q -s time.steps=2 -s solver.method=bicgstab -s solver.preconditioner.name="$preconditioner" "${scope[@]}"
  expect_code "$preconditioner" 0
  expect_output "$preconditioner" "bicgstab$([ "$preconditioner" = none ] || echo " + $preconditioner")" 'forecast'
done

# Implicit steps may have any length. If there is a source, it limits them, because sources are treated
# explicitly.
launch 0 run "${cube[@]}" -q -s time.dt=100 -s time.steps=1
expect_code 'a step of any length' 0
launch 0 run "${cube[@]}" -q -s time.dt=100 -s time.steps=1 -s 'source=-v'
expect_code 'a stiff source' 4 time.dt 'implicit steps treat the source explicitly'
launch 0 predict "${cube[@]}" -q -s time.steps=0
expect_code 'no steps to forecast' 2 time.steps 'no steps to forecast'
launch 0 predict "${cube[@]}" -q -s solver.most_iterations=2
expect_code 'a step that cannot be solved' 4 'step 1: ' 'solver.most_iterations at iteration 2'
launch 3 run "${cube[@]}" -q -s solver.most_iterations=2
expect_code 'a run that cannot be solved' 4 'step 1: ' 'solver.most_iterations at iteration 2'

# Steady states: equal fields on 1 and 3 ranks.
heater=(configs/heater.yaml -q --machine "$known" -s mesh.file="$folder/m" -s 'source=20*x*y' -s time.method=steady -s time.steps=null -s time.end=null
  -s time.steady=null -s snapshots.file=null -s history.file=null -s probes=null)
for ranks in 0 3; do
  launch $ranks run "${heater[@]}" -s solver.tolerance=1e-12 --json "$folder/$ranks.json"
  expect_code "steady on $ranks ranks" 0
  expect_output "steady on $ranks ranks" 'inflow per unit of time:' 'balance: inflow and source add up to '
done
[ "$(value "$folder/0.json" '.results[0].field.hash')" = "$(value "$folder/3.json" '.results[0].field.hash')" ] ||
  fail 'another steady state on 3 ranks'
# A run of a steady state makes no trial step, so its iterations are unknown and it has no forecast. predict
# solves the system once and uses these iterations for all numbers of ranks.
expect_output 'steady, run' 'No forecast (-) of a steady state: the number of iterations is unknown'
launch 0 predict "${heater[@]}" -s solver.tolerance=1e-12 --ranks-per-node 1,3 --json "$folder/p.json"
expect_code 'steady, predicted' 0
expect_output 'steady, predicted' 'forecast seconds per solve' 'iterations          forecast' 'one iteration ' ' a solve.'
counts='.products, .reductions, .flops, .iterations.total, .work.row_flops'
for ranks in 0 3; do
  predicted=$(jq -c ".results[$((ranks ? -1 : 0))].solver | [.expected.trial, $counts]" "$folder/p.json")
  [ "$(jq -c ".results[0].solver | [.iterations.total, $counts]" "$folder/$ranks.json")" = "$predicted" ] ||
    fail "steady on $ranks ranks: iterations and counts differ from $predicted of the dry run"
done
launch 0 run "${heater[@]}" -s 'source=1-v'
expect_code 'a source that follows the field' 2 source 'depends on v or on local states'
launch 0 run "${heater[@]}" -s boundary=null
expect_code 'inflow without outflow' 4 'there is no steady state' 'the net inflow is'
launch 0 run "${heater[@]}" -s boundary=null -s source=0
expect_code 'no forcing' 4 'is a constant field'

# The forcing is checked before the solver starts. The error therefore names the formula that is not finite,
# and not the solver.
launch 3 run "${cube[@]}" -q -s time.steps=3 -s time.dt=0.02 -s 'source="sqrt(0.03-t)"'
expect_code 'a source that is not finite' 4 'source="sqrt(0.03-t)"' 'the formula is not finite' 't = 0.04'
launch 0 run "${cube[@]}" -q -s time.steps=3 -s time.dt=0.02 -s 'boundary.default={kind: value, value: "sqrt(0.03-t)"}'
expect_code 'data that are not finite' 2 'boundary.default.value' 'the formula is not finite'
launch 0 run "${cube[@]}" -q -s time.steps=0
expect_code 'no steps' 0
grep -q 'iterations a step' "$folder/stdout" && fail 'iterations of no steps'

# If the tensor differs by a factor of 1e8 between two regions, a small residual does not imply accurate
# values. The mean in the region with the small tensor must be correct.
cat > "$folder/jump.yaml" << 'YAML'
mesh: {file: meshes/layers}
diffusion: {regions: [{region: 1, tensor: 1}, {region: 2, tensor: 1e8}]}
initial: 0
boundary: {markers: [{marker: 1, kind: value, value: 0}, {marker: 2, kind: value, value: 1}]}
time: {method: implicit, steps: 2, multiple: 1e8}
solver: {preconditioner: {name: ilu0}}
YAML
for tolerance in 1e-8 1e-13; do
  launch 0 run "$folder/jump.yaml" -q --machine none -s "solver.tolerance=$tolerance" --json "$folder/$tolerance.json"
  expect_code "a jump with tolerance $tolerance" 0
done
jq -se '[.[].regions[0].mean] as [$a, $b] | $a > 0.01 and (($a - $b) | fabs) < 1e-8 * $b' "$folder/1e-8.json" "$folder/1e-13.json" > /dev/null ||
  fail 'the means of the half with the small tensor differ'

# The solver refines a solution to confirm its accuracy. If it cannot confirm the values within
# solver.most_iterations, the run uses them with a warning.
launch 0 run "$folder/jump.yaml" -q --machine none -s time.steps=1 -s solver.method=bicgstab \
  -s 'solver.preconditioner={name: least_squares}' -s solver.most_iterations=300 --json "$folder/u.json"
expect_code 'values that are not confirmed' 0
grep -q 'did not confirm the values' "$folder/stderr" || fail 'no warning that values are not confirmed'
[ "$(value "$folder/u.json" '[$s.uncertain, $s.accepted, $s.iterations.most, $s.true_residual > 2e-16]')" = '[1,0,300,true]' ] ||
  fail "not confirmed: $(value "$folder/u.json" '$s')"

# A steady state is one solve instead of steps, and uses the boundary data of t = 0. The check of the field's
# range does not use the initial field.
still=(configs/cube.yaml -q --machine none -s mesh.file=meshes/cube -s time.method=steady -s time.end=null -s exact=null -s 'boundary.default={kind: value, value: "x+t"}')
launch 0 run "${still[@]}" -s "snapshots.file=$folder/still.h5"
expect_code 'a steady state' 0
expect_output 'a steady state' '1 of 1 solve converged'
grep -q 'the steady state is computed with their values at t = 0' "$folder/stderr" || fail 'no note on time-dependent data'
[ "$(grep -c '<Time Value="[01]"' "$folder/still.xdmf")" = 2 ] || fail 'the start and the steady state have one time'
for initial in 0 1e6; do
  launch 0 run "${still[@]}" -s "initial=$initial" -s 'diffusion.tensor="x>0.5?1e8:1"'
  expect_code "a mesh too bad for the tensor, from $initial" 4 'the steady state in cell' 'outside the range of the forcing'
done
launch 0 run "${still[@]}" -s solver.tolerance=1e-17 -s solver.accept=1 -s solver.most_iterations=10
expect_code 'a tolerance below rounding is accepted' 0
expect_output 'a tolerance below rounding is accepted' '1e-17 requested' '1 accepted without convergence'
launch 0 run "${still[@]}" -s 'states={w: {initial: 0, rate: 1}}'
expect_code 'states' 2 'cannot be used because the config has local states'
finish
