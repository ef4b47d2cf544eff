#!/usr/bin/env bash
# kernels: output, reports and wrong input of the benchmark program.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
TETRACAST=$(dirname "$TETRACAST")/kernels speaker=kernels # the program that launch starts
[ -x "$TETRACAST" ] || { echo "skipped: $TETRACAST is not built"; exit 77; }

for form in difference matrix; do
  for directed in '' --directed; do
    # shellcheck disable=SC2086 # a word or none
    launch 0 run --cells 3001 --blocks 5,64,3001 --threads 1,2 --kernel simple,placed --form $form --steps 7 $directed \
      --json "$folder/new/r.json"
    expect_code "$form $directed" 0
    expect_output "$form $directed" "form $form" 'All results were checked'
    python3 - "$folder/new/r.json" "$form" "$directed" "$folder/stdout" <<'PYTHON' || fail "$form $directed: the report is wrong"
import json, sys
r, form, directed = json.load(open(sys.argv[1])), sys.argv[2], sys.argv[3] != ""
flop, size = {"difference": (11, 64), "matrix": (9, 72)}[form]
assert (r["program"], r["cells"], r["directed"], r["form"], r["steps"]) == ("kernels", 3001, directed, form, 7)
assert (r["flop_per_row"], r["bytes_per_row"]) == (flop, size)
lines = [(l["block"], l["threads"], l["kernel"]) for l in r["results"]]
assert r["memory_nodes"] >= 0
assert lines == [(b, t, k) for b in (5, 64, 3001) for k in ("simple", "placed") for t in (1, 2)], lines
for l in r["results"]:
    assert 0 < l["fastest_s"] <= l["step_s"]
    assert l["local_page_share"] is None or 0 <= l["local_page_share"] <= 1
    assert (l["pages_near"], l["untimed"]) == (l["local_page_share"], l["warmup_products"])  # former names
    assert abs(l["flops"] * l["step_s"] / (3001 * flop) - 1) < 1e-12
    assert abs(l["bandwidth_Bps"] * l["step_s"] / (3001 * size) - 1) < 1e-12
rows = [l.split() for l in open(sys.argv[4])]
rows = [l for l in rows if len(l) >= 8 and l[0].isdigit() and l[2] in ("simple", "placed")]
assert [(int(l[0]), int(l[1]), l[2]) for l in rows] == lines, rows
PYTHON
  done
done

# ---- forecasts; each launch measures the machine once for each number of threads ----
launch 0 run --cells 6000 --blocks 8,512,6000 --threads 2 --steps 10 --forecast --json "$folder/r.json"
expect_code forecast 0
expect_output forecast 'by reads' 'forecast by eq. (6): error at most 15 % in ' ' of 3 lines'
python3 - "$folder/r.json" <<'PYTHON' || fail 'forecast: the report is wrong'
import json, sys
r = json.load(open(sys.argv[1]))
assert [m["threads"] for m in r["machine"]] == [2] and len(r["results"]) == 3
for m in r["machine"]:
    assert m["together_s"] > 0 and len(m["gather4_s"]) == len(m["spread_B"]) == 10 and min(m["gather4_s"]) > 0
    assert m["spread_B"] == sorted(set(m["spread_B"])) and m["spread_B"][-1] == 48000
    assert len(m["level_Bps"]) == 4
for l in r["results"]:
    together = next(m["together_s"] for m in r["machine"] if m["threads"] == l["threads"])
    assert l["forecasts"]["hierarchy_s"] >= together, l
    assert l["forecasts"]["levels_s"] is None or l["forecasts"]["levels_s"] > 0, l
PYTHON
launch 0 run --cells 4096 --blocks 512 --steps 5 --forecast --form matrix --json "$folder/r.json"
expect_code 'forecast of the form matrix' 0
[ "$(grep -cE '"levels_s": null' "$folder/r.json")" = 1 ] || fail 'equation (6) is printed for another form'

# ---- rows of a mesh (option --pattern) instead of artificial rows ----
for scheme in two-point gradient; do
  "$(dirname "$TETRACAST")/tetracast" mesh order meshes/cube --scheme $scheme --pattern "$folder/$scheme.pattern" -q > /dev/null || fail 'mesh order --pattern'
  for form in difference matrix; do
    launch 0 run --pattern "$folder/$scheme.pattern" --form $form --kernel simple,placed --threads 1,2 --steps 3 --json "$folder/p.json"
    expect_code "pattern, $scheme, $form" 0
    expect_output "pattern, $scheme, $form" '4297 rows of up to' "$scheme.pattern" 'All results were checked'
    python3 - "$folder/p.json" $scheme $form <<'PYTHON' || fail "pattern, $scheme, $form: the report is wrong"
import json, sys
r, width = json.load(open(sys.argv[1])), {"two-point": 4, "gradient": 16}[sys.argv[2]]
flop, size = {"difference": (3 * width - 1, 12 * width + 16), "matrix": (2 * width + 1, 12 * width + 24)}[sys.argv[3]]
assert r["pattern"].endswith(sys.argv[2] + ".pattern") and (r["cells"], r["width"]) == (4297, width)
assert (r["flop_per_row"], r["bytes_per_row"]) == (flop, size) and [l["block"] for l in r["results"]] == [None] * 4
PYTHON
  done
  launch 0 count --pattern "$folder/$scheme.pattern" --tile 64,4297 --cache 1024 --sector 8
  expect_code "count, $scheme" 0
  [ "$(awk '$2 == 4297 { print $3 }' "$folder/stdout")" = 1.0000 ] || fail "count, $scheme: a tile of all rows reads x once"
done
launch 0 run --pattern "$folder/two-point.pattern" --forecast --steps 5 --json "$folder/p.json"
expect_code 'forecast of a pattern' 0
python3 -c 'import json, sys
[line] = json.load(open(sys.argv[1]))["results"]
sys.exit(not (line["forecasts"]["levels_s"] is None and line["forecasts"]["hierarchy_s"] > 0))' "$folder/p.json" || fail 'forecast of a pattern'
head -c 3000 "$folder/gradient.pattern" > "$folder/short"
cp "$folder/two-point.pattern" "$folder/beyond"
printf '\311\020' | dd of="$folder/beyond" bs=1 seek=$((27 + 16 * 100)) conv=notrunc 2> /dev/null # column 4297 in row 100
{ printf "tetracast pattern 1 1 4\n"; head -c 16 /dev/zero; } > "$folder/one"
printf 'tetracast pattern 1 2000000000 4\n' > "$folder/many"
while IFS='|' read -r wanted words arguments; do
  read -ra arguments <<< "$arguments"
  launch 0 "${arguments[@]}"
  expect_code "${arguments[*]}" "$wanted" "$words"
done <<TABLE
3|short: ends within row 46|run --pattern $folder/short
3|short: ends within row 46|count --pattern $folder/short
3|beyond: row 100 has the column index 4297, outside 0 .. 4296|run --pattern $folder/beyond
3|is not a pattern file|count --pattern meshes/cube.ele
3|cannot be opened|count --pattern $folder/none
2|--forecast needs 4096 rows or more, and $folder/one has 1|run --pattern $folder/one --forecast
3|at most 536870912 and 64|run --pattern $folder/many
2|--forecast supports rows of 4 entries only|run --pattern $folder/gradient.pattern --forecast
2|--forecast: applies to kernels on the processor|run --device auto --forecast
2|--blocks: has no effect with --pattern|run --pattern $folder/two-point.pattern --blocks 8
TABLE

# ---- reads per row and rates that the paper reports for a K20 GPU, computed from counts and the bandwidths
# of memory and cache ----
launch 0 count --directed --cells 1000000 --blocks 8,64,200,13333,500000 --tile 64 --sector 32 --bandwidth 171.17e9 \
  --cache-bandwidth 394.1e9 --json "$folder/r.json"
expect_code count 0
expect_output count 'sectors of 32 bytes' 'memory'
python3 - "$folder/r.json" "$folder/stdout" <<'PYTHON' || fail 'count does not give the reads and the rates of the paper'
import json, sys
r = json.load(open(sys.argv[1]))
assert (r["sector_B"], r["device_bandwidth_Bps"], r["device_cache_Bps"]) == (32, 171.17e9, 394.1e9)
by = {l["block"]: l for l in r["results"]}
for block, reads, off in ((8, 1.75, 0), (64, 1.75, 0), (13333, 5.58, 0.02), (500000, 5.74, 0.02)):
    assert abs(by[block]["reads_per_row"] - reads) <= off, (block, by[block])
for block, rate, off in ((8, 29.42, 0.005), (64, 29.42, 0.005), (200, 29.42, 0.005), (13333, 23.2, 0.2)):
    assert abs(1e-9 * by[block]["flops"] - rate) <= off, (block, by[block])
rows = [l.split() for l in open(sys.argv[2])]
rows = [(int(l[0]), float(l[3]), l[5]) for l in rows if len(l) == 6 and l[0].isdigit() and l[1] == "64"]
assert [l[0] for l in rows] == list(by) and all(abs(reads - by[b]["reads_per_row"]) < 1e-4 for b, reads, _ in rows), rows
assert [l[2] for l in rows] == ["memory", "memory", "memory", "cache", "cache"], rows
PYTHON
# Figures 16 and 17 of the paper: each multiprocessor of the GPU has a read-only cache of 48 kB. Kernel 1
# stores 48 bytes per row in 48 kB of shared memory, so 1024 rows are in flight, and only x is cached. Kernel
# 2 has 2048 rows in flight and also caches the matrix. In the paper, L2 is the limit from b = 500 (kernel 1,
# at the theoretical 208 GB/s) and b = 700 (kernel 2). The largest numbers of reads per row are 5.75 and 8.
expect_figure() { # tile, rows in flight, cached, bandwidth, published b, least and most reads at the maximum
  launch 0 count --directed --cells 131072 --blocks 64,256,512,640,768,1024,13333,65536 --tile "$1" --tile-cache 49152 --in-flight "$2" \
    --cached "$3" --bandwidth "$4" --cache-bandwidth 394.1e9 --json "$folder/f.json"
  expect_code "tiles of $1" 0
  expect_output "tiles of $1" "$2 rows in flight share a cache of 49152 bytes" 'Largest counted b for which the memory bandwidth limits the product (at most '
  jq -e --argjson b "$5" --argjson least "$6" --argjson most "$7" '.largest_blocks[0].block as $limit | .rows_in_flight > 0
    and $limit >= 0.7 * $b and $limit <= 1.3 * $b and ([.results[].reads_per_row] | max | . >= $least and . <= $most)' "$folder/f.json" > /dev/null \
    || fail "tiles of $1: $(jq -c '[.largest_blocks, [.results[].reads_per_row]]' "$folder/f.json")"
}
expect_figure 64 1024 x 208e9 500 5.6 5.75
jq -e '[.results[] | select(.block == 13333) | 1e-9 * .flops - 23.08 | fabs < 0.2] == [true]' "$folder/f.json" > /dev/null || fail 'kernel 1 at b = 13333'
expect_figure 512 2048 all 171.17e9 700 7.5 8.5
launch 0 count --cells 999 --blocks 5,999 --tile 7,64 --json "$folder/r.json"
expect_code 'count without a device' 0
grep -q '"flops": null' "$folder/r.json" || fail 'count prints rates without a device'
if grep -q GFLOP "$folder/stdout"; then fail 'count shows rates of no device'; fi

launch 0 count --cells 20000 --blocks 8,20000 --cache 32768,1048576 --json "$folder/r.json"
expect_code 'count with caches' 0
[ "$(grep -c '"lines_per_row": 0.875$' "$folder/r.json")" = 3 ] || fail 'blocks that fit into a cache do not fetch 56 bytes a row'
grep -q '"lines_per_row": 4.1' "$folder/r.json" || fail 'a block that is too large for a cache comes once'
expect_output 'count with caches' '1048576     0.0000     0.8750'

for words in --help 'run --help' 'run -h' 'count --help'; do
  read -ra words <<< "$words"
  launch 0 "${words[@]}"
  expect_code "${words[*]}" 0
  expect_output "${words[*]}" 'usage: '
done
expect_output 'count --help' 'Figure 17 of Langguth, Wu, Chai and Cai 2015'
launch 0
[ "$code" = 2 ] || fail "no command: exit code $code"

printf 'in the way\n' > "$folder/file"
while IFS='|' read -r wanted words arguments; do
  read -ra arguments <<< "$arguments"
  launch 0 "${arguments[@]}"
  expect_code "${arguments[*]}" "$wanted" "$words"
  [ ! -e "$folder/out.json" ] || fail "${arguments[*]}: left a report"
done <<TABLE
2|dance|dance
2|--colour|run --colour red
2|--blocks 4: a block must have at least 5 rows (a row and its four neighbours)|run --blocks 4 --json $folder/out.json
2|--cells 0|run --cells 0
2|one of simple, placed|run --kernel fast
2|--cached: each requires --tile-cache and --in-flight|count --tile-cache 49152
2|--cached: each requires --tile-cache and --in-flight|count --cached x
2|smaller than one sector (2048 bytes): use at least the value of --sector|count --tile 64 --sector 2048 --tile-cache 1024 --in-flight 64
2|unknown value: use x (the vector) or all|count --cached both
2|belong together|count --bandwidth 1e11 --json $folder/out.json
2|--steps|count --steps 3
2|--forecast|count --forecast
2|--forecast needs --cells 4096 or more|run --cells 4095 --forecast --json $folder/out.json
5|$folder/file/r.json|count --cells 9 --json $folder/file/r.json
2|4096 threads|run --threads 4096 --json $folder/out.json
5|$folder/file/r.json|run --cells 9 --json $folder/file/r.json
5|$folder/file|run --cells 9 --json $folder/file
TABLE
OMP_NUM_THREADS=many launch 0 run --cells 9
expect_code 'no number of threads' 2 OMP_NUM_THREADS
"$TETRACAST" --help > /dev/full 2> "$folder/stderr"
code=$?
expect_code 'a full disk under stdout' 5 stdout
finish
