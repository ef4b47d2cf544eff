#!/usr/bin/env bash
# Tests jobs/collect.sh and jobs/compare.slurm. collect.sh must write one sorted table and one CSV
# file from reports of runs, of a forecast and of an older version, and reject other files with one
# line. compare.slurm must reject wrong settings before it submits a job.
set -uo pipefail

if ! command -v jq > /dev/null; then
  echo 'skipped: jq is missing (apt-get install jq)'
  exit 77
fi
# shellcheck source=tests/apps/common.sh
. "$(dirname "$0")/../apps/common.sh"
readonly collect=$PWD/jobs/collect.sh compare=$PWD/jobs/compare.slurm cube=$PWD/meshes/cube
cd "$folder" || exit 1

expect() { # case, expected, found
  if [ "$2" = "$3" ]; then printf 'ok: %s\n' "$1"; else fail "$1: expected: ${2//$'\n'/; }; found: ${3//$'\n'/; }"; fi
}

gather() { # case, arguments of collect.sh
  local case=$1
  shift
  "$collect" "$@" > stdout 2> stderr || fail "$case: exit code $?"
}

body() { awk -v n="$1" '/^ *nodes/ { on = 1; next } !NF { on = 0 } on { NF = n; print }' stdout; } # first columns

cat > run.yaml <<YAML
mesh: {file: $cube}
initial: x
time: {steps: 3}
machine: $known
YAML
mkdir reports
for ranks in 1 2; do
  launch $ranks compare run.yaml --strategies fine,condensed --block-sizes 700,1000 --json reports/ranks$ranks.json
  expect_code "$ranks ranks" 0
done

gather 'a folder' reports
expect 'sorted rows, blocks as numbers' "$(for r in 1 2; do for s in condensed fine; do for b in 700 1000; do echo "1 $r $s $b"; done; done; done)" "$(body 4)"
expect 'what all share is said once' "machine: $(hostname), forecast for: for tests, mesh: $cube, cells: 4297, scheme: gradient, steps: 3, distribution: metis, threads: 1" "$(head -n 1 stdout)"
expect 'no file without -o' $'ranks1.json\nranks2.json' "$(ls reports)"

gather 'a CSV' reports -o table --no-plots
expect 'rows of the CSV' 9 "$(wc -l < table.csv)"
expect 'its columns' 'machine,forecast_for,mesh,cells,scheme,steps,distribution,nodes,ranks,threads,strategy,block_size,measured_s,predicted_s,error,hash,file' \
  "$(head -n 1 table.csv | tr -d '"')"
expect 'full precision' "$(jq -r '.results[] | select(.strategy == "fine" and .block_size == 700).measured_s.total' reports/ranks2.json)" \
  "$(awk -F, '$9 == 2 && $11 == "\"fine\"" && $12 == 700 { print $13 }' table.csv)"

# Writes the report of a forecast, which has several numbers of ranks and nodes and no measured
# times. Its times are chosen to test the units.
jq '.results = [range(3) as $i | .results[0] | .ranks = [16, 2, 8][$i] | .nodes = [4, 1, 2][$i] | .measured_s = null | .error = null
    | .predicted_s.total = [1.5e-7, 0.00099996, 12.344][$i]]' reports/ranks1.json > forecast.json
gather 'a forecast' forecast.json
expect 'ranks and nodes of each result, units' $'1 2 fine 700 - 1.00 ms -\n2 8 fine 700 - 12.3 s -\n4 16 fine 700 - 150 ns -' "$(body 8 | sed 's/ *$//')"

jq '(.results |= [.[0] | del(.ranks, .nodes, .ranks_per_node) | .measured_s.total = 2e-3 | .predicted_s.total = 1e-3 | .error = -0.5])
    | .ranks = 4 | .nodes = 2 | .threads = 8' reports/ranks1.json > older.json
gather 'an older report' older.json
expect 'ranks and nodes of the whole report; a bad forecast is marked' '2 4 fine 700 2.00 ms 1.00 ms -50 % *' "$(body 11)"

gather 'several sources' reports older.json forecast.json
expect 'all rows' 12 "$(awk '/^ *threads/ { on = 1; next } !NF { on = 0 } on' stdout | wc -l)"
expect 'what differs has a column' 'threads nodes ranks strategy block measured forecast error' "$(sed -n 2p stdout | xargs)"

echo '{"program": "other"}' > reports/other.json
echo '{"program": "tetra' > reports/half.json
gather 'other files in a folder' reports
expect 'are left out' 8 "$(body 1 | wc -l)"
expect 'and named' $'collect.sh: skipped reports/half.json\ncollect.sh: skipped reports/other.json' "$(cut -d: -f1,2 stderr)"

# refused CASE TEXT COMMAND...: expects that the command ends with exit code 2 and one line that
# contains TEXT, and writes no file.
refused() {
  local case=$1 text=$2
  shift 2
  "$@" > stdout 2> stderr
  expect "refused: $case" '2, 1 line' "$?, $(wc -l < stderr) line"
  grep -qF -- "$text" stderr || fail "$case: does not say: $text"
  [ ! -s stdout ] || fail "$case: prints a table"
  if compgen -G 'refused*' > /dev/null; then fail "$case: left files"; fi
}
mkdir empty
refused 'no arguments' usage "$collect"
refused 'unknown option' usage "$collect" --plot reports
refused 'no such file' 'none.json: no such file' "$collect" none.json -o refused
refused 'another file' 'reports/other.json: is not a report' "$collect" reports/other.json -o refused
refused 'half a file' 'reports/half.json: is not a report' "$collect" forecast.json reports/half.json -o refused
refused 'an empty folder' 'no report in: empty' "$collect" empty -o refused
refused 'no such place' 'no/such: the directory no does not exist' "$collect" reports -o no/such
refused 'plots without a place' '--plots needs -o' "$collect" reports --plots

unset SLURM_JOB_ID SLURM_NTASKS_PER_NODE
mkdir bin
printf '#!/bin/sh\ntouch refused-sbatch\n' > bin/sbatch # must not be reached
chmod +x bin/sbatch
PATH=$PWD/bin:$PATH
export OUT=refused RANKS_PER_NODE=2
refused 'no config' usage "$compare"
refused 'no such config' 'none.yaml: no such file' "$compare" none.yaml
refused 'no number of ranks' 'RANKS_PER_NODE is not set' env RANKS_PER_NODE= "$compare" run.yaml
refused 'nodes that are no number' '0 is not a whole number' env NODES='1 0' "$compare" run.yaml
refused 'no program' 'TETRACAST=/none: no such program' env TETRACAST=/none "$compare" run.yaml
refused 'no strategy' 'fast is none of' env STRATEGIES='fine fast' "$compare" run.yaml

finish
