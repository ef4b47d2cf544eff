#!/usr/bin/env bash
# Tests `jobs/quickstart.sh --prefix DIR`, run by an unprivileged user in a Debian root with
# compilers and MPI. The root has no libfyaml, muParser, METIS, HDF5, sudo or network. The source
# archives of the libraries are those of Debian's source packages. The test then moves the installed
# directory, and the program must still work.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
# shellcheck source=tests/packaging/root.sh
. tests/packaging/root.sh
need_root_tools
need ip iproute2
make_root user
expect_in_root 'compilers and MPI' user root 'apt-get update && apt-get install -y --no-install-recommends build-essential cmake pkg-config \
  xz-utils libopenmpi-dev openmpi-bin && useradd --create-home user' || finish
expect_in_root 'archives' user root "echo 'deb-src $mirror bookworm main' > /etc/apt/sources.list.d/sources.list
  apt-get update && mkdir /sources && cd /sources && apt-get source --download-only libfyaml muparser metis hdf5" || finish
# shellcheck disable=SC2016 # the shell in the root expands the variables
expect_in_root 'missing libraries' user root 'for p in libfyaml-dev libmuparser-dev libmetis-dev libhdf5-openmpi-dev sudo; do
  ! dpkg -s $p; done; chmod -R a+rX /sources'
copy_source user /home/user/tetracast
expect_in_root 'owner' user root 'chown -R user: /home/user/tetracast'

# expect_refusal NAME ARGUMENTS WORDS..: expects that the script ends with exit code 1 or 2 and a
# message that contains all words.
expect_refusal() {
  local name=$1 arguments=$2 word rc=0
  shift 2
  echo "== $name"
  in_root user user "jobs/quickstart.sh $arguments" > "$folder/stdout" 2> "$folder/stderr" < /dev/null || rc=$?
  case $rc in 1 | 2) ;; *) fail "$name: exit code $rc" ;; esac
  for word; do grep -qF -- "$word" "$folder/stderr" || fail "$name: the message lacks \"$word\""; done
}
place=/home/user/tetracast network=--net
expect_refusal 'no rights and no sudo' '' 'sudo is not installed' 'build without root: jobs/quickstart.sh --prefix DIR'
expect_refusal 'no network' '--prefix ~/p' libfyaml muparser metis hdf5 0.7.12 deb.debian.org 'add --sources FOLDER'
expect_refusal 'no archives' '--prefix ~/p --sources /home' libfyaml 'add --sources FOLDER'

seconds=1500
expect_in_root 'build' user user 'jobs/quickstart.sh --prefix ~/p --sources /sources' || finish
expect_output 'build' 'written: out/ventricle.h5' total
seconds=300
# shellcheck disable=SC2016
expect_in_root 'libraries' user user 'cd ~/p && for file in bin/* lib/*.so*; do ldd $file || true; done' || finish
! grep -F 'not found' "$folder/stdout" || fail 'a library is not found'
for library in libfyaml libmuparser libmetis libhdf5; do
  grep -q "$library.* => /home/user/p/lib/" "$folder/stdout" || fail "$library is not the one of the prefix"
done
expect_in_root 'moved' user user 'mv ~/p ~/moved && cd ~ && moved/bin/tetracast init heat x && cd x && ../moved/bin/tetracast run config.yaml &&
  mpirun --oversubscribe -np 2 ../moved/bin/tetracast run config.yaml --force -s machine=none'
finish
