#!/usr/bin/env bash
# `tetracast predict`: exactly the counts of a real run, for any number of ranks and nodes; the table, advice and errors.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need jq jq

machine=configs/machines/abel.yaml
quick=(-q -s time.end=null -s time.steps=2 --machine "$machine" --strategies 'fine,block,condensed,bcs' --block-sizes '70,1000')

# Rows and counts of every rank, strategy and block size, without times.
counts() {
  jq -S '[.results[] | {strategy, block_size, ranks, nodes, per_rank: [.per_rank[] | {rank, node, rows, counts}]}] | sort_by(.strategy, .block_size)' "$1"
}

# A real run on so many ranks, its nodes imagined where there are several, against the forecast of one process.
same_counts() { # nodes, ranks on each, further arguments...
  local nodes=$1 each=$2 name
  shift 2
  name="$nodes x $each $*"
  launch $((nodes * each)) compare configs/cube.yaml "${quick[@]}" "$@" -s "ranks_per_node=$each" --json "$folder/run.json"
  expect_code "compare $name" 0
  launch 0 predict configs/cube.yaml "${quick[@]}" -v "$@" --nodes "$nodes" --ranks-per-node "$each" --json "$folder/predict.json"
  expect_code "predict $name" 0
  counts "$folder/run.json" > "$folder/run.counts"
  counts "$folder/predict.json" > "$folder/predict.counts"
  [ "$(jq 'length' "$folder/run.counts")" = 8 ] || fail "$name: eight results are expected"
  cmp -s "$folder/run.counts" "$folder/predict.counts" || fail "$name: predict counts otherwise than the run"
  # The same counts and the same machine give the same forecast, for whichever of the two.
  diff <(jq -c '.results[] | [.strategy, .block_size, .predicted_s]' "$folder/run.json" | sort) \
    <(jq -c '.results[] | [.strategy, .block_size, .predicted_s]' "$folder/predict.json" | sort) > "$folder/stderr" ||
    fail "$name: another forecast"
}

same_counts 1 1
same_counts 1 2 -s distribution.kind=cyclic
same_counts 1 5
same_counts 2 3 -s distribution.kind=cyclic -s diffusion.scheme=two-point
same_counts 4 2 -s distribution.grid=[4,2]
same_counts 1 8 -s distribution.kind=cyclic -s order.method=rcm

# Several shapes in one go; progress goes to stderr, the table and the advice to stdout.
launch 0 predict configs/cube.yaml --machine "$machine" --nodes 1,2,4 --ranks-per-node 2,4 --block-sizes 100,rank -v \
  --json "$folder/p.json" --csv "$folder/p.csv"
expect_code 'several shapes' 0
expect_output 'several shapes' 'nodes' 'ranks' 'fastest' 'Advice' 'Fastest: ' 'Limited by ' 'paper model' 'Abel' 'run tetracast calibrate on that machine'
# Of each strategy that the models know and that solves the problem: all but two of them.
wanted=$((12 * ($(grep -c '^TC_[A-Z]*(' lib/comm/exchange/strategies.def) - 2)))
[ "$(jq '.results | length' "$folder/p.json")" = $wanted ] || fail "several shapes: $wanted results are expected"
[ "$(jq -c '[.ranks, .nodes, .results[0].measured_s]' "$folder/p.json")" = '[null,null,null]' ] ||
  fail 'several shapes: what differs or was not measured is null'
grep -q '^ordering and distribution for 16 ranks' "$folder/stderr" || fail 'several shapes: -v says nothing of the work'
launch 2 predict configs/cube.yaml -q --machine "$machine"
expect_code 'under mpirun' 0
[ "$(grep -c '^Advice' "$folder/stdout")" = 1 ] || fail 'under mpirun: one table is expected'

# Reports that only the config names: their folders are made, too.
launch 0 predict configs/cube.yaml -q --machine "$machine" -s "report.json=$folder/new/a.json" -s "report.csv=$folder/new/b/c.csv"
expect_code 'reports of the config' 0
for file in a.json b/c.csv; do [ -s "$folder/new/$file" ] || fail "reports of the config: no $file"; done

# What a run is told of the disk.
settings "snapshots={file: $folder/x.h5, every: 3, compress: 1}" "checkpoint={file: $folder/c.h5, every: 3}" time.end=null time.steps=10
launch 1 run configs/cube.yaml -q --machine "$known" "${set[@]}" --json "$folder/run.json"
expect_code 'a run that writes' 0
launch 0 predict configs/cube.yaml -q --machine "$machine" "${set[@]}" --json "$folder/predict.json"
expect_code 'a forecast of what is written' 0
expect_line 'a forecast of what is written' '^  Disk: at most .+ for snapshots and checkpoints'
for report in run predict; do jq -e '.disk_B > 0' "$folder/$report.json" > /dev/null || fail "the disk: $report says nothing"; done
[ "$(jq .disk_B "$folder/run.json")" = "$(jq .disk_B "$folder/predict.json")" ] || fail 'the disk: a run expects something else'

# Mistakes.
launch 0 predict configs/cube.yaml -q --machine "$machine" --nodes 1,two
expect_code 'a node that is no number' 2 '--nodes' two
launch 0 predict configs/cube.yaml -q --machine "$machine" --block-sizes 0
expect_code 'a block of nothing' 2 '--block-sizes' rank
launch 0 predict configs/cube.yaml -q --machine "$machine" --nodes 200000 --ranks-per-node 16
expect_code 'more ranks than can be imagined' 2 '--nodes 200000'
launch 0 predict configs/cube.yaml -q --machine "$machine" --nodes 1000
expect_code 'more ranks than cells' 2 '16000 ranks' meshes/cube
launch 0 predict configs/cube.yaml -q --machine "$machine" --nodes 1000,1 --json "$folder/p.json"
expect_code 'more ranks than cells, and fewer' 0
expect_output 'more ranks than cells, and fewer' 'Fastest: ' '1000  16000       65536   failed: 16000 ranks are more than the 4297 cells'
[ "$(jq -c '[.failures[] | [.strategy, .nodes, .ranks]]' "$folder/p.json")" = '[[null,1000,16000]]' ] || fail 'more ranks than cells: the report'
# What fails with two ranks of a node fails with one of each of two nodes, too: preconditioners of scope rank.
launch 0 predict configs/implicit.yaml -q --machine "$machine" --model paper -s 'solver.preconditioner={name: ilu0, scope: rank}' \
  -s solver.most_iterations=2 --nodes 1,2 --ranks-per-node 1,2
expect_code 'systems that nobody can solve' 4 'most_iterations'
launch 0 predict configs/cube.yaml -q --machine configs/cube.yaml
expect_code 'a machine that is none' 2 configs/cube.yaml:
launch 0 predict configs/cube.yaml -q --machine "$machine" --model refined
expect_code 'a model that needs more' 2 Abel 'lacks working_set_B ' 'row16_s ' 'tetracast calibrate measures them'
launch 0 predict configs/cube.yaml -q --machine "$machine" --model paper --strategies naive
expect_code 'a model that does not describe the strategy' 2 'the paper model does not describe naive, and for the refined model the machine (' \
  'lacks ' 'tetracast calibrate measures them'
launch 0 predict configs/cube.yaml -q --machine "$machine" -s strategy=naive
expect_code "the config's own strategy" 0
expect_output "the config's own strategy" 'No forecast (-) for naive: the paper model does not describe it; the refined model needs '
# What changes of the strategy are worth: naive is forecast for that alone. A run tells the verbose.
{
  cat tests/support/machine.yaml
  echo 'patterns: {pointer_s: 4e-9, owner_test_s: 2e-9, local_read_s: 5e-9, baseline_near_read_s: 6e-9}'
} > "$folder/patterns.yaml"
launch 0 predict configs/cube.yaml -q --machine "$folder/patterns.yaml" --ranks-per-node 2 --model paper --strategies naive
expect_code 'a model that would describe the strategy' 2 'the paper model does not describe naive: use --model refined'
launch 0 predict configs/cube.yaml -q --machine "$folder/patterns.yaml" --ranks-per-node 2
expect_code 'what changes are worth' 0
expect_output 'what changes are worth' 'Speed-up by change of strategy on 2 ranks (1 node)' 'privatise  naive    to fine' \
  'coalesce   fine     to condensed'
[ "$(grep -c 'naive' "$folder/stdout")" = 1 ] || fail 'what changes are worth: naive is in no table'
launch 2 run configs/cube.yaml -v -s time.end=null -s time.steps=1 --machine "$folder/patterns.yaml"
expect_code 'a run that tells what changes are worth' 0
grep -q 'forecast speed-up by strategy: privatise (naive to fine) ' "$folder/stderr" || fail 'a run that tells what changes are worth'
launch 2 compare configs/cube.yaml -q -s time.end=null -s time.steps=1 --machine "$folder/patterns.yaml" --strategies naive,fine
expect_code 'what a change was worth' 0
expect_output 'what a change was worth' 'forecast  measured' 'privatise  naive    to fine'

launch 0 predict configs/cube.yaml -v --machine "$machine"
expect_code 'models that would need more' 0
grep -q '^the refined model needs working_set_B' "$folder/stderr" || fail '-v does not tell what a model needs'
{ cat "$machine" && echo 'update_s: 1e-9'; } > "$folder/former.yaml"
launch 0 predict configs/cube.yaml --machine "$folder/former.yaml"
expect_code 'a key of earlier versions' 0
grep -q 'former.yaml:[0-9]*: update_s: is no longer used' "$folder/stderr" || fail 'no warning of a former key'
launch 0 predict configs/cube.yaml -q --machine "$machine" --json "$folder/none/of/it\0/p.json" --model best
expect_code 'an unknown model' 2 best
finish
