#!/usr/bin/env bash
# `tetracast predict`: counts that equal those of a run, for any number of ranks and nodes; the table, the
# advice, and errors.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need jq jq

machine=configs/machines/abel.yaml
quick=(-q -s time.end=null -s time.steps=2 --machine "$machine" --strategies 'fine,block,condensed,bcs' --block-sizes '70,1000')

# Prints the rows and counts of every rank, strategy and block size in a report, without the times.
counts() {
  jq -S '[.results[] | {strategy, block_size, ranks, nodes, per_rank: [.per_rank[] | {rank, node, rows, counts}]}] | sort_by(.strategy, .block_size)' "$1"
}

# Compares the report of a run with that of predict, which simulates the ranks in one process. Several nodes
# are virtual nodes in the run.
same_counts() { # nodes, ranks on each, further arguments...
  local nodes=$1 each=$2 name
  shift 2
  name="$nodes x $each $*"
  launch $((nodes * each > 1 ? nodes * each : 0)) compare configs/cube.yaml "${quick[@]}" "$@" -s "ranks_per_node=$each" --json "$folder/run.json"
  expect_code "compare $name" 0
  launch 0 predict configs/cube.yaml "${quick[@]}" -v "$@" --nodes "$nodes" --ranks-per-node "$each" --json "$folder/predict.json"
  expect_code "predict $name" 0
  counts "$folder/run.json" > "$folder/run.counts"
  counts "$folder/predict.json" > "$folder/predict.counts"
  [ "$(jq 'length' "$folder/run.counts")" = 8 ] || fail "$name: eight results are expected"
  cmp -s "$folder/run.counts" "$folder/predict.counts" || fail "$name: the counts of predict and of the run differ"
  # Both commands must compute the same forecast, because the counts and the machine are equal.
  diff <(jq -c '.results[] | [.strategy, .block_size, .predicted_s]' "$folder/run.json" | sort) \
    <(jq -c '.results[] | [.strategy, .block_size, .predicted_s]' "$folder/predict.json" | sort) > "$folder/stderr" ||
    fail "$name: another forecast"
}

same_counts 1 1
same_counts 1 2 -s distribution.kind=cyclic
same_counts 4 1 -s distribution.kind=cyclic -s diffusion.scheme=two-point
same_counts 2 2 -s distribution.grid=[2,2]
same_counts 1 4 -s distribution.kind=cyclic -s order.method=rcm

# Several numbers of nodes and ranks in one call. The log is on stderr, the table and the advice are on stdout.
launch 0 predict configs/cube.yaml --machine "$machine" --nodes 1,2,4 --ranks-per-node 2,4 --block-sizes 100,rank -v \
  --json "$folder/p.json" --csv "$folder/p.csv"
expect_code 'several shapes' 0
expect_output 'several shapes' 'nodes' 'ranks' 'fastest' 'Advice' 'Fastest: ' 'Limited by ' 'paper model' 'Abel' 'run tetracast calibrate on that machine'
# Number of results: 12 cases times the number of strategies. Two strategies have no result, because one
# solves no valid problem and one has no model.
wanted=$((12 * ($(grep -c '^TC_[A-Z]*(' lib/comm/exchange/strategies.def) - 2)))
[ "$(jq '.results | length' "$folder/p.json")" = $wanted ] || fail "several shapes: $wanted results are expected"
[ "$(jq -c '[.ranks, .nodes, .results[0].measured_s]' "$folder/p.json")" = '[null,null,null]' ] ||
  fail 'several shapes: values that differ or were not measured must be null'
grep -q '^ordering and distribution for 16 ranks' "$folder/stderr" || fail 'several shapes: -v does not log the phases'
launch 2 predict configs/cube.yaml -q --machine "$machine"
expect_code 'under mpirun' 0
[ "$(grep -c '^Advice' "$folder/stdout")" = 1 ] || fail 'under mpirun: one table is expected'

# The config alone names the report files. Missing directories are created.
launch 0 predict configs/cube.yaml -q --machine "$machine" -s "report.json=$folder/new/a.json" -s "report.csv=$folder/new/b/c.csv"
expect_code 'reports of the config' 0
for file in a.json b/c.csv; do [ -s "$folder/new/$file" ] || fail "reports of the config: no $file"; done

# A run and predict forecast the same use of disk space.
settings "snapshots={file: $folder/x.h5, every: 3, compress: 1}" "checkpoint={file: $folder/c.h5, every: 3}" time.end=null time.steps=10
launch 0 run configs/cube.yaml -q --machine "$known" "${set[@]}" --json "$folder/run.json"
expect_code 'a run that writes' 0
launch 0 predict configs/cube.yaml -q --machine "$machine" "${set[@]}" --json "$folder/predict.json"
expect_code 'a forecast of disk space' 0
expect_line 'a forecast of disk space' '^  Disk: at most .+ for snapshots and checkpoints'
for report in run predict; do jq -e '.disk_B > 0' "$folder/$report.json" > /dev/null || fail "the disk: $report has no value"; done
[ "$(jq .disk_B "$folder/run.json")" = "$(jq .disk_B "$folder/predict.json")" ] || fail 'the disk: run and predict differ'

# Wrong input is refused.
launch 0 predict configs/cube.yaml -q --machine "$machine" --nodes 1,two
expect_code 'nodes that are no number' 2 '--nodes' two
launch 0 predict configs/cube.yaml -q --machine "$machine" --block-sizes 0
expect_code 'a block size of 0' 2 '--block-sizes' rank
launch 0 predict configs/cube.yaml -q --machine "$machine" --nodes 200000 --ranks-per-node 16
expect_code 'too many ranks' 2 '--nodes 200000'
launch 0 predict configs/cube.yaml -q --machine "$machine" --nodes 1000
expect_code 'more ranks than cells' 2 '16000 ranks' meshes/cube
launch 0 predict configs/cube.yaml -q --machine "$machine" --nodes 1000,1 --json "$folder/p.json"
expect_code 'more ranks than cells, and fewer' 0
expect_output 'more ranks than cells, and fewer' 'Fastest: ' '1000  16000       65536   failed: 16000 ranks are more than the 4297 cells'
[ "$(jq -c '[.failures[] | [.strategy, .nodes, .ranks]]' "$folder/p.json")" = '[[null,1000,16000]]' ] || fail 'more ranks than cells: the report'
# If a system cannot be solved on two ranks of one node, it cannot be solved on two nodes with one rank each
# either. This matters for preconditioners of scope rank, because their iterations depend on the number of
# ranks.
launch 0 predict configs/implicit.yaml -q --machine "$machine" --model paper -s 'solver.preconditioner={name: ilu0, scope: rank}' \
  -s solver.most_iterations=2 --nodes 1,2 --ranks-per-node 1,2
expect_code 'systems that cannot be solved' 4 'most_iterations'
launch 0 predict configs/cube.yaml -q --machine configs/cube.yaml
expect_code 'a file that is no machine file' 2 configs/cube.yaml:
launch 0 predict configs/cube.yaml -q --machine "$machine" --model refined
expect_code 'a model that needs more' 2 Abel 'lacks working_set_B ' 'row16_s ' 'tetracast calibrate measures them'
launch 0 predict configs/cube.yaml -q --machine "$machine" --model paper --strategies naive
expect_code 'a model that does not support the strategy' 2 'the paper model does not support strategy naive, and for the refined model the machine (' \
  'lacks ' 'tetracast calibrate measures them'
launch 0 predict configs/cube.yaml -q --machine "$machine" -s strategy=naive
expect_code "the config's own strategy" 0
expect_output "the config's own strategy" 'No forecast (-) for naive: the paper model does not support it; the refined model needs '
# Forecast speed-up by change of strategy. predict uses naive only for this table, and a run logs the speed-up with -v.
{
  cat tests/support/machine.yaml
  echo 'patterns: {pointer_s: 4e-9, owner_test_s: 2e-9, local_read_s: 5e-9, baseline_near_read_s: 6e-9}'
} > "$folder/patterns.yaml"
launch 0 predict configs/cube.yaml -q --machine "$folder/patterns.yaml" --ranks-per-node 2 --model paper --strategies naive
expect_code 'a model that would support the strategy' 2 'the paper model does not support strategy naive: use --model refined'
launch 0 predict configs/cube.yaml -q --machine "$folder/patterns.yaml" --ranks-per-node 2
expect_code 'speed-up by strategy' 0
expect_output 'speed-up by strategy' 'Speed-up by change of strategy on 2 ranks (1 node)' 'privatise  naive    to fine' \
  'coalesce   fine     to condensed'
[ "$(grep -c 'naive' "$folder/stdout")" = 1 ] || fail 'speed-up by strategy: naive must be in this table only'
launch 2 run configs/cube.yaml -v -s time.end=null -s time.steps=1 --machine "$folder/patterns.yaml"
expect_code 'a run that logs the speed-up by strategy' 0
grep -q 'forecast speed-up by strategy: privatise (naive to fine) ' "$folder/stderr" || fail 'a run that logs the speed-up by strategy'
launch 2 compare configs/cube.yaml -q -s time.end=null -s time.steps=1 --machine "$folder/patterns.yaml" --strategies naive,fine
expect_code 'measured speed-up by strategy' 0
expect_output 'measured speed-up by strategy' 'forecast  measured' 'privatise  naive    to fine'

launch 0 predict configs/cube.yaml -v --machine "$machine"
expect_code 'models that would need more' 0
grep -q '^the refined model needs working_set_B' "$folder/stderr" || fail '-v does not log the parameters that a model needs'
{ cat "$machine" && echo 'update_s: 1e-9'; } > "$folder/former.yaml"
launch 0 predict configs/cube.yaml --machine "$folder/former.yaml"
expect_code 'a key of earlier versions' 0
grep -q 'former.yaml:[0-9]*: update_s: is no longer used' "$folder/stderr" || fail 'no warning of a former key'
launch 0 predict configs/cube.yaml -q --machine "$machine" --json "$folder/none/of/it\0/p.json" --model best
expect_code 'an unknown model' 2 best
finish
