#!/usr/bin/env bash
# `tcblame report` and `tcblame diff`: output files, views that need no facts, rejected arguments and rejected input.
set -uo pipefail
if [ -z "${TCBLAME:-}" ]; then echo 'skipped: tcblame is not built (LLVM 14 and libdw)'; exit 77; fi
# shellcheck source=tests/apps/common.sh
. "$(dirname "$0")/../../apps/common.sh"
speaker=tcblame
need clang-14 clang-14
export XDG_CACHE_HOME=$folder/cache
blame() { # arguments..
  clear_output
  limited 60 "$TCBLAME" "$@" >> "$folder/stdout" 2>> "$folder/stderr" < /dev/null
  code=$?
  checks=$((checks + 1))
}

# Fails if a Python expression is false. The expression uses r, the report in `file` as JSON.
says() { # name, file, expression
  /usr/bin/python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
sys.exit(not eval("(" + sys.argv[2] + ")"))' "$2" "$3" || fail "$1: this is false: $3"
}

cp tests/blame/cases/ratio.c "$folder/ratio.c"
clang-14 -O2 -g "$folder/ratio.c" -o "$folder/ratio" -lm || fail 'clang'
cp "$folder/ratio" "$folder/naked" && strip "$folder/naked"
cd "$folder" || exit 1
blame analyze ratio.c -o ratio.facts; expect_code 'analyze' 0
blame run -o run --period 500us -- "$folder/ratio" 15000; expect_code 'run' 0
blame run -o naked.run -- "$folder/naked" 2500; expect_code 'run without debug information' 0

# --- JSON, CSV and HTML output
blame report run --facts ratio.facts --view all --by thread --json out/r.json --csv out/r.csv; expect_code 'a report' 0
expect_output 'a report' 'ratio 15000: 1 process x 1 thread' 'blame (a sample counts' 'touch (a sample counts once' 'hybrid (calls' 'lines (each' 'code (incl'
says 'the JSON' out/r.json 'r["program"] == "tcblame" and r["groups"] == ["process %d thread 0" % r["processes"][0]["pid"]]
  and r["used_by"] == [r["samples"]["used"]] and r["transfer"] == "full" and r["processes"][0]["ended"]
  and r["processes"][0]["truncated_blocks"] == r["processes"][0]["torn"] == 0
  and all(v["duplicate_of"] == v["folded_into"] for v in r["variables"])
  and {"variables", "touch", "functions", "points", "lines", "hints"} <= set(r)'
says 'totals' out/r.json 'r["samples"]["all"] == r["samples"]["used"] == sum(p["samples"] for p in r["processes"])'
head -n 1 out/r.csv | grep -q '^view,name,written,type,context,file,line,samples,share' || fail 'the head of the CSV'
/usr/bin/python3 -c 'import csv, sys; n = {len(r) for r in csv.reader(open("out/r.csv"))}; sys.exit(len(n) != 1)' || fail 'rows of the CSV'
blame report run --facts ratio.facts --json out/r.json --csv out/r.csv --html out/r.html; expect_code 'a report over a report' 0
for text in 'ratio 15000: 1 process' 'Largest shares of view data' '<th>share [%]' 'All values'; do
  grep -qF "$text" out/r.html || fail "the page lacks $text"
done
grep -q http out/r.html && fail 'the page refers to another file'

# --- facts in the sample directory are found without --facts; without facts the report omits views that need
# them
cp ratio.facts run/facts
blame report run --transfer certain; expect_code 'facts next to the samples' 0
expect_output 'facts next to the samples' 'transfer certain' 'samples matched with a statement:'
rm run/facts
blame report run --min 0 --json none.json; expect_code 'no facts' 0
grep -q 'no facts, so the views data and hybrid are omitted' stderr || fail 'the missing facts are not reported'
expect_output 'no facts' 'touch (' 'code (' 'lines ('
says 'no facts' none.json '"variables" not in r and r["transfer"] is None and any(f["name"] == "main" for f in r["functions"])
  and sum(t["samples"] for t in r["touch"]) == r["samples"]["used"]'
blame report run --view data; expect_code 'blame without facts' 2 '--view data needs facts'
blame report run --view touch,hybrid; expect_code 'hybrid without facts' 2 '--view hybrid needs facts'
blame report run --view all; expect_code 'all without facts' 0

# --- comparison of runs
cp -r run again
blame diff run again --facts ratio.facts --json d.json --csv d.csv --html out/r.html; expect_code 'diff' 0
expect_output 'diff' '2 runs' 'speed-up' '1.00  again'
grep -q '<h1>Comparison of 2 runs' out/r.html || fail 'the page of diff'
says 'diff' d.json 'len(r["runs"]) == 2 and r["runs"][1]["speedup"] == 1
  and r["runs"][0]["selected_s"] == r["runs"][0]["within_s"]
  and all(v["blame"][0] == v["blame"][1] and v["changed"] == [0, 0] for v in r["variables"])'
blame diff run again --from main --facts ratio.facts; expect_code 'diff within' 0
expect_output 'diff within' 'from [s]'
blame diff run; expect_code 'a diff of one' 2 'the number of directories is 1: name 2 to 16 directories'
blame diff run again --by rank; expect_code 'a diff by rank' 2 '--by'
blame diff run again --view hybrid --facts ratio.facts; expect_code 'a diff of trees' 2 'hybrid'
blame diff run none --facts ratio.facts; expect_code 'a diff with nothing' 3 'none'

# --- rejected arguments and input
blame report; expect_code 'no folder' 2 'report needs a directory of samples'
blame report run run; expect_code 'two folders' 2 "unexpected argument 'run'"
blame report run --bogus; expect_code 'an option' 2 '--bogus'
blame report run --views data; expect_code 'nearly an option' 2 'did you mean --view?'
blame report run --view dota; expect_code 'a view' 2 '--view' 'dota' "did you mean 'data'?"
blame report run --view all,data; expect_code 'all and one' 2 'all cannot be combined'
for min in x -1 101 1%% nan; do blame report run "--min=$min"; expect_code "--min $min" 2 '--min' 'percent'; done
for top in 0 x 1.5; do blame report run --top $top; expect_code "--top $top" 2 '--top'; done
blame report run --skid 2; expect_code '--skid' 2 '--skid'
blame report run --by node; expect_code '--by' 2 '--by' 'rank'
blame report run --waiting no; expect_code '--waiting' 2 'separate or blame'
for waiting in separate apart; do blame report run --facts ratio.facts --waiting $waiting; expect_code "--waiting $waiting" 0; done
blame report run --transfer some; expect_code '--transfer' 2 'certain'
blame report run --points ,; expect_code '--points' 2 '--points'
blame report run --points a --points b; expect_code '--points twice' 2 'twice'
blame report run --facts ratio.facts --from nain; expect_code '--from' 3 'nain' 'did you mean main?'
blame report run --facts ratio.facts --view hybrid --points main,nain; expect_code '--points of none' 3 '--points nain' 'did you mean main?'
for csv in x ./x "$folder/x"; do blame report run --json x --csv "$csv"; expect_code "one file for two: $csv" 2 'same file'; done
blame report none; expect_code 'no such folder' 3 'none'
mkdir empty
blame report empty; expect_code 'an empty folder' 3 'empty' 'static'
mkdir torn && head -c 30 run/*.tcb > torn/a.0.1.0.tcb
blame report torn; expect_code 'a file of nothing' 3 'torn'
mkdir cut && head -c $(($(stat -c %s run/*.tcb) - 70000)) run/*.tcb > cut/a.0.1.0.tcb
blame report cut; expect_code 'a file that is cut off' 0
expect_output 'a file that is cut off' 'warning:'
blame report naked.run --facts ratio.facts; expect_code 'no debug information' 3 'naked' '-g'

# --- files that tcblame did not write are not overwritten
echo mine > mine
for option in --json --csv --html; do
  blame report run --facts ratio.facts $option mine; expect_code "$option over a file" 5 'mine' 'not overwritten'
  blame diff run again --facts ratio.facts $option mine; expect_code "$option over a file, diff" 5 'mine'
  blame report run --facts ratio.facts $option /proc/none/x; expect_code "$option nowhere" 5 '/proc/none'
done
[ "$(cat mine)" = mine ] || fail 'a file that tcblame did not write was overwritten'

# --- facts that are missing, invalid, outdated or of another program
blame report run --facts none; expect_code 'no such facts' 3 'none'
blame report run --facts mine; expect_code 'no facts at all' 3 'mine'
sed '1s/ [0-9]*$/ 999/' ratio.facts > old.facts
blame report run --facts old.facts; expect_code 'another version' 3 'old.facts'
head -c 400 ratio.facts > half.facts
blame report run --facts half.facts; expect_code 'half of them' 3 'half.facts'
echo '#define other 1' >> ratio.c
blame report run --facts ratio.facts; expect_code 'a source that has changed' 3 'ratio.c'
cp "$OLDPWD/tests/blame/cases/fig1.c" other.c
blame analyze other.c -o other.facts; expect_code 'facts of another program' 0
blame report run --facts other.facts; expect_code 'facts of another program' 0
expect_output 'facts of another program' 'check that --facts belongs to this program'

# --- facts of two programs: the call of printf in ratio means the printf of libc, not the function of this
# name in the other program
cat > printf.c << 'END'
#include <stdarg.h>
double others;
int printf(const char *format, ...) {
  va_list list;
  va_start(list, format);
  others += va_arg(list, double);
  va_end(list);
  return 0;
}
END
blame analyze ratio.c printf.c -o both.facts; expect_code 'two programs' 0
blame report run --facts both.facts --view data --all --min 0; expect_code 'facts of two programs' 0
expect_line 'facts of two programs' '^  a +double +(6[5-9]|7[0-9]|8[0-5])'
grep -q others stdout && fail 'facts of two programs: a variable of the other program is blamed'
echo '#define other 1' >> printf.c
blame report run --facts both.facts; expect_code 'a source of another program that has changed' 0

# --- a program that was rebuilt after sampling
clang-14 -O1 -g ratio.c -o ratio -lm
blame report run --view touch; expect_code 'built again' 3 'ratio'

# --- list of names, and help texts
blame list; expect_code 'list' 0
for word in data hybrid task certain imbalance 'externals:'; do expect_output 'list' "$word"; done
blame list externals; expect_code 'externals' 0
expect_line 'externals' '^  memcpy +\*0<\*1,2'
expect_line 'externals' '^  MPI_Barrier .*waits for other threads or ranks'
blame list bogus; expect_code 'a list' 2 'bogus'
for command in analyze slice run report diff list; do
  blame $command --help; expect_code "$command --help" 0
  expect_output "$command --help" "usage: tcblame $command" 'example: '
done
finish
