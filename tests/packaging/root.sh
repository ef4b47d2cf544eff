# shellcheck shell=bash
# Root file systems (roots) of Debian 12 for the tests of packages, which source this file.
# need_root_tools skips the test if roots cannot be created. make_root creates a root with the
# essential packages. in_root runs commands in a root. The first root is stored in the build
# directory, and further roots are copies of it. Needs $TETRACAST_TESTS, and $folder for the roots
# of a test.
: "${TETRACAST_TESTS:?must name the directory of the test programs}"
readonly mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian} stored_root=${TETRACAST_TESTS%/tests}/debian-root

skip() {
  echo "skipped: $*"
  exit 77
}

need_root_tools() {
  [ "$(id -u)" = 0 ] || skip 'a root directory of Debian can only be made by root'
  command -v debootstrap > /dev/null || skip 'debootstrap is missing (apt-get install debootstrap)'
  command -v git > /dev/null && git rev-parse --git-dir > /dev/null 2>&1 || skip 'not a git checkout'
  unshare --mount --pid --fork --net true 2> /dev/null || skip 'namespaces cannot be made here (unshare of util-linux)'
  command -v wget > /dev/null || skip 'wget is missing (apt-get install wget)'
  wget --quiet --timeout=20 --tries=2 --output-document=/dev/null "$mirror/dists/bookworm/Release" || skip "no Debian mirror at $mirror"
}

# Creates the stored root, in one test at a time. debootstrap mounts directories in a separate
# namespace. If debootstrap is killed, no mount therefore remains in the directory, and rm cannot
# delete files through a mount.
store_root() (
  flock 9
  [ ! -e "$stored_root.complete" ] || exit 0
  rm -rf --one-file-system "$stored_root"
  unshare --mount debootstrap --variant=minbase bookworm "$stored_root" "$mirror" > "$stored_root.log" 2>&1 && touch "$stored_root.complete"
) 9> "$stored_root.lock"

# make_root NAME: creates the root $folder/NAME.
make_root() {
  store_root || skip "debootstrap failed: see $stored_root.log"
  cp -a "$stored_root" "$folder/$1"
}

# in_root NAME USER COMMAND..: runs the commands of a shell in a root, in /tmp or $place, as USER, a name or the numbers UID:GID. $network=--net
# disconnects the network. The mounts are in a namespace of the command, so that none remains after it.
place=/tmp network=''
in_root() {
  local root=$folder/$1 user=$2 home=/root
  shift 2
  case $user in root) ;; *:*) home=/ ;; *) home=/home/$user ;; esac
  # shellcheck disable=SC2086,SC2016 # an option or none; the inner shell expands the variables
  limited "${seconds:-300}" unshare --mount --pid --fork --kill-child $network bash -euc '
    [ -z "$3" ] || ip link set lo up
    for kind in proc sysfs; do mount -t $kind none "$1/${kind%fs}"; done
    mkdir -p "$1/dev/shm"
    mount -t tmpfs -o mode=1777 none "$1/dev/shm"
    exec chroot --userspec="$2" "$1" env -i HOME="$4" PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
      OMP_NUM_THREADS=1 OMPI_MCA_mpi_yield_when_idle=1 bash -euc "cd \"$5\"; $6"' in_root "$root" "$user" "$network" "$home" "$place" "$*"
}

# expect_in_root NAME OF THE CHECK, ROOT, USER, COMMAND..: expects that the commands succeed. Their
# output is in $folder/stdout.
expect_in_root() {
  local name=$1
  shift
  echo "== $name"
  in_root "$@" > "$folder/stdout" 2> "$folder/stderr" < /dev/null && return
  fail "$name: exit code $?"
  tail -n 20 "$folder/stdout" "$folder/stderr" | sed 's/^/    /'
  return 1
}

# copy_source ROOT DIRECTORY: copies the tracked files of the repository, as in a clone, but without
# the history.
copy_source() {
  mkdir -p "$folder/$1$2"
  git ls-files -z | tar --null --files-from=- --create | tar --extract --no-same-owner --directory="$folder/$1$2"
}
