#!/usr/bin/env bash
# The programs in cases/ have known costs, and `tcblame report` must find these. The programs are compiled
# with optimisation by clang and by gcc and sampled with the commands that a user would run.
set -uo pipefail
if [ -z "${TCBLAME:-}" ]; then echo 'skipped: tcblame is not built (LLVM 14 and libdw)'; exit 77; fi
# shellcheck source=tests/apps/common.sh
. "$(dirname "$0")/../apps/common.sh"
speaker=tcblame
need clang-14 clang-14
cases=$PWD/tests/blame/cases
export XDG_CACHE_HOME=$folder/cache

# sample_case PROGRAM COMPILER PERIOD ARGUMENT OPTIONS..: builds the program, samples it every PERIOD and
# writes the report to $folder/report.json.
sample_case() {
  local case=$1 compiler=$2 period=$3 argument=$4
  shift 4
  rm -rf "$folder/run" "$folder/report.json"
  # shellcheck disable=SC2086 # several options
  "$compiler" ${level:--O3} -g "$cases/$case.c" -o "$folder/$case" -lm || fail "$case: $compiler does not compile it"
  limited 60 "$TCBLAME" analyze "$cases/$case.c" -o "$folder/run/facts" 2> "$folder/stderr" || fail "$case: analyze"
  limited 60 "$TCBLAME" run -o "$folder/run" --period "$period" -- "$folder/$case" "$argument" > /dev/null 2> "$folder/stderr" ||
    fail "$case: the program reports a wrong result"
  limited 60 "$TCBLAME" report "$folder/run" --view all --min 0 --all --json "$folder/report.json" "$@" \
    > "$folder/stdout" 2> "$folder/stderr"
  code=$?
  checks=$((checks + 1))
  expect_code "$case by $compiler" 0
}

# Fails if the Python expression is false. The expression may use r (the report as JSON), N (the number of
# samples), and blame(NAME) and touch(NAME). These return the share of samples of row NAME in the blame or
# touch view, or 0 if there is no such row.
shows() { # name, expression
  /usr/bin/python3 -c 'import json, sys
name, expression, report = sys.argv[1:]
r = json.load(open(report)); N = r["samples"]["used"]
blame = lambda n: max([v["blame"] for v in r["variables"] if n in (v["written"], v["name"])], default=0.0)
touch = lambda n: sum(t["share"] for t in r["touch"] if t["name"].split("[")[0] == n)
print(name + ":", N, "samples; blame", {v["written"] or v["name"]: round(v["blame"], 3) for v in r["variables"][:8]},
      "touch", {t["name"]: round(t["share"], 3) for t in r["touch"][:8]})
sys.exit(not eval("(" + expression + ")"))' "$1" "$2" "$folder/report.json" || fail "$1: this is false: $2"
}

# --- ratio: the costs of a and b are as 3 to 1, and both arise in the same inlined function
for compiler in clang-14 gcc; do
  sample_case ratio $compiler 500us 50000
  shows "ratio, $compiler" 'N >= 1500 and blame("a") + blame("b") > 0.9
    and abs(blame("a") / (blame("a") + blame("b")) - 0.75) < 4 * (0.75 * 0.25 / N) ** 0.5'
  shows "ratio, $compiler, CPU time" 'abs((N + r["processes"][0]["unsampled"]) * r["period_s"] / r["processes"][0]["cpu_s"] - 1) <= 0.03'
done

# --- gather: only the touch view can separate the array that is read at random from the arrays that are read
# in order
for compiler in clang-14 gcc; do
  sample_case gather $compiler 250us 400 --from kernel
  shows "gather, $compiler" 'N >= 500 and touch("x") >= 0.8 and touch("w") < 0.08 and touch("idx") < 0.08'
  shows "gather, $compiler, sums" 'sum(t["samples"] for t in r["touch"]) == N
    and sum(f["exclusive"] for f in r["functions"]) == N and sum(l["samples"] for l in r["lines"]) == N'
  shows "gather, $compiler, blame" 'blame("sum") >= 0.95
    and all(v["written"].split("[")[0] not in ("w", "x", "idx") for v in r["variables"])'
done

# --- roots: code without a source line, partly outside the address ranges of the inlined function
level=-O2 sample_case roots clang-14 500us 100
shows 'roots' 'N >= 300 and [f["exclusive"] for f in r["functions"] if f["name"] == "work"][0] >= 0.97 * N'

# --- oneline: two statements on one line, which only columns separate; gcc records only the columns of the
# inlined calls
for compiler in clang-14 gcc; do
  sample_case oneline $compiler 500us 25000
  shows "oneline, $compiler" 'N >= 500 and abs(blame("b") / (blame("a") + blame("b")) - 0.75) < 4 * (0.75 * 0.25 / N) ** 0.5'
done
expect_output 'oneline, gcc' 'matched by lines only'

# --- team: the costs of a and b are as 3 to 1 in parallel regions, which compilers move into functions
# outside main; b is a static variable in main
export OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive
for compiler in clang-14 gcc; do
  level='-O2 -fopenmp' sample_case team $compiler 500us 100
  shows "team, $compiler" 'N >= 500 and blame("a[]") + blame("main.b[]") > 0.4 and touch("(library)") < 0.2
    and abs(blame("a[]") / (blame("a[]") + blame("main.b[]")) - 0.75) < 4 * (0.75 * 0.25 / N) ** 0.5'
done

# --- ranks: rank 1 does twice the work of rank 0, which waits in the barrier
read -ra mpi < <(mpicc -showme:compile)
OMPI_CC=clang-14 mpicc -O2 -g "$cases/ranks.c" -o "$folder/ranks" -lm || fail 'ranks: mpicc does not compile it'
# A rank that waits has fewer samples if other programs use its core. Without these samples the hint about the
# imbalance is missing, and the test then launches the ranks again.
sample_ranks() {
  rm -rf "$folder/run"
  limited 60 "$TCBLAME" analyze "$cases/ranks.c" -o "$folder/run/facts" -- "${mpi[@]}" 2> "$folder/stderr" || fail 'ranks: analyze'
  # shellcheck disable=SC2086 # several words; a waiting rank must not yield its core
  limited 60 ${mpirun/idle 1/idle 0} -np 2 "$TCBLAME" run -o "$folder/run" --period 500us -- "$folder/ranks" 400 > "$folder/said" 2> "$folder/stderr" ||
    fail 'ranks: the program reports a wrong result'
  limited 60 "$TCBLAME" report "$folder/run" --by rank --all --min 0 --json "$folder/report.json" > "$folder/stdout" 2> "$folder/stderr"
  code=$?
  expect_code 'ranks' 0
}
for try in 1 2 3; do
  sample_ranks
  grep -q '^hint (imbalance): rank 0 waits (in MPI_Barrier)' "$folder/stdout" && break
  echo "launch $try: the imbalance is not named"
done
share=$(sort "$folder/said" | awk '{ s[$2] = $3 } END { print s["1:"] / (s["0:"] + s["1:"]) }')
shows "ranks, $share of the work is rank 1's" '[n for v in r["variables"] if v["written"] == "b[]" and v["context"] == "main"
  for n in [sum(v["per_rank"])] if n >= 200 and abs(v["per_rank"][1] / n - '"$share"') < 4 * (2 / 9 / n) ** 0.5] != []'
grep -q '^hint (imbalance): rank 0 waits (in MPI_Barrier)' "$folder/stdout" || fail 'ranks: the imbalance is not named'
finish
