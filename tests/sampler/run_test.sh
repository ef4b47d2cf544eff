#!/usr/bin/env bash
# Tests `tcblame run`: rejected arguments, messages and exit codes. The results of sampled programs
# must not change.
set -uo pipefail
if [ -z "${TCBLAME:-}" ]; then echo 'skipped: tcblame is not built (LLVM 14 and libdw)'; exit 77; fi
. "$(dirname "$0")/../apps/common.sh"
speaker=tcblame
cases=$TETRACAST_TESTS

run() { # arguments of tcblame run..
  clear_output
  limited 60 "$TCBLAME" run "$@" >> "$folder/stdout" 2>> "$folder/stderr" < /dev/null
  code=$?
  checks=$((checks + 1))
}

expect_end() { # name, code of the program, words of the last line..
  local name=$1 wanted=$2 word
  shift 2
  [ "$code" = "$wanted" ] || fail "$name: exit code $code, not $wanted"
  for word; do tail -n 1 "$folder/stderr" | grep -qE -- "$word" || fail "$name: the last line lacks \"$word\""; done
}

# --- rejected programs, options and directories
run; expect_code 'no program' 2 'run needs -- PROGRAM'
run -o "$folder/a" -- "$folder/none"; expect_code 'a missing program' 2 "$folder/none" 'No such file'
run ./prog; expect_code 'no --' 2 './prog' 'after --'
run -o "$folder/a" --bogus -- true; expect_code 'an option' 2 '--bogus'
run -o "$folder/cycles" --clock cycles -- true; [ "$code" = 0 ] || expect_code 'a clock that is not there' 1 'clock cycles' 'use --clock'
run -o '' -- true; expect_code 'a folder without a name' 2 '-o: the name'
run -o "$folder/a" --clock sun -- true; expect_code 'a clock' 2 '--clock' 'sun' 'task'
for period in 0 1us 99us 2 2h -1ms ms; do
  run -o "$folder/a" --period "$period" -- true
  expect_code "period $period" 2 '--period' "$period"
done
for bytes in 0 x 1T -5; do run -o "$folder/a" --objects "$bytes" -- true; expect_code "objects $bytes" 2 '--objects'; done
run -o /proc/tcblame -- true; expect_code 'a folder that cannot be' 5 '/proc/tcblame'
echo x > "$folder/file"
run -o "$folder/file" -- true; expect_code 'a file in its place' 5 "$folder/file"

for force in '' --force; do
  mkdir -p "$folder/foreign" && echo '#!/bin/sh' > "$folder/foreign/launch"
  # shellcheck disable=SC2086 # none, or one
  run -o "$folder/foreign" $force -- true; expect_code "a file of somebody else $force" 5 "$folder/foreign/launch"
  [ "$(cat "$folder/foreign/launch")" = '#!/bin/sh' ] || fail 'a file that tcblame did not write was overwritten'
done

# --- messages and exit codes
run -o "$folder/b" -- "$cases/sampler_case_ends" exit
expect_end 'a program' 3 '[1-9][0-9]* samples of 1 process in '"$folder/b"
first=$(ls "$folder/b"/*.tcb)
run -o "$folder/b" -- "$cases/sampler_case_ends" exit
expect_code 'samples that are there' 5 "$folder/b" '--force'
[ "$(ls "$folder/b"/*.tcb)" = "$first" ] || fail 'samples were replaced'
run -o "$folder/b" --force -- "$folder/none"; expect_code 'a missing program, with force' 2 'No such file'
[ "$(ls "$folder/b"/*.tcb)" = "$first" ] || fail 'samples were removed although the program is missing'
run -o "$folder/b" --force -- "$cases/sampler_case_ends" fault
expect_end 'one that is killed' 139 'samples of 1 process'
[ -e "$first" ] && fail 'samples of the previous run were not removed'
run -o "$folder/b" --force -- "$cases/sampler_case_static" two
expect_end 'a static program' 0 'no sample' 'static'
run -o "$folder/b" --force -- true
expect_end 'a program without samples' 0 'no sample'
ends=$cases/sampler_case_ends
run -o "$folder/gone" -- sh -c "rm -r '$folder/gone'; exit 7"
expect_end 'samples that are removed' 7 "$folder/gone"
for front in "nice $ends exit" "env A=1 $ends exit" "timeout 60 $ends exit" "nice env A=1 timeout 60 $ends exit"; do
  # shellcheck disable=SC2086 # several words
  run -o "$folder/b" --force --period 100us -- $front
  expect_end "$front" 3 'samples of 1 process'
done
run -o "$folder/b" --force --period 100us -- sh -c "$ends exit; nice $ends execve"
expect_end 'a script' 3 'samples of 3 processes'

# --- libraries that the user preloads must remain in LD_PRELOAD, after the sampler
LD_PRELOAD=$cases/libsampler_plugin.so run -o "$folder/b" --force -- sh -c 'echo "$LD_PRELOAD"; cat /proc/self/maps'
expect_output 'what the user preloads' "libtcblame_sampler.so:$cases/libsampler_plugin.so" 'libsampler_plugin.so'

# --- signals that are sent to tcblame must reach the program
limited 60 "$TCBLAME" run -o "$folder/c" -- "$cases/sampler_case_ends" threads > /dev/null 2>&1 # exits with 6
[ $? = 6 ] || fail 'a program with threads'
(exec "$TCBLAME" run -o "$folder/d" -- sh -c 'trap "exit 33" TERM; echo up; while :; do sleep 0.1; done') > "$folder/up" 2> "$folder/stderr" &
child=$!
for ((k = 0; k < 400; k++)); do [ -s "$folder/up" ] && break; sleep 0.05; done
kill -TERM $child
wait $child
code=$?
expect_end 'a signal' 33

# --- with a full disk, the program must continue, and tcblame must report the lost samples
if [ "$(id -u)" = 0 ] && mkdir "$folder/full" && mount -t tmpfs -o size=300k tmpfs "$folder/full" 2> /dev/null; then
  run -o "$folder/full/x" --period 100us -- "$cases/sampler_case_threads" two
  expect_end 'a full disk' 0 '[1-9][0-9]* lost' 'samples of 1 process'
  grep -qE '^[0-9.]+$' "$folder/stdout" || fail 'the output of the program has changed'
  umount "$folder/full" && mount -t tmpfs -o size=40k tmpfs "$folder/full"
  run -o "$folder/full/x" -- "$cases/sampler_case_ends" exit
  expect_end 'a disk that is full from the beginning' 3 'disk of .* was full'
  umount "$folder/full"
else echo 'note: the test of a full disk is skipped (not root, or no tmpfs may be mounted)'
fi

# --- a limit on the file size must not end the program
(ulimit -f 256; limited 60 "$TCBLAME" run -o "$folder/e" --period 100us -- "$cases/sampler_case_threads" two) > "$folder/stdout" 2> "$folder/stderr"
code=$?
expect_end 'a limit on the size of files' 0 '[1-9][0-9]* lost'

# --- a sampled run must have the same bits with any ranks and threads, in one directory of samples
hash_of() { /usr/bin/python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["results"][0]["field"]["hash"])' "$1"; }
tetracast=("$TETRACAST" run configs/ventricle.yaml -s time.steps=60 -s snapshots.file=null --machine "$known" -q)
launch 0 "${tetracast[@]:1}" --json "$folder/plain.json"
expect_code 'tetracast alone' 0
for shape in 1x2 2x2; do
  ranks=${shape%x*} threads=${shape#*x}
  rm -rf "$folder/f" "$folder/sampled.json"
  # shellcheck disable=SC2086 # several words
  OMP_NUM_THREADS=$threads limited 120 $mpirun -np "$ranks" "$TCBLAME" run -o "$folder/f" -- "${tetracast[@]}" \
    --json "$folder/sampled.json" > "$folder/stdout" 2> "$folder/stderr"
  code=$?
  checks=$((checks + 1))
  expect_end "$shape" 0
  grep -qE "^tcblame: [1-9][0-9]* samples of $ranks process(es)? in" "$folder/stderr" || fail "$shape: the sampled processes are not reported"
  [ "$(grep -c ' samples\? of ' "$folder/stderr")" = 1 ] || fail "$shape: reported more than once"
  [ "$(hash_of "$folder/plain.json")" = "$(hash_of "$folder/sampled.json")" ] || fail "$shape: another field"
  for ((rank = 0; rank < ranks; rank++)); do
    ls "$folder/f"/*."$rank".*.tcb > /dev/null 2>&1 || fail "$shape: no file of rank $rank"
  done
done
rm -rf "$folder/g" "$folder/sampled.json"
# shellcheck disable=SC2086
run -o "$folder/g" -- $mpirun -np 2 "${tetracast[@]}" --json "$folder/sampled.json"
expect_end 'a launcher behind it' 0 'samples of 2 processes'
[ "$(hash_of "$folder/plain.json")" = "$(hash_of "$folder/sampled.json")" ] || fail '2x1: another field'
finish
