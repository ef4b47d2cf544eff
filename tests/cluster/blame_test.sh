#!/usr/bin/env bash
# `mpirun tcblame run` on two virtual nodes. All ranks must write their sample files to the same directory,
# and one report must contain both ranks.
set -uo pipefail
if [ -z "${TCBLAME:-}" ]; then echo 'skipped: tcblame is not built (LLVM 14 and libdw)'; exit 77; fi
"$(dirname "$0")/nodes.sh" check || exit
# shellcheck source=tests/apps/common.sh
. "$(dirname "$0")/../apps/common.sh"
speaker=tcblame
unset OMPI_MCA_osc OMPI_MCA_btl

mpicc -O2 -g tests/blame/cases/ranks.c -o "$folder/ranks" -lm || fail 'ranks.c does not compile'
limited 120 tests/cluster/nodes.sh run 2 1 "$TCBLAME" run -o "$folder/run" -- "$folder/ranks" 200 > "$folder/stdout" 2> "$folder/stderr"
code=$?
[ $code = 0 ] || fail "two nodes: exit code $code"
for rank in 0 1; do ls "$folder/run/node$((rank + 1)).$rank".*.tcb > /dev/null || fail "no file of rank $rank"; done
[ "$(grep -c 'samples\? of ' "$folder/stderr")" = 1 ] || fail 'the number of samples is not reported exactly once'

cd "$folder" || exit 1
limited 60 "$TCBLAME" report run --by rank --json report.json > stdout 2> stderr
code=$?
expect_code 'the report' 0
expect_output 'the report' 'ranks 200: 2 ranks' 'rank 0' 'rank 1'
/usr/bin/python3 -c 'import json, sys
r = json.load(open("report.json"))
print([(p["rank"], p["host"], p["samples"]) for p in r["processes"]])
sys.exit(not (r["groups"] == ["rank 0", "rank 1"] and [p["host"] for p in r["processes"]] == ["node1", "node2"]
  and all(p["samples"] > 0 and p["ended"] for p in r["processes"]) and sum(r["used_by"]) == r["samples"]["used"]))' ||
  fail 'the report lacks a rank'
finish
