#!/usr/bin/env bash
# Tests `tcblame analyze`: builds, named files, reuse of an earlier analysis, files that do not
# compile, and rejected arguments.
set -uo pipefail
. "$(dirname "$0")/common.sh"

has() { grep -q "^function name \"$2\"" "$folder/$1"; } # facts, function

entry() { # file, options; prints an entry of compile_commands.json
  printf '{"directory": "%s", "command": "cc %s -O3 -o x.o -c %s", "file": "%s"}' "$folder/src" "$2" "$1" "$1"
}

# --- analysis of a build with compile_commands.json
mkdir "$folder/src" "$folder/build" "$folder/empty"
echo 'static inline int one(void) { return 1; }' > "$folder/src/one.h"
printf '#include "one.h"\nint a(void) { return one() + A; }\n' > "$folder/src/a.c"
printf '#include "one.h"\nint b(int *p) { unheard(p); return *p + one(); }\n' > "$folder/src/b.c"
printf '[%s,\n%s,\n%s]\n' "$(entry a.c -DA=2)" "$(entry b.c '')" "$(entry c.cc '')" > "$folder/build/compile_commands.json"
analyze() { blame analyze -p "$folder/build" -o "$folder/facts" "$@"; }
analyze
expect_code 'a build' 0
expect_warning 'other languages' '1 file is not C'
for name in a b one; do has facts $name || fail "a build: there is no $name"; done
[ "$(grep -c '^function' "$folder/facts")" = 3 ] || fail 'a function of a header is recorded twice'
cp "$folder/facts" "$folder/first"

# --- a second analysis of the same build reuses the first one
analyze
expect_code 'again' 0
grep -q 'facts: up to date' "$folder/stderr" || fail 'again: is not up to date'
rm "$folder/facts"
analyze
expect_code 'without the facts' 0
grep -q compiling "$folder/stderr" && fail 'unchanged files are compiled again'
cmp "$folder/facts" "$folder/first" || fail 'facts are not the same the second time'
echo 'static inline int one(void) { return 3 + 4; }' > "$folder/src/one.h"
analyze
expect_code 'a header has changed' 0
grep -q 'compiling 2 of 2 files' "$folder/stderr" || fail 'a changed header: not all is compiled'
cmp -s "$folder/facts" "$folder/first" && fail 'a changed header: the facts are the old ones'
printf '#include "one.h"\nint a(void) { return A; }\n' > "$folder/src/a.c"
analyze
grep -q 'compiling 1 of 2 files' "$folder/stderr" || fail 'a changed file: another number is compiled'

# --- functions with unknown effects
analyze -v
expect_code '-v' 0
expect_output '-v' 'unheard: unknown effects; called 1 time'

# --- files named on the command line
blame analyze "$folder/src/a.c" "$folder/src/b.c" -o "$folder/named" -- -DA=2
expect_code 'named files' 0
for name in a b; do has named $name || fail "named files: there is no $name"; done
no_warning 'named files'

# --- files that do not compile
printf 'int a(void) {\n  return none + others;\n}\n' > "$folder/src/a.c"
analyze
expect_code 'a file that does not compile' 3 '1 of 2 files did not compile' "$folder/facts"
expect_warning 'its first error' 'a.c:2:' "undeclared identifier 'none'"
has facts b || fail 'the functions of the other files are missing'
has facts a && fail 'a function of the file that did not compile is recorded'
analyze
expect_code 'and again' 3 '1 of 2 files did not compile'
printf '#include "made.h"\nint a(void) { return MADE; }\n' > "$folder/src/a.c"
analyze
expect_code 'a header that is missing' 3
expect_warning 'what to do about it' 'a.c' "'made.h' file not found" "cmake --build $folder/build"
echo '#define MADE 1' > "$folder/src/made.h"
analyze
expect_code 'when it is there' 0
has facts a || fail 'when it is there: the function is missing'
printf 'int broken(\n' > "$folder/src/broken.c"
blame analyze "$folder/src/broken.c" -o "$folder/none"
expect_code 'nothing compiles' 3 'no file compiled'
expect_warning 'nothing compiles' 'broken.c: at its end: error: expected'
[ -e "$folder/none" ] && fail 'facts were written although no file compiled'
blame analyze "$folder/src/broken.c" -o "$folder/facts"
expect_code 'nothing compiles, over old facts' 3 'no file compiled'
has facts a || fail 'old facts were removed although no file compiled'

# --- rejected arguments and input
blame analyze -p "$folder/empty" -o "$folder/x"
expect_code 'no compile commands' 2 "$folder/empty/compile_commands.json" 'CMAKE_EXPORT_COMPILE_COMMANDS'
(cd "$folder/empty" && limited 60 "$TCBLAME" analyze 2> "$folder/stderr" > "$folder/stdout"); code=$?
expect_code 'no build at all' 2 'build-blame/compile_commands.json'
echo '[{"file": "a.c"}]' > "$folder/empty/compile_commands.json"
blame analyze -p "$folder/empty" -o "$folder/x"; expect_code 'an entry' 3 'compile_commands.json:1: '
printf '[\n{"file": "a.c",]' > "$folder/empty/compile_commands.json"
blame analyze -p "$folder/empty" -o "$folder/x"; expect_code 'no JSON' 3 'compile_commands.json:2: '
echo '[]' > "$folder/empty/compile_commands.json"
blame analyze -p "$folder/empty" -o "$folder/x"; expect_code 'an empty list' 3 'no C file'
blame analyze "$folder/src/gone.c" -o "$folder/x"; expect_code 'no such file' 2 "$folder/src/gone.c"
blame analyze "$folder/src/one.h" -o "$folder/x"; expect_code 'no C' 2 'one.h: is not a C file'
blame analyze -p "$folder/build" "$folder/src/b.c" -o "$folder/x"; expect_code 'a build and files' 2 '-p'
blame analyze -o "$folder/x" -- -DA=2; expect_code 'options, but no file' 2 'without a file'
blame analyze --bogus; expect_code 'an option' 2 '--bogus'
blame analyze -o; expect_code 'an option without value' 2 '-o'
[ -e "$folder/x" ] && fail 'something was written'
echo 'my notes' > "$folder/notes"
blame analyze "$folder/src/b.c" -o "$folder/notes"; expect_code 'a file of another kind' 5 "$folder/notes"
[ "$(cat "$folder/notes")" = 'my notes' ] || fail 'a file of another kind was written over'
blame analyze "$folder/src/b.c" -o /proc/facts; expect_code 'an output that cannot be' 5 '/proc/facts'
XDG_CACHE_HOME=/proc/cache blame analyze "$folder/src/b.c" -o "$folder/x"; expect_code 'a cache that cannot be' 5 '/proc/cache'
limited 60 env PATH=/nowhere "$TCBLAME" analyze "$folder/src/b.c" -o "$folder/x" > "$folder/stdout" 2> "$folder/stderr"
code=$?
expect_code 'no compiler' 1 'clang-14' 'apt-get install clang-14'
finish
