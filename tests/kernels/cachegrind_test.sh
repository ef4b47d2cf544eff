#!/usr/bin/env bash
# Checks that the number of cache lines per row that `kernels count` computes agrees with the misses
# of the kernel in a cache simulated by valgrind.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
TETRACAST=$(dirname "$TETRACAST")/kernels
need valgrind valgrind
readonly cells=20000 steps=5 cache=32768

for block in 8 2048 4096 20000; do
  launch 0 count --cells $cells --blocks $block --cache $cache --json "$folder/r.json"
  counted=$(sed -nE 's/.*"lines_per_row": ([0-9.]+).*/\1/p' "$folder/r.json")
  limited 60 valgrind --tool=cachegrind --cache-sim=yes --D1=$cache,8,64 --LL=1048576,16,64 --cachegrind-out-file="$folder/out" \
    "$TETRACAST" run --cells $cells --blocks $block --steps $steps --json "$folder/run.json" > "$folder/stdout" 2> "$folder/stderr" || fail "blocks of $block do not run"
  missed=$(cg_annotate --show=D1mr --threshold=0.001 "$folder/out" | tr -d , | sed -nE 's/^ *([0-9]+).*tc_ell_multiply_rows.*/\1/p' | head -1)
  untimed=$(sed -nE 's/.*"warmup_products": ([0-9]+).*/\1/p' "$folder/run.json")
  [ "$untimed" -ge 25 ] || fail "blocks of $block: $untimed products before the timed ones of five rounds"
  awk -v block=$block -v counted="$counted" -v missed="$missed" -v rows=$((cells * (steps + untimed))) 'BEGIN {
    printf "blocks of %d: %.4f lines a row counted, %.4f missed\n", block, counted, missed / rows
    exit !(counted >= 0.875 && missed / rows > 0.9 * counted && missed / rows < 1.1 * counted) }' ||
    fail "blocks of $block: counted and missed differ by more than a tenth"
done
finish
