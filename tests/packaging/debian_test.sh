#!/usr/bin/env bash
# Tests the Debian packages in root file systems (roots) that contain only Debian's essential
# packages. The instructions of jobs/packaging/Dockerfile build the packages in the first root and
# install the programs in the second one, where an unprivileged user runs them. The third root
# receives all packages. In it a user runs a starter config and compiles the examples by
# find_package and by pkg-config. No installed file may contain a path of the build, lintian must
# report no error, and removing the packages must remove all their files.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
# shellcheck source=tests/packaging/root.sh
. tests/packaging/root.sh
# shellcheck source=tests/packaging/dockerfile.sh
. tests/packaging/dockerfile.sh
need_root_tools
seconds=1500 # time limit of the build
readonly names='tetracast libtetracast0 libtetracast-dev tetracast-doc python3-tetracast'

execute_dockerfile jobs/packaging/Dockerfile || finish
readonly built=${stage_of[build]} image=$stage
seconds=300
[ "$entrypoint" = tetracast ] || fail "the image starts '$entrypoint'"
for user in "$stage_user" 12345:12345; do # as with --user UID:GID, for which the image contains no user
  place=/tmp
  expect_in_root "image: run as $user" "$image" "$user" "$entrypoint init heat heat-${user%:*}" \
    "&& cd heat-${user%:*} && $entrypoint run config.yaml && mpirun --oversubscribe -np 2 $entrypoint run config.yaml --force -s machine=none"
done
test_section=$(sed -n '/^%test/,/^%labels/p' jobs/packaging/tetracast.def | grep -v '^[%#]')
expect_in_root 'image: %test of tetracast.def' "$image" root "$test_section"

# Installs all packages in the root `bare`.
make_root bare
mkdir "$folder/bare/packages"
cp "$folder/$built"/tetracast/out/packages/*.deb "$folder/bare/packages/" || fail 'no packages'
for name in $names; do compgen -G "$folder/bare/packages/${name}_*.deb" > /dev/null || fail "no package $name"; done
expect_in_root 'apt-get install' bare root 'apt-get update && apt-get install -y --no-install-recommends /packages/*.deb && useradd --create-home user' || finish
expect_in_root 'list of files' bare root "dpkg -L $names | sort -u"
cp "$folder/stdout" "$folder/files"
grep -q '^/usr/share/doc/tetracast-doc/.' "$folder/files" || fail 'tetracast-doc is empty'
for file in doc/libtetracast-dev/PROMISES.md doc/libtetracast-dev/examples/heater.c man/man1/tetracast.1.gz tetracast/configs/ventricle.yaml; do
  grep -qx "/usr/share/$file" "$folder/files" || fail "no file /usr/share/$file"
done
while read -r file; do
  if [ -f "$folder/bare$file" ] && grep -qaE '/tetracast/(build-packages|lib/[a-z]+/|apps/[a-z0-9]+/)' "$folder/bare$file"; then fail "$file has a path of the build"; fi
done < "$folder/files"

# shellcheck disable=SC2016 # the shell in the root expands the variables
user_run='tetracast init heat x && cd x && tetracast run config.yaml && ls ./*.h5 ./*.xdmf && mpirun --oversubscribe -np 2 tetracast run config.yaml --force -s machine=none'
place=/home/user
expect_in_root 'first run of a user' bare user "$user_run"
expect_in_root 'Python package' bare user 'python3 -W error -c "from tetracast import config, library, run, snapshot"'
place=/tmp
expect_in_root 'compilers' bare root 'apt-get install -y --no-install-recommends gcc libc6-dev make cmake pkg-config' || finish
place=/home/user
examples='cp -r /usr/share/doc/libtetracast-dev/examples . && cd examples'
# shellcheck disable=SC2016
expect_in_root 'pkg-config' bare user "$examples"' && for e in heater implicit steady forecast; do
  gcc -std=c99 -Wall -Wextra -Werror -o $e $e.c $(pkg-config --cflags --libs tetracast) -lm; done
  mpirun --oversubscribe -np 2 ./heater && ./implicit'
expect_in_root 'find_package' bare user 'cd examples && cmake -S . -B build && cmake --build build && mpirun --oversubscribe -np 2 build/heater && build/implicit'

# The packager would set the maintainer with DEBEMAIL, which is not set in this test, so two tags of
# lintian are suppressed.
place=/packages
expect_in_root 'lintian is installed' bare root 'apt-get install -y --no-install-recommends lintian' &&
  expect_in_root 'lintian' bare user 'lintian --fail-on error --suppress-tags bogus-mail-host,root-in-contact ./*.deb'
cat "$folder/stdout"

place=/tmp
expect_in_root 'purge' bare root "apt-get purge -y $names"
while read -r file; do
  if [ -e "$folder/bare$file" ] && { [ ! -d "$folder/bare$file" ] || [[ $file == *tetracast* ]]; }; then fail "$file remains after purge"; fi
done < "$folder/files"
finish
