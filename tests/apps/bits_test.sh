#!/usr/bin/env bash
# The main job in many ways: ranks, threads, distributions, orders and strategies change nothing in the solution, not one
# bit of the field or of the snapshots, and nothing is lost.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need h5diff hdf5-tools
need jq jq

field() { # name of a number or text in the report's "field"
  sed -n '/"field"/,$p' "$folder/r.json" | sed -nE "s/^ *\"$1\": \"?([^\",]*)\"?,?$/\1/p" | head -1
}

# What the first run of a scheme gave: reference[scheme] = "hash integral"
declare -A reference start

run() { # name, ranks, snapshot file, overrides...
  local name=$1 ranks=$2 snapshots=$3 options=()
  for override in "${@:4}"; do options+=(-s "$override"); done
  launch "$ranks" run configs/ventricle.yaml -q --machine "$known" --json "$folder/r.json" -s snapshots.file="$snapshots" -s snapshots.every=15 "${options[@]}"
  expect_code "$name" 0
}

conserved() { # name, before, after
  awk -v a="$2" -v b="$3" 'BEGIN { d = (a - b) / a; exit !(a > 0 && d <= 1e-12 && d >= -1e-12) }' ||
    fail "$1: the integral was $2, is $3"
}

compare_run() { # scheme, name
  local got
  got="$(field hash) $(field integral)"
  [[ $got =~ ^[0-9a-f]{16}\ [0-9.e+-]+$ ]] || fail "$2: the report has no field: $got"
  if [ -z "${reference[$1]:-}" ]; then
    reference[$1]=$got
    conserved "$2" "${start[$1]}" "$(field integral)"
    [ "$(field min)" != "$(field max)" ] || fail "$2: the field is constant"
    mv "$folder/out.h5" "$folder/$1.h5"
    return
  fi
  [ "$got" = "${reference[$1]}" ] || fail "$2: $got, the first run ${reference[$1]}"
  h5diff "$folder/$1.h5" "$folder/out.h5" > "$folder/stderr" 2>&1 || fail "$2: h5diff finds differences"
  [ ! -s "$folder/stderr" ] || fail "$2: h5diff complains"
}

for scheme in gradient two-point; do
  run "$scheme, no steps" 0 null "diffusion.scheme=$scheme" time.steps=0
  start[$scheme]=$(field integral)
done

# scheme, ranks (0: no launcher), threads, distribution, block size, order, strategy
while read -r scheme ranks threads kind block order strategy; do
  name="$scheme, $ranks ranks x $threads threads, $kind $block, $order, $strategy"
  run "$name" "$ranks" "$folder/out.h5" "diffusion.scheme=$scheme" "threads=$threads" "distribution.kind=$kind" \
    "distribution.block_size=$block" "order.method=$order" "strategy=$strategy" time.steps=40
  compare_run "$scheme" "$name"
done <<'TABLE'
gradient 0 1 metis 65536 none condensed
gradient 1 2 cyclic 1000 rcm condensed
gradient 2 1 metis 65536 metis condensed
gradient 2 2 cyclic 512 none condensed
gradient 3 1 cyclic 7 metis condensed
gradient 3 2 metis 4096 rcm condensed
two-point 0 1 cyclic 65536 rcm condensed
two-point 3 1 cyclic 500 random block
two-point 2 1 cyclic 1000 metis condensed
two-point 2 2 metis 65536 rcm condensed
two-point 3 1 metis 64 none condensed
two-point 3 1 cyclic 1 none condensed
TABLE
[ "${reference[gradient]}" != "${reference[two-point]}" ] || fail 'both schemes give the same field'

# A processor without fused multiply-adds: the C library then computes in another way.
GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F,-AVX2,-AVX,-FMA,-FMA4 run 'older processor' 0 null diffusion.scheme=gradient time.steps=40
[ "$(field hash) $(field integral)" = "${reference[gradient]}" ] || fail 'older processor: another field'

# Every strategy there is, in one launch; one that says it is invalid may differ.
strategies=$(sed -nE 's/^TC_[A-Z]+\(([a-z0-9_]+)[,)].*/\1/p' lib/comm/exchange/strategies.def | tr _ - | paste -sd,)
launch 3 compare configs/ventricle.yaml -q --machine "$known" --json "$folder/r.json" --strategies "$strategies" --block-sizes 512 \
  -s diffusion.scheme=gradient -s distribution.kind=cyclic -s time.steps=40
expect_code 'all strategies' 0
[ "$(jq -r '[.results[].strategy] | sort | join(" ")' "$folder/r.json")" = "$(tr , '\n' <<< "$strategies" | sort | paste -sd' ')" ] ||
  fail 'all strategies: not all are in the report'
while read -r strategy valid hash integral; do
  if [ "$valid" = true ]; then
    [ "$hash $(printf %.13g "$integral")" = "${reference[gradient]% *} $(printf %.13g "${reference[gradient]#* }")" ] || fail "$strategy: another field"
  elif [ "$strategy" != none ]; then
    fail "$strategy is not valid"
  fi
done < <(jq -r '.results[] | "\(.strategy) \(.field.valid) \(.field.hash) \(.field.integral)"' "$folder/r.json")

# However the matrix is stored.
for storage in $(sed -nE 's/^TC_ENTRY\(([a-z0-9_]+)\).*/\1/p' lib/sparse/formats.def) auto; do
  [ "$storage" != difference ] || continue # is of a kernel of its own, below
  run "$storage" 2 null diffusion.scheme=gradient strategy=neighbour "storage=$storage" time.steps=40
  [ "$(field hash) $(field integral)" = "${reference[gradient]}" ] || fail "$storage: another field"
done
# Rows of differences have bits of their own: one field however it is computed, and nothing is lost.
difference=''
while read -r ranks threads kind block order strategy; do
  name="kernel difference, $ranks ranks x $threads threads, $kind $block, $order, $strategy"
  run "$name" "$ranks" null kernel=difference diffusion.scheme=two-point "threads=$threads" "distribution.kind=$kind" \
    "distribution.block_size=$block" "order.method=$order" "strategy=$strategy" time.steps=40
  [ -n "$difference" ] || difference="$(field hash) $(field integral)"
  [ "$(field hash) $(field integral)" = "$difference" ] || fail "$name: another field"
  conserved "$name" "${start[two-point]}" "$(field integral)"
done <<'TABLE'
0 1 metis 65536 none condensed
1 3 metis 65536 metis none
2 2 cyclic 512 rcm naive
3 1 cyclic 7 none fine
3 1 metis 1000 rcm block
2 1 metis 65536 metis neighbour
3 2 metis 65536 metis auto
TABLE
[[ $difference =~ ^[0-9a-f]{16}\ [0-9.e+-]+$ ]] || fail "kernel difference: no field: $difference"
[ "${difference% *}" != "${reference[two-point]% *}" ] || fail 'kernel difference: the bits are those of the matrix'
[ "$(jq -r '.kernel, .results[0].storage' "$folder/r.json" | paste -sd' ')" = 'difference difference' ] || fail 'kernel difference: not told'
# What is constant stays so to the last bit.
run 'a constant' 2 null kernel=difference diffusion.scheme=two-point initial=0.1 time.steps=500
[ "$(field min) $(field max)" = '0.1 0.1' ] || fail "a constant: $(field min) to $(field max)"
# Wherever its rows lie apart, or rows are no sums of differences, nobody starts.
refused() { # what, words of the message, options
  launch 2 compare configs/ventricle.yaml -q --machine "$known" -s kernel=difference -s time.steps=2 "${@:3}"
  expect_code "kernel difference, $1" 2 "$2" 'kernel'
}
refused gradient 'diffusion.scheme' -s diffusion.scheme=gradient
refused implicit 'time.method' -s diffusion.scheme=two-point -s time.method=implicit
refused 'a value' 'boundary.default' -s diffusion.scheme=two-point -s boundary.default.kind=value -s boundary.default.value=0
refused bcs 'strategy' -s diffusion.scheme=two-point -s strategy=bcs
refused 'bcs in a list' '--strategies' -s diffusion.scheme=two-point --strategies condensed,bcs
refused ell16 'storage' -s diffusion.scheme=two-point -s storage=ell16
launch 3 compare configs/ventricle.yaml -q --machine "$known" --json "$folder/r.json" -s kernel=difference -s diffusion.scheme=two-point -s time.steps=40
expect_code 'kernel difference, all that take it' 0
[ "$(jq -r '[.results[] | select(.field.valid).field.hash] | unique | join(" ")' "$folder/r.json")" = "${difference% *}" ] || fail 'kernel difference: strategies differ'
jq -e '[.results[].strategy] | index("bcs") == null and length >= 5' "$folder/r.json" > /dev/null || fail 'kernel difference: not the strategies that take it'

# Wherever its pages lie, and that is told.
run placement 2 null diffusion.scheme=gradient threads=2 placement=master time.steps=40
[ "$(field hash) $(field integral)" = "${reference[gradient]}" ] || fail 'placement: another field'
jq -e '.placement == "master" and (.results[0].local_page_share | . == null or (. >= 0 and . <= 1))
  and (.memory_nodes != 1 or .results[0].local_page_share == 1 or .results[0].local_page_share == null)' "$folder/r.json" > /dev/null || fail 'placement: not told'

# What enters: data at the boundary that depend on time, a source, local states.
entered=''
while read -r ranks threads kind block strategy; do
  name="what enters, $ranks ranks x $threads threads, $kind $block, $strategy"
  run "$name" "$ranks" null "threads=$threads" "distribution.kind=$kind" "distribution.block_size=$block" "strategy=$strategy" time.steps=40 \
    'boundary.markers=[{marker: 1, kind: exchange, h: 0.5, outside: "0.1*sin(3*t)*y"}, {marker: 3, kind: value, value: "t*sin(x)"}]' \
    'states={w: {initial: "0.01*x", rate: "0.5*(v-0.5*w)"}, u: {rate: "w*cos(z)-u"}}' 'source=8*v*(1-v)*(v-0.1)-w+exp(-t)*u'
  [ -n "$entered" ] || entered=$(field hash)
  [ "$(field hash)" = "$entered" ] || fail "$name: another field"
done <<'TABLE'
0 1 metis 65536 condensed
1 3 cyclic 512 condensed
3 1 cyclic 64 naive
2 2 metis 4096 neighbour
TABLE
[[ $entered =~ ^[0-9a-f]{16}$ ]] || fail "what enters: no hash: $entered"
[ "$entered" != "${reference[gradient]% *}" ] || fail 'nothing has entered'

finish
