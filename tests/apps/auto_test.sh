#!/usr/bin/env bash
# Automatic choices. `strategy: auto` selects the strategy with the shortest forecast, and `machine: auto`
# measures the machine or uses cached parameters. The script also tests the options --machine and --model.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
export XDG_CACHE_HOME=$folder/cache # an empty machine cache

# Machine files. The network latency is nearly 0 in near.yaml and 1 ms in far.yaml. lone.yaml lacks the network parameters, and
# garbled.yaml has an unknown key.
node=$'ranks_per_node: 1\nprivate_bandwidth_Bps: 1e10\ncache_line_B: 64\n'
printf '%sremote_bandwidth_Bps: 1e9\nremote_latency_s: 1e-15\n' "$node" > "$folder/near.yaml"
printf '%sremote_bandwidth_Bps: 1e9\nremote_latency_s: 1e-3\n' "$node" > "$folder/far.yaml"
printf '%s' "$node" > "$folder/lone.yaml"
printf '%scolour: red\n' "$node" > "$folder/garbled.yaml"

run() { # ranks, arguments of run...: three steps of the cube
  launch "$1" run configs/cube.yaml -s time.end=null -s time.steps=3 --json "$folder/r.json" "${@:2}"
}

hash_of_field() { sed -nE 's/^ *"hash": "([0-9a-f]{16})",?$/\1/p' "$folder/r.json" | tail -1; }

strategy_of_report() { sed -nE 's/^ *"strategy": "([a-z0-9-]+)",?$/\1/p' "$folder/r.json" | tail -1; }

run 0 -q -s strategy=condensed --machine "$folder/far.yaml"
expect_code 'condensed, named' 0
reference=$(hash_of_field)
[ -n "$reference" ] || fail 'condensed, named: no field'

# ---- automatic choice of the strategy (strategy: auto) ----
chosen() { # name, strategy, reason: the choice is logged once and reported, and the field is that of the reference run
  expect_code "$1" 0
  [ "$(grep -c '^strategy auto: ' "$folder/stderr")" = 1 ] || fail "$1: not exactly one line about the choice"
  grep -q "^strategy auto: $2, $3\$" "$folder/stderr" || fail "$1: not $2, $3"
  expect_output "$1" "$2, metis distribution"
  [ "$(strategy_of_report)" = "$2" ] || fail "$1: the report has $(strategy_of_report)"
  [ "$(hash_of_field)" = "$reference" ] || fail "$1: another field: $(hash_of_field), not $reference"
}

# -v logs the forecasts of several strategies with three digits. No forecast is shorter than that of the selected strategy.
expect_shortest() { # name, strategy
  awk -v chosen="$2" '/^strategy [a-z0-9-]+: forecast / { sub(":", "", $2); n++; if (n == 1 || $4 < least) least = $4
                                                       if ($2 == chosen) own = $4 }
    END { exit !(n > 1 && own == least) }' "$folder/stderr" || fail "$1: $2 has not the shortest of several forecasts"
}

for case in 'near batched' 'far neighbour'; do
  read -r machine strategy <<< "$case"
  run 2 -v -s strategy=auto -s ranks_per_node=1 --model paper --machine "$folder/$machine.yaml"
  chosen "$machine nodes" "$strategy" 'the shortest forecast'
  expect_shortest "$machine nodes" "$strategy"
done
run 2 -v -s strategy=auto -s ranks_per_node=1 --machine "$folder/lone.yaml"
chosen 'an unknown network' condensed 'no forecast available'
if grep -q ': forecast ' "$folder/stderr"; then fail 'an unknown network: there is a forecast'; fi

# On one node the forecasts need no network parameters, so lone.yaml and machine: auto are sufficient. The
# test accepts whichever strategy is selected.
for ranks in 0 2; do
  for machine in "$folder/lone.yaml" auto; do
    run "$ranks" -v -s strategy=auto --machine "$machine"
    [ "$machine" != auto ] || expect_output "$machine, $ranks ranks" 'measured just now'
    strategy=$(sed -nE 's/^strategy auto: ([a-z0-9-]+),.*/\1/p' "$folder/stderr")
    chosen "$machine, $ranks ranks" "${strategy:-none named}" 'the shortest forecast'
    expect_shortest "$machine, $ranks ranks" "$strategy"
  done
done
run 2 -q -s strategy=auto --machine "$folder/lone.yaml"
expect_code 'a silent choice' 0
[ ! -s "$folder/stderr" ] || fail 'a silent choice: -q is not silent'

# ---- compare logs a warning before a long comparison begins, and the report contains this warning ----
rm -f "$folder/r.json"
launch 2 compare configs/cube.yaml -s time.end=null -s time.steps=800 -s ranks_per_node=1 --strategies condensed,fine \
  --machine "$folder/far.yaml" --json "$folder/r.json"
expect_code 'a long comparison' 0
grep -qE '^warning: the comparison takes about [0-9]+ min [0-9]+ s by the forecast, and strategy fine alone [0-9]+ min' "$folder/stderr" || fail 'a long comparison: no warning'
grep -q '"the comparison takes about ' "$folder/r.json" || fail 'a long comparison: the report has no warning'
grep -q 'the errors then contain the difference between the machines' "$folder/stdout" || fail 'a long comparison: the other machine is not marked'

# ---- automatic measurement of the machine (machine: auto) ----
# The runs above have cached machine parameters for 1 and 2 ranks. If the speed of the machine has changed
# since then, the next run measures again and logs this.
[ "$(find "$folder/cache" -name '*.yaml' | wc -l)" = 2 ] || fail "remembered: $(find "$folder/cache" -type f)"
for ranks in 1 2; do
  remembered=$(echo "$folder/cache/tetracast/$(hostname)-1x${ranks}x1-"*.yaml)
  [ -s "$remembered" ] || fail "$remembered is missing"
  run $((ranks > 1 ? ranks : 0)) -v
  expect_code "remembered, $ranks ranks" 0
  grep -qE "^machine: cached since 2[0-9TZ:-]+ \($remembered\)" "$folder/stderr" || fail "$ranks ranks: not remembered"
  if grep -q 'measuring the machine again' "$folder/stderr"; then wanted='just now'; else wanted='cached since 2'; fi
  expect_output "remembered, $ranks ranks" "$wanted"
done

# ---- runs without machine parameters (machine: none) ----
run 2 -v -s strategy=auto -s machine=none
chosen 'no machine' condensed 'no forecast available'
expect_output 'no machine' '(machine: none)' 'No forecast (-): no machine parameters are available'
if grep -qE 'measur(e|ing) the machine|: forecast |^forecast' "$folder/stderr"; then fail 'no machine: it is measured'; fi
launch 0 predict configs/cube.yaml --machine none
expect_code 'a prediction without a machine' 2 'machine none'

# ---- options --model and --machine ----
for model in paper refined; do
  run 2 -q --model $model --machine "$folder/lone.yaml"
  expect_code "model $model" 0
done
refused() { # name, parts of the message (separated by |), arguments of run...
  local name=$1 words ranks
  IFS='|' read -ra words <<< "$2"
  shift 2
  for ranks in 0 2; do
    rm -f "$folder/r.json"
    run "$ranks" "$@"
    expect_code "$name, $ranks ranks" 2 "${words[@]}"
    [ ! -e "$folder/r.json" ] || fail "$name, $ranks ranks: there is a report"
  done
}
refused 'no such model' '--model|nonsense|paper|refined' --model nonsense
refused 'no such model in the config' 'model|nonsense|paper|refined' -s model=nonsense
refused 'no such machine' "$folder/missing.yaml|No such file" --machine "$folder/missing.yaml"
refused 'no such machine in the config' "$folder/missing.yaml|No such file" -s "machine=$folder/missing.yaml"
refused 'a garbled machine' "$folder/garbled.yaml:4|colour" --machine "$folder/garbled.yaml"
finish
