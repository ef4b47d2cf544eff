#!/usr/bin/env bash
# finegrain bench: the table on one rank, on one node and between two nodes, machine files to which it writes
# rates, and wrong input.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
readonly tetracast=$TETRACAST
TETRACAST=$(dirname "$TETRACAST")/finegrain speaker=finegrain # the program that launch starts
[ -x "$TETRACAST" ] || { echo "skipped: $TETRACAST is not built"; exit 77; }
readonly machine=$folder/new/machine.yaml # bench creates the folder

readonly some='[0-9.]+( [KMG])? +[0-9.]+ [nu]s +[0-9.]+ *' none='- +- +- *'

# ---- one node ----
launch 2 bench --accesses 300 -o "$machine" --json "$folder/b.json"
expect_code 'a node' 0
expect_output 'a node' '2 ranks on 1 node, 300 accesses each' 'STREAM triad: ' 'All ranks share one node' 'layer cached caches nothing' "written: $machine"
expect_line 'a node' "^ +private +$some$some$none$none\$"
for layer in plain cached batched; do
  expect_line "$layer" "^  $layer +local +$some$some$none$none\$"
done
[ "$(grep -cE "^ +(baseline|vector|coalesce) +$some$some$none$none\$" "$folder/stdout")" = 9 ] || fail 'a node: not nine rows of remote patterns'
for phase in 'measuring the machine for a new file' 'measuring accesses by layer and pattern' 'measuring rates'; do
  grep -q "^$phase" "$folder/stderr" || fail "a node: the log lacks '$phase'"
done
/usr/bin/python3 - "$folder/b.json" <<'PYTHON' || fail 'the JSON'
import json, sys
report = json.load(open(sys.argv[1]))
assert (report["program"], report["ranks"], report["nodes"], report["accesses_near"]) == ("finegrain", 2, 1, 300)
rows = {(row["layer"], row["pattern"]): row for row in report["results"]}
assert len(rows) == 12
for (layer, pattern), row in rows.items():
    assert 0 < row["local" if pattern == "local" else "near"]["read_s"] < 1e-3
    assert pattern == "local" or row["far"]["read_s"] is None
known = report["machine"]["patterns"]
assert known["vector_near_write_s"] > 0 and known["baseline_far_read_s"] is None and report["stream_s"] > 0
PYTHON
launch 0 predict histogram --machine "$machine" --ranks 2 --size 10000
expect_code 'predict with the rates of the new file' 0
TETRACAST=$tetracast launch 0 predict configs/cube.yaml --machine "$machine" --nodes 1 --ranks-per-node 2
[ "$code" = 0 ] || fail "the other program knows the new file: exit code $code"

# bench replaces the rates that it measured and retains all other lines of the machine file.
sed -i -e 's/^name: .*/name: "mine"/' -e 's/^  local_read_s: .*/  local_read_s: 0.05/' -e '/^patterns:/i remote_latency_s: 5e-6' \
  -e '/^patterns:/a\  baseline_far_read_s: 1.25e-05' "$machine"
launch 0 bench --layer private -o "$machine" -q
expect_code 'one rank' 0
expect_output 'one rank' '1 rank on 1 node' 'One rank'
expect_line 'one rank' "^  private +local +$some$some$none$none\$"
expect_line 'one rank' "^ +vector +$none$none$none$none\$"
[ "$(grep -v '^warning: ' "$folder/stderr" | wc -l)" = 0 ] || fail 'one rank: -q is not silent'
grep -q 'warning: .*2 ranks per node, but the new rates are for 1' "$folder/stderr" || fail 'one rank: no warning about the ranks per node'
for line in 'name: "mine"' 'remote_latency_s: 5e-06' '  baseline_far_read_s: 1.25e-05' 'ranks_per_node: 2 '; do
  grep -q "^$line" "$machine" || fail "merging: \"$line\" is gone"
done
grep -q '^  vector_near_read_s: ' "$machine" || fail 'merging: rates that need two ranks are gone'
if grep -q '^  local_read_s: 0.05' "$machine"; then fail 'merging: the rate is the old one'; fi
[ -z "$(find "$folder" -name '*.tmp*')" ] || fail 'a temporary file remains'

# ---- two nodes ----
if why=$(tests/cluster/nodes.sh check); then
  limited 120 tests/cluster/nodes.sh run 2 1 "$TETRACAST" bench --accesses 100 -o "$machine" > "$folder/stdout" 2> "$folder/stderr" < /dev/null
  code=$?
  expect_code 'two nodes' 0
  expect_output 'two nodes' '2 ranks on 2 nodes, 100 accesses each' 'near is not measured'
  [ "$(grep -cE "^ +(baseline|vector|coalesce) +$none$none$some$some\$" "$folder/stdout")" = 9 ] || fail 'two nodes: not nine rows of remote patterns'
  grep -q '^  cached_miss_s: ' "$machine" || fail 'two nodes: the file lacks far rates'
  grep -q '^  vector_near_read_s: ' "$machine" || fail 'two nodes: near rates are gone'
  launch 0 predict histogram --machine "$machine" --ranks 4 --layer plain,cached,batched --size 10000
  # On a busy machine the measurement of a rate may fail. predict must then report that this rate is missing.
  [ "$code" = 0 ] || { [ "$code" = 2 ] && grep -q '`patterns` lacks [a-z_, ]*_far_[a-z]*_s: measure with mpirun' "$folder/stderr"; } ||
    fail "predict for two nodes of two: exit code $code"
else
  printf 'far accesses are not tested: %s\n' "$why"
fi

# ---- wrong input, which is refused before anything is measured ----
printf 'in the way\n' > "$folder/file"
cp configs/machines/abel.yaml "$folder/abel.yaml"
{ head -n 3 "$machine"; echo 'ranks_per_node: none'; } > "$folder/broken.yaml"
while IFS='|' read -r wanted words message; do
  # shellcheck disable=SC2086 # several words
  launch $((wanted == 5 ? 2 : 0)) $words
  expect_code "$words" "$wanted" "$message"
  [ ! -s "$folder/stdout" ] || fail "$words: there is a table"
done <<TABLE
2|bench sobel|unexpected argument 'sobel' for bench
2|bench --accesses 0|--accesses 0: expected a whole number from 1 to 1000000
2|bench --accesses 2000000|--accesses 2000000: expected a whole number
2|bench --layer plane|--layer: expected one of plain, cached, batched, private, found 'plane'
2|bench --ranks 4|unknown option --ranks
2|bench -o|option -o needs a value
2|bench -q=1|unknown option -q=1
2|bench -o $folder/broken.yaml|broken.yaml:4: ranks_per_node
2|bench -o $folder/x.yaml --json $folder/./x.yaml|--json
5|bench -o $folder/file|$folder/file: exists and is not a machine file
5|bench -o $folder/abel.yaml|$folder/abel.yaml: exists and is not a machine file that Tetracast has written
5|bench -o $folder/file/under.yaml|$folder/file
5|bench --json $folder/file|$folder/file: exists
TABLE
cmp -s "$folder/file" <(printf 'in the way\n') || fail 'an existing file has changed'
cmp -s configs/machines/abel.yaml "$folder/abel.yaml" || fail 'the machine file that people wrote has changed'
launch 0 bench --help
expect_code '--help' 0
expect_output '--help' 'usage: [mpirun -np P] finegrain bench' 'example'
finish
