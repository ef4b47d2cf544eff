#!/usr/bin/env bash
# Tests that every script of jobs/ prints its description with --help and does nothing else. Also
# tests the functions of jobs/common.sh.
set -uo pipefail
source=${TETRACAST_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
  printf 'FAILED: %s\n' "$*"
  failures=$((failures + 1))
}

for script in "$source"/jobs/*.sh "$source"/jobs/*.slurm "$source"/meshes/*.sh; do
  [ -x "$script" ] || continue # only sourced
  for flag in --help -h; do
    timeout 10 "$script" "$flag" > "$folder/out" 2> "$folder/err" || fail "${script##*/} $flag: exit code $?"
    grep -q "${script##*/}" "$folder/out" || fail "${script##*/} $flag does not say how it is called"
    [ ! -s "$folder/err" ] || fail "${script##*/} $flag complains: $(head -n 1 "$folder/err")"
  done
done

# install PACKAGE...: calls the function that installs packages, with a substitute for apt-get that
# records its arguments. The function must install only missing packages, and let apt-get wait for
# its lock.
cat > "$folder/apt-get" << 'END'
#!/usr/bin/env bash
echo "$*" >> "$APT_WORDS"
[ "$1" != update ] || exit 100
echo 'Need to get 12 MB of archives.'
echo 'Setting up none (1.0) ...'
[ "$FAILING" = 0 ] || { echo 'E: Unable to locate package none' >&2; exit 100; }
END
printf '#!/bin/sh\nwhile [ "${1#*=}" != "$1" ]; do export "$1"; shift; done; exec "$@"\n' > "$folder/sudo"
chmod +x "$folder/apt-get" "$folder/sudo"
install() {
  APT_WORDS=$folder/words PATH=$folder:$PATH FAILING=$1 bash -euo pipefail -c '. "$1"; install_packages no-such-package-at-all' - \
    "$source/jobs/common.sh" > "$folder/out" 2>&1
}
install 0 || fail "installing: exit code $?"
[ "$(grep -c 'DPkg::Lock::Timeout=' "$folder/words")" = 2 ] || fail 'apt-get does not wait for the lock'
grep -q '12 MB' "$folder/out" || fail 'installing is silent'
if install 1; then fail 'a failed installation goes unnoticed'; fi
grep -q 'Unable to locate' "$folder/out" || fail 'the reason of a failed installation is hidden'

# build_with_dots must succeed if there is nothing to build, and fail if the compiler fails. The
# substitute for cmake ends with the exit code $BUILD_CODE.
printf '#!/bin/sh\necho "[100%%] Built target a"\nexit "$BUILD_CODE"\n' > "$folder/cmake"
chmod +x "$folder/cmake"
build() { BUILD_CODE=$1 PATH=$folder:$PATH bash -euo pipefail -c '. "$1"; build_with_dots build; echo after' - "$source/jobs/common.sh" > "$folder/out" 2>&1; }
build 0 || fail "a build without work: exit code $?"
[ "$(cat "$folder/out")" = after ] || fail "a build without work: $(cat "$folder/out")"
if build 2; then fail 'a failed build goes unnoticed'; fi

# Without root rights and without sudo, the error must name the packages. The directory `bare`
# contains only the programs that the function needs.
mkdir "$folder/bare"
printf '#!/bin/sh\necho 1000\n' > "$folder/bare/id"
cp "$folder/apt-get" "$folder/bare"
chmod +x "$folder/bare/id"
for tool in bash env dirname dpkg-query; do ln -s "$(command -v "$tool")" "$folder/bare/$tool"; done
if PATH=$folder/bare bash -euo pipefail -c '. "$1"; install_packages no-such-package-at-all' - "$source/jobs/common.sh" > "$folder/out" 2>&1; then
  fail 'without root and sudo packages seem to be installed'
fi
grep -q 'missing packages: no-such-package-at-all: sudo is not installed: install the packages as root with apt-get install, or build without root: jobs/quickstart.sh --prefix DIR' "$folder/out" ||
  fail "without root and sudo: $(cat "$folder/out")"

# list_skipped must list skipped tests with their reasons.
printf '%s\n' '7/9 Test: io/a_test' 'Output:' 'skipped: no disk' '8/9 Test: io/test_b' '[SKIP] b::c: no locale' '9/9 Test: io/test_d' 'fine' |
  bash -c '. "$1"; list_skipped' - "$source/jobs/common.sh" > "$folder/out"
[ "$(cat "$folder/out")" = $'== 2 skipped\n  io/a_test: no disk\n  io/test_b: b::c: no locale' ] || fail "skipped tests: $(cat "$folder/out")"

# list_slowest must list the ten slowest tests, and the sum of the seconds of all tests.
for i in 1 2 3 4 5 6 7 8 9 10 11; do printf '%s\n' "$i/11 Test: io/test_$i" "Test time =  $i.50 sec"; done |
  bash -c '. "$1"; list_slowest' - "$source/jobs/common.sh" > "$folder/out"
[ "$(sed -n '1,2p; $p' "$folder/out")" = $'== 11 tests, 72 test seconds; the slowest:\n   11.50 s  io/test_11\n    2.50 s  io/test_2' ] ||
  fail "slowest tests: $(cat "$folder/out")"

printf '%d failures\n' "$failures"
[ "$failures" = 0 ]
