#!/usr/bin/env bash
# `compare --orders --order-blocks`: one line per order, the same field for all orders, and refused arguments.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need /usr/bin/python3 python3

cat > "$folder/c.yaml" <<YAML
mesh: {file: meshes/cube}
initial: "sin(3*x) + y*z"
time: {steps: 5}
machine: $known
YAML

launch 0 run "$folder/c.yaml" -q --json "$folder/run.json"
for ranks in 0 3; do
  launch $ranks compare "$folder/c.yaml" --orders random,none,rcm,metis,blocks --order-blocks 64,512,0 --rounds 2 \
    --json "$folder/o.json" --csv "$folder/o.csv" -s distribution.kind=cyclic
  expect_code "orders on $ranks ranks" 0
  expect_output "orders on $ranks ranks" 'strategy condensed' 'fastest'
  grep -q 'shortest forecast of the ' "$folder/stdout" && fail 'orders are ranked without machine parameters of single reads'
  grep -q 'round 2 of 2' "$folder/stderr" || fail 'rounds are not logged'
  grep -q 'all orders are in memory at the same time: about ' "$folder/stderr" || fail 'the memory is not logged'
  /usr/bin/python3 - "$folder" <<'PY' || fail "orders on $ranks ranks: the report"
import csv, json, sys
report, run = (json.load(open(f"{sys.argv[1]}/{name}.json")) for name in ("o", "run"))
wanted = [("random", 0), ("none", 0), ("rcm", 0)] + [(order, b) for order in ("metis", "blocks") for b in (64, 512, 0)]
got = [(r["order"], r["order_block"]) for r in report["results"]]
assert got == wanted, got
assert {r["field"]["hash"] for r in report["results"]} == {run["results"][0]["field"]["hash"]}
assert all(r["measured_s"]["total"] > 0 and r["forecasts"]["refined"]["total"] > 0 for r in report["results"])
rows = [row for row in csv.DictReader(open(f"{sys.argv[1]}/o.csv")) if row["part"] == "total"]
assert [(row["order"], int(row["order_block"])) for row in rows] == wanted
assert run["results"][0]["order"] == "metis" and run["results"][0]["order_block"] == 0
PY
done

# With a preconditioner of scope rank, the iterates depend on the order of the rows, so each order gives
# another field. The field and outcome in the report are those of the first order.
launch 0 compare "$folder/c.yaml" --orders random,none --rounds 1 --json "$folder/o.json" -s 'time={method: implicit, steps: 2, multiple: 500}' \
  -s 'solver.preconditioner={name: ilu0, scope: rank}'
expect_code 'fields of their own' 0
expect_output 'fields of their own' 'the fields differ, because the preconditioner depends on the distribution; outcome of random:'
for hash in $(/usr/bin/python3 -c 'import json, sys
print(*{r["field"]["hash"] for r in json.load(open(sys.argv[1]))["results"]})' "$folder/o.json"); do
  grep -qE "^  (random|none) .* \| $hash" "$folder/stdout" || fail "no line with the hash $hash"
done
[ "$(grep -oE 'hash [0-9a-f]{16}' "$folder/stdout")" = "hash $(sed -nE 's/^  random .* \| ([0-9a-f]{16}).*/\1/p' "$folder/stdout")" ] || fail 'the outcome is not that of the first order'

# If no order in the comparison has blocks, order.block of the config file is ignored with a note. An override
# of order.block on the command line is an error.
{ cat "$folder/c.yaml"; echo 'order: {block: 64}'; } > "$folder/blocks.yaml"
for arguments in 'compare CONFIG --orders rcm,none --rounds 1' 'run CONFIG -s order.method=rcm' 'predict CONFIG -s order.method=rcm'; do
  # shellcheck disable=SC2086 # several words
  launch 0 ${arguments/CONFIG/"$folder/blocks.yaml"}
  expect_code "$arguments" 0
  grep -q 'blocks.yaml:5: order.block: ignored, because the order [a-z]* has no blocks' "$folder/stderr" || fail "$arguments: no note that blocks are ignored"
done
launch 0 compare "$folder/blocks.yaml" --orders rcm,metis --rounds 1
expect_code 'blocks that one order reads' 0
grep -q 'ignored, because' "$folder/stderr" && fail 'blocks that one order reads: ignored'
launch 0 compare "$folder/blocks.yaml" --orders rcm -s order.block=5
expect_code 'blocks of the command line' 2 '-s order.block=5: is used only by order.method'

while IFS='|' read -r words arguments; do
  read -ra arguments <<< "$arguments"
  launch 0 compare "$folder/c.yaml" "${arguments[@]}"
  expect_code "compare ${arguments[*]}" 2 "$words"
done <<TABLE
--orders: expected one of none, rcm|--orders alphabetic
--order-blocks x: expected a whole number|--order-blocks 8,x
--order-blocks -1: expected a whole number from 0 to 2147483647|--order-blocks -1
--order-blocks: only the orders metis and blocks use it|--orders rcm --order-blocks 5
--strategies: cannot be combined with --orders or --order-blocks|--orders rcm --strategies none
--methods: cannot be combined with --orders or --order-blocks|--order-blocks 8 --methods cg
--rounds 0: expected a whole number|--orders rcm --rounds 0
--rounds: needs --orders, --order-blocks, --time-methods or --powers|--rounds 2
order.objective: is used only by METIS|--orders rcm -s order={"method":"rcm","objective":"volume"} -s distribution.kind=cyclic
order.objective=volume: is used only by METIS|--orders none,random -s order.objective=volume -s distribution.kind=cyclic -s mesh.file=none
TABLE
launch 0 compare "$folder/c.yaml" --orders random,metis --rounds 1 -s order.objective=volume -s distribution.kind=cyclic -s time.steps=1
expect_code 'a key that one of the orders reads' 0
finish
