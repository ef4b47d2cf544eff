#!/usr/bin/env bash
# Tests `tcblame slice`: Figure 1 and Table I of Zhang and Hollingsworth, names of functions and
# variables, and rejected arguments.
set -uo pipefail
. "$(dirname "$0")/common.sh"

lines_of() { awk -v name="$1" '$1 == name { print $NF }' "$folder/stdout"; } # variable

expect_lines() { # name, variable, lines
  [ "$(lines_of "$2")" = "$3" ] || fail "$1: $2 is blamed for '$(lines_of "$2")', not '$3'"
}

# --- Table I of the paper
blame analyze tests/blame/cases/fig1.c -o "$folder/fig1"
expect_code 'analyze Figure 1' 0
blame slice "$folder/fig1" --function main --transfer certain
expect_code 'Table I' 0
expect_lines 'Table I' a 16,18,19
expect_lines 'Table I' b 17
expect_lines 'Table I' c 16-20
expect_output 'the rule is named' 'transfer certain: Table I'
blame slice "$folder/fig1" --function main
expect_code 'the definition' 0
expect_lines 'the definition' a 16-19
expect_lines 'the definition' b 17
expect_lines 'the definition' c 16-20
expect_output 'the rule is named' 'transfer full: the definition'
blame slice "$folder/fig1" --function main --source --variable a
expect_line 'the text of a line' '^ +17  +b = 3; +<- a$'
expect_line 'lines without blame' '^ +20  +c = a \+ b; *$'
expect_lines 'one variable' b ''

# --- names of functions and variables
mkdir "$folder/one" "$folder/two"
cat > "$folder/one/x.c" << 'END'
struct s { int *v; int n; };
static int twice(int k) { return 2 * k; }
int first(struct s *p) {
  for (int i = 0; i < p->n; i++)
    p->v[i] = i;
  for (int i = 0; i < 3; i++)
    p->n = twice(i);
  return p->n;
}
END
cat > "$folder/two/x.c" << 'END'
static int twice(int k) { int r = k; return r + r; }
int second(int k) { return twice(k); }
END
blame analyze "$folder/one/x.c" "$folder/two/x.c" -o "$folder/facts"
expect_code 'two files' 0
blame slice "$folder/facts" --function twice
expect_code 'a name of two functions' 2 'there are 2' "$folder/one/x.c:twice" "$folder/two/x.c:twice"
blame slice "$folder/facts" --function two/x.c:twice
expect_code 'one of them' 0
expect_lines 'one of them' r 1
blame slice "$folder/facts" --function x.c:twice
expect_code 'still two' 2 'there are 2'
blame slice "$folder/facts" --function frist
expect_code 'no function' 2 "'frist'" "did you mean 'first'"
blame slice "$folder/facts" --function first
expect_code 'variables of one name' 0
expect_lines 'variables of one name' i:4 4,6,7
expect_lines 'variables of one name' i:6 6
blame slice "$folder/facts" --function first --variable i
expect_code 'a name of two variables' 2 '--variable' 'i:4, i:6'
blame slice "$folder/facts" --function first --variable i:6
expect_code 'one of them' 0
expect_lines 'one of them' i:6 6
expect_lines 'one of them' i:4 ''
blame slice "$folder/facts" --function first --variable 'p->v'
expect_code 'a variable and what is below' 0
expect_lines 'a variable and what is below' 'p->v[]' 4-7
expect_lines 'a variable and what is below' 'p->n' ''
blame slice "$folder/facts" --function first --variable p
expect_lines 'all below a variable' 'p->n' 6,7
for name in q p- 'p->vv' 'p->v[].x'; do
  blame slice "$folder/facts" --function first --variable "$name"
  expect_code "variable $name" 2 '--variable' "'$name'"
done

# --- rejected arguments and input
blame slice; expect_code 'no facts' 2 'slice needs a file of facts'
blame slice "$folder/facts" more --function first; expect_code 'two facts' 2 "unexpected argument 'more'"
blame slice "$folder/facts"; expect_code 'no function' 2 'slice needs --function NAME'
blame slice "$folder/facts" --function; expect_code 'an option without value' 2 '--function'
blame slice "$folder/facts" --function first --transfer half; expect_code 'no transfer' 2 '--transfer' 'half' 'certain'
blame slice "$folder/facts" --function first --bogus; expect_code 'no option' 2 '--bogus'
blame slice "$folder/none" --function first; expect_code 'no file' 3 "$folder/none"
blame slice "$folder" --function first; expect_code 'a folder' 3 "$folder"
blame slice tests/blame/cases/fig1.c --function first; expect_code 'a source' 3 'fig1.c:1: ' 'not a file of facts'
: > "$folder/bad"; blame slice "$folder/bad" --function first; expect_code 'an empty file' 3 "$folder/bad:1: "
sed '1s/ .*/ 999/' "$folder/facts" > "$folder/bad"
blame slice "$folder/bad" --function first; expect_code 'another version' 3 "$folder/bad:1: " 'another version' 'analyze'
head -n 12 "$folder/facts" > "$folder/bad"
blame slice "$folder/bad" --function first; expect_code 'facts without an end' 3 "$folder/bad:1" 'end'
sed '/^define/s/writes [0-9]*/writes 12345/' "$folder/facts" > "$folder/bad"
blame slice "$folder/bad" --function first; expect_code 'a number that points nowhere' 3 "$folder/bad:"
sed 's/^define /defined /' "$folder/facts" > "$folder/bad"
blame slice "$folder/bad" --function first; expect_code 'a line of no kind' 3 "$folder/bad:"
echo '/* more */' >> "$folder/two/x.c"
blame slice "$folder/facts" --function first
expect_code 'a source that has changed' 3 "$folder/two/x.c: has changed" 'analyze'
rm "$folder/two/x.c"
blame slice "$folder/facts" --function first
expect_code 'a source that is gone is not asked' 0
finish
