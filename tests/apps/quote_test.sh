#!/usr/bin/env bash
# `tetracast quote`: the table, the JSON report, the job script for the recommended case, deadlines and
# budgets, and wrong input.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need jq jq
export XDG_CACHE_HOME=$folder/cache
unset SLURM_CLUSTER_NAME

# The machine file box.yaml has all parameters that a quote uses. The function `machine NAME SED..` writes a
# variant, edited by sed.
{
  cat "$known"
  cat << 'END'
identity: box
node_cores: 2
node_memory_B: 4e9
node_power_W: 400
price_per_node_hour: 0.3
currency: EUR
remote_send_s: 2e-6
slurm: {partition: small, modules: [gcc/12, openmpi]}
job: {neighbour_cell_s: 1e-6, order_cell_s: 1e-6, distribute_cell_s: 1e-7, halo_row_s: 1e-7, assemble_gradient_row_s: 2e-6}
END
} > "$folder/box.yaml"
machine() { # name, sed expressions...
  local name=$1
  shift
  sed "$@" "$folder/box.yaml" > "$folder/$name.yaml"
}

# quote MACHINE ARGUMENT..: quotes a job of 20 000 steps with one strategy and one storage format, unless the
# arguments state others. The job script is $folder/q.slurm.
quote() {
  local name=$1
  shift
  launch 0 quote configs/cube.yaml -q --machine "$folder/$name.yaml" -s time.end=null -s time.steps=20000 -o "$folder/q.slurm" \
    --strategies neighbour --storage ell16 "$@"
}

expect_script() { # name, lines...
  local name=$1 line
  shift
  bash -n "$folder/q.slurm" || fail "$name: bash does not accept the script"
  for line; do grep -qxF -- "$line" "$folder/q.slurm" || fail "$name: the script lacks '$line'"; done
}

expect_none() { # name
  [ ! -e "$folder/q.slurm" ] || fail "$1: there is a script"
}

# Prints the job script with DATE for each date and for the time of expiry, so that scripts of different days
# are equal.
undated() { sed -E 's/20[0-9]{2}-[0-9]{2}-[0-9]{2}|-lt [0-9]+/DATE/g' "$folder/q.slurm"; }

quote box --max-nodes 4 --json "$folder/q.json" -s "title='a b'"
expect_code 'a quote' 0
expect_output 'a quote' 'kWh' 'price [EUR]' 'No records of box: assumed spread of 35 %, the bound is ' 'Next best: ' \
  "written: $folder/q.slurm; submit with: sbatch $folder/q.slurm"
[ "$(grep -c '^  \*  ' "$folder/stdout")" = 1 ] || fail 'a quote: one case is recommended'
expect_script 'a quote' '#SBATCH --job-name=cube' '#SBATCH --partition=small' '#SBATCH --requeue --open-mode=append' \
  'module load gcc/12 openmpi || exit' "CONFIG=$PWD/configs/cube.yaml" "CHECKPOINT=$PWD/cube.checkpoint.h5" "cd $PWD"
options="options=(-s time.end=null -s time.steps=20000 -s 'title='\\''a b'\\''' -s strategy=neighbour -s storage=ell16 -s threads=1 -s checkpoint.seconds=N)"
grep -qxF -- "$options" <(sed -E 's/(checkpoint[.]seconds=)[1-9][0-9]*[)]$/\1N)/' "$folder/q.slurm") || fail 'a quote: the options are wrong'
jq -e '(.cases | length) == 6 and ([.cases[] | select(.chosen)] | length) == 1 and .records == 0 and .assumed and .identity == "box" and
  .level == 0.95 and .steps == 20000 and (.script | endswith("/q.slurm")) and .expires > .date and
  ([.cases[] | .job.forecast_s.bound > .job.forecast_s.total and .kWh > 0 and .price > 0 and .memory_B > 0 and .disk_B > 0] | all) and
  ([.. | select(. == null)] | length) == 0' "$folder/q.json" > /dev/null || fail 'a quote: the JSON is wrong'
undated > "$folder/first"
quote box --max-nodes 4
expect_code 'a script that exists' 5 q.slurm --force
[ ! -s "$folder/stdout" ] || fail 'a script that exists: the search has begun'
quote box --max-nodes 4 --force -s "title='a b'"
expect_code 'a script that is replaced' 0
diff "$folder/first" <(undated) > "$folder/stderr" || fail 'the same quote: another script'
echo precious > "$folder/q.slurm"
quote box --force
expect_code 'a file of another program' 5 q.slurm 'not a script of tetracast quote'
[ "$(cat "$folder/q.slurm")" = precious ] || fail 'a file of another program is replaced'
rm "$folder/q.slurm"

# Deadlines and budgets that are too small. Each message states a value that suffices.
quote box --max-nodes 2 --deadline 1s
expect_code 'a short deadline' 1 '--deadline 1s: no case ends in time with a probability of 95 %: the shortest bound is '
expect_output 'a short deadline' 'Forecast of the whole job' 'No records of box'
expect_none 'a short deadline'
remedy=$(sed -nE 's/.*increase --deadline to ([0-9]+[smhd]).*/\1/p' "$folder/stderr")
quote box --max-nodes 2 --deadline "$remedy"
expect_code "deadline $remedy" 0
expect_script "deadline $remedy"
rm -f "$folder/q.slurm"
quote box --budget 1e-6 --json "$folder/none.json"
expect_code 'a small budget' 1 '--budget 1e-06: the cheapest case needs '
expect_none 'a small budget'
jq -e '([.cases[] | select(.chosen)] | length) == 0 and (has("script") | not)' "$folder/none.json" > /dev/null || fail 'a small budget: JSON'
quote box --budget "$(sed -nE 's/.* needs up to ([0-9.e-]+) node-hours.*/\1/p' "$folder/stderr")" --deadline 1d --level 0.95 --nodes 1,2
expect_code 'budget and deadline' 0
rm -f "$folder/q.slurm"

# Machine files without costs. Columns whose key is missing do not appear in the table.
machine bare -e '/^\(identity\|node_\|price\|currency\|slurm\)/d'
quote bare --identity mine --partition long --account p200 --module a,b --threads 1 --ranks-per-node 2 --storage ell
expect_code 'a machine without costs' 0
expect_output 'a machine without costs' 'No records of mine' ' 2 x 1  neighbour  ell '
! grep -qE 'kWh|price' "$folder/stdout" || fail 'a machine without costs has costs'
expect_script 'a machine without costs' '#SBATCH --partition=long' '#SBATCH --account=p200' 'module load a b || exit'
rm -f "$folder/q.slurm"
# The records of jobs have the identity CLUSTER-PARTITION. The cluster's name comes from the environment or
# from the machine file.
machine cluster -e 's/^identity: .*/identity: c-small/'
quote cluster --partition gpu -s checkpoint.file=c.h5 -s checkpoint.every=100
expect_code 'another partition' 0
expect_output 'another partition' 'No records of c-gpu: '
! grep -q '^warning' "$folder/stderr" || fail 'another partition: a warning'
! grep -q 'checkpoint.seconds=[0-9]' "$folder/q.slurm" || fail 'checkpoint.every: the script sets checkpoint.seconds'
rm -f "$folder/q.slurm"
quote box --partition gpu
expect_code 'a partition of an unknown cluster' 0
grep -q '^warning: the machine name under which jobs in partition gpu are recorded is unknown .* set --identity' "$folder/stderr" || fail 'an unknown cluster: no warning'
rm -f "$folder/q.slurm"
export SLURM_CLUSTER_NAME=d
quote box --partition gpu -s forecast.records=none
expect_code 'no records' 0
expect_output 'no records' 'No records are read (forecast.records): assumed spread of 35 %, the bound is '
rm -f "$folder/q.slurm"
quote box --partition gpu
expect_output 'a partition of this cluster' 'No records of d-gpu: '
unset SLURM_CLUSTER_NAME
rm -f "$folder/q.slurm"
quote none
expect_code 'no machine file' 2 none.yaml
machine bad -e 's/^node_cores: 2/node_cores: two/'
quote bad
expect_code 'a wrong machine file' 2 'bad.yaml:' node_cores
machine setup -e '/^job:/d'
quote setup
expect_code 'a machine without the setup' 2 'setup.yaml: section job, which a quote needs, is missing' 'run tetracast calibrate without --quick on that machine'
machine alone -e '/^remote_/d; /^exchange_/d; /^message_s/d'
quote alone --max-nodes 2
expect_code 'a machine without a network' 2 'alone.yaml: remote_latency_s is missing' 'set --max-nodes 1'
quote alone --max-nodes 1
expect_code 'one node' 0
rm -f "$folder/q.slurm"
quote alone --max-nodes 1 --deadline 1s
expect_code 'a short deadline of one node' 1 'increase --deadline to '
! grep -q -- --max-nodes "$folder/stderr" || fail 'one node: the message suggests more nodes'
machine small -e 's/^node_memory_B: .*/node_memory_B: 2e7/'
quote small
expect_code 'nodes with little memory' 1 'memory: the smallest case needs ' ' on a node, but a node has 20 MB: increase --max-nodes'
expect_output 'nodes with little memory' ' memory '
expect_none 'nodes with little memory'
machine account -e 's/^slurm: .*/slurm: {account: required}/'
quote account
expect_code 'an account is required' 2 'account.yaml: jobs on this machine require an account: set --account'
quote account --account p200
expect_code 'an account' 0
expect_script 'an account' '#SBATCH --account=p200'
rm -f "$folder/q.slurm"

printf '%s\n' 'device_bandwidth_Bps: 1e12' 'launch_s: 5e-6' 'link_Bps: 1e10' 'link_s: 1e-5' | cat "$folder/box.yaml" - > "$folder/device.yaml"
quote device -s device=auto --storage ell
expect_code 'a device' 0
grep -q '^warning: .*q.slurm requests no device' "$folder/stderr" || fail 'a device: no warning'
rm -f "$folder/q.slurm"

# Jobs whose number of steps is found in the setup or unknown, whose iterations are only limited, or that may
# end early.
launch 0 quote configs/cube.yaml -q --machine "$folder/box.yaml" -o "$folder/q.slurm"
expect_code 'steps to an end time' 0
rm -f "$folder/q.slurm"
launch 0 quote configs/cube.yaml -q --machine "$folder/box.yaml" -s time.method=rkl2 -o "$folder/q.slurm"
expect_code 'unknown steps' 2 'set time.dt to a number for a quote'
quote box -s time.steady=1e-9
expect_code 'a steady stop' 0
expect_output 'a steady stop' 'may end early' 'all 20000 steps'
rm -f "$folder/q.slurm"
quote box -s time.steps=null -s time.method=steady -s solver.most_iterations=500 -s 'boundary.default={kind: value, value: 1}'
expect_code 'a limit of iterations' 0
expect_output 'a limit of iterations' 'the limit solver.most_iterations'
rm -f "$folder/q.slurm"

# Wrong or conflicting options.
quote box --max-nodes 2 --nodes 1
expect_code 'two lists of nodes' 2 --max-nodes --nodes
quote box --level 0.4
expect_code 'a level' 2 '--level' '0.5 to 0.99'
quote box --budget 0
expect_code 'a budget' 2 '--budget'
quote box --deadline soon
expect_code 'a deadline' 2 '--deadline soon' 90s
quote box --threads 3 --ranks-per-node 2
expect_code 'too many threads' 2 '--threads' '2 cores'
quote box --nodes 67108865 --ranks-per-node 1 --threads 1
expect_code 'too many ranks' 2 '--nodes 67108865' 'more than 131072 ranks'
machine wide -e 's/^node_cores: 2/node_cores: 64/'
quote wide --nodes 67108865 --threads 1
expect_code 'more ranks than a number of 32 bits' 2 '--nodes 67108865' 'more than 131072 ranks'
quote wide --ranks-per-node "$(seq -s, 1 33)" --threads 1,2
expect_code 'too many pairs' 2 '--ranks-per-node, --threads: 65 pairs' 'at most 64'
quote box --strategies neighbour,none
expect_code 'a strategy without a solution' 2 '--strategies none: the strategy exchanges no values, so its field is not a solution'
quote box --partition 'a b' -s mesh.file=absent
expect_code 'a partition with a blank, before the mesh is read' 2 "partition: 'a b' contains a character"
quote box --storage difference
expect_code 'a format of another kernel' 2 '--storage difference' matrix
launch 0 quote configs/cube.yaml -q
expect_code 'no machine' 2 '--machine FILE'
launch 0 quote configs/cube.yaml -q --machine auto --max-nodes 2 -o "$folder/q.slurm"
expect_code 'this machine on two nodes' 2 '--machine auto'
quote box -o "$folder/box.yaml" --force
expect_code 'the machine file as the script' 2 box.yaml
quote box --json "$folder/box.yaml"
expect_code 'the machine file as JSON' 2 box.yaml
expect_none 'mistakes'

# Paths that contain blanks and quotation marks, and the default name of the job script.
place="$folder/it's a \"job\""
mkdir -p "$place"
sed -e "s|meshes/cube|$PWD/meshes/cube|" -e 's/^  end: .*/  steps: 10/' configs/cube.yaml > "$place/my job.yaml"
cp "$folder/box.yaml" "$place/m.yaml"
cd "$place" || exit 1
launch_process 0 quote 'my job.yaml' -q --machine m.yaml -s 'snapshots={file: out/x.h5, every: 5}'
expect_code 'a path with blanks' 0
expect_output 'a path with blanks' "written: my job.slurm; submit with: sbatch 'my job.slurm'"
mv 'my job.slurm' "$folder/q.slurm" || fail 'a path with blanks: no script'
expect_script 'a path with blanks'
# Prints the value that bash assigns to a variable of the job script.
value() { bash -c "$(grep "^$1=" "$folder/q.slurm")"$'\nprintf %s "$'"$1\""; }
[ "$(value CONFIG)" = "$place/my job.yaml" ] || fail "a path with blanks: CONFIG is $(value CONFIG)"
[ "$(value CHECKPOINT)" = "$place/out/my job.checkpoint.h5" ] || fail "a path with blanks: CHECKPOINT is $(value CHECKPOINT)"
finish
