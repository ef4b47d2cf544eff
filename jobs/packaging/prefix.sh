# Functions of jobs/quickstart.sh, which sources this file. They build the libraries that Tetracast needs and
# this machine does not have, from source, into one directory, without root and without Debian. prefix_parse
# reads the options, prefix_provide checks the machine and builds missing libraries, and prefix_install builds
# Tetracast. A library counts as present if a program that uses it compiles, links and runs. A module of a
# cluster may offer unsuitable libraries, such as a METIS with 64-bit indices or an HDF5 without MPI. Each
# archive must have the checksum in sources.txt. An MPI library is never built, because only the cluster's own
# MPI can use its network.
# shellcheck shell=bash disable=SC2154 # `root` is set by jobs/common.sh
prefix='' sources=''
packaging=$root/jobs/packaging

prefix_stop() {
  echo "quickstart.sh: $*" >&2
  exit 2
}

# prefix_parse --prefix DIR [--sources DIR]: sets `prefix` and `sources` to absolute paths.
prefix_parse() {
  while [ $# -gt 0 ]; do
    case $1 in
      --prefix) [ -n "${2-}" ] || prefix_stop "--prefix: no directory follows: add the directory to install into"; prefix=$2 ;;
      --sources) [ -n "${2-}" ] || prefix_stop "--sources: no folder follows: add the folder with the archives"; sources=$2 ;;
      *) prefix_stop "$1: unknown argument: the arguments are --prefix DIR and --sources FOLDER (see --help)" ;;
    esac
    shift 2
  done
  [ -n "$prefix" ] || prefix_stop "--sources: is used only with --prefix DIR: add --prefix DIR"
  if [ -n "$sources" ]; then
    [ -d "$sources" ] || prefix_stop "$sources: is not a folder: use the folder with the archives"
    sources=$(realpath "$sources")
  fi
  mkdir -p "$prefix/tetracast-build" 2>/dev/null || prefix_stop "$prefix: cannot be written: use another directory"
  prefix=$(realpath "$prefix")
}

# check_tools: stops with one message that lists all missing tools.
check_tools() {
  local missing=() tool
  for tool in mpicc cmake make pkg-config gcc g++ tar xz sha256sum; do
    command -v "$tool" >/dev/null || missing+=("$tool")
  done
  [ ${#missing[@]} != 0 ] || return 0
  case " ${missing[*]} " in
    *' mpicc '*) echo 'quickstart.sh: no MPI: load the MPI of the cluster, for example with: module load openmpi' >&2 ;;
  esac
  prefix_stop "missing tools: ${missing[*]}: load modules or install packages that contain them"
}

# ---- search for libraries that are present ----

# Sets the array `search_flags` to compiler options for the directories in which CMake searches for libraries,
# and for those that a cluster's modules add.
list_search_flags() {
  local path paths=()
  search_flags=()
  IFS=: read -ra paths <<< "$CMAKE_PREFIX_PATH:${METIS_ROOT-}:${METIS_DIR-}:${HDF5_ROOT-}:${HDF5_DIR-}"
  for path in "${paths[@]}"; do
    [ -z "$path" ] || search_flags+=("-I$path/include" "-L$path/lib" "-Wl,-rpath,$path/lib")
  done
}

# try_program FLAG..: compiles, links and runs the C program on stdin.
try_program() {
  local dir=$prefix/tetracast-build/try rc=0
  mkdir -p "$dir"
  cat > "$dir/try.c"
  { mpicc -o "$dir/try" "$dir/try.c" "$@" && "$dir/try"; } >/dev/null 2>&1 || rc=1
  rm -rf "$dir"
  return $rc
}

has_libfyaml() { pkg-config --atleast-version=0.7.12 libfyaml; }

has_muparser() { pkg-config --atleast-version=2.3 muparser; }

has_metis() {
  try_program "${search_flags[@]}" -lmetis -lm <<'C'
#include <metis.h>
int main(void) {
  idx_t options[METIS_NOPTIONS];
  return sizeof(idx_t) == 4 && METIS_SetDefaultOptions(options) == METIS_OK ? 0 : 1;
}
C
}

has_hdf5() {
  if pkg-config --exists hdf5-openmpi || pkg-config --exists hdf5-mpich; then return 0; fi
  try_program "${search_flags[@]}" -lhdf5 <<'C'
#include <hdf5.h>
#ifndef H5_HAVE_PARALLEL
#error this HDF5 has no MPI
#endif
int main(void) { return H5open() >= 0 && H5Pset_fapl_mpio ? 0 : 1; }
C
}

# ---- archives of the libraries ----

# source_of NAME COLUMN: prints a column of the library's line in sources.txt.
source_of() { awk -v name="$1" -v column="$2" '$1 == name { print $column }' "$packaging/sources.txt"; }

archive_of() { echo "${sources:-$prefix/tetracast-build}/$(source_of "$1" 3)"; }

download() { # address, file
  if command -v curl >/dev/null; then
    curl --fail --silent --location --connect-timeout 20 --output "$2" "$1"
  else
    wget --quiet --timeout=20 --output-document="$2" "$1"
  fi
}

# fetch_archive NAME: checks that the archive of a library exists. Downloads the archive, unless the user has
# named a directory of archives.
fetch_archive() {
  local at
  at=$(archive_of "$1")
  [ ! -e "$at" ] || return 0
  [ -z "$sources" ] || return 1
  if download "$(source_of "$1" 6)/$(source_of "$1" 3)" "$at.part" 2>/dev/null; then
    mv "$at.part" "$at"
  else
    rm -f "$at.part"
    return 1
  fi
}

check_archive() {
  echo "$(source_of "$1" 4)  $(archive_of "$1")" | sha256sum --check --status ||
    prefix_stop "$(archive_of "$1"): its SHA-256 is not the one in jobs/packaging/sources.txt: remove it and fetch it again"
}

# stop_without_archives NAME..: prints the missing libraries with their versions and addresses, and stops.
stop_without_archives() { # name..
  local name
  echo 'quickstart.sh: these libraries are missing, and their archives are neither present nor can they be downloaded:' >&2
  for name; do
    printf '  %-8s %-7s %s/%s\n' "$name" "$(source_of "$name" 2)" "$(source_of "$name" 6)" "$(source_of "$name" 3)" >&2
  done
  prefix_stop "put these archives into one folder, using a machine with network, and add --sources FOLDER; or load modules"
}

# ---- builds of the libraries ----

make_install() {
  make -j "$(nproc)"
  make install
}

cmake_install() {
  cmake -S . -B out -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib \
    -DCMAKE_INSTALL_RPATH="\$ORIGIN/../lib" -DCMAKE_POLICY_VERSION_MINIMUM=3.5 "$@"
  cmake --build out -j "$(nproc)"
  cmake --install out
}

build_libfyaml() {
  ./configure --prefix="$prefix" --libdir="$prefix/lib" --disable-network --disable-static
  make_install
}

build_muparser() { cmake_install -DENABLE_OPENMP=OFF -DENABLE_SAMPLES=OFF -DBUILD_TESTING=OFF -DBUILD_SHARED_LIBS=ON; }

build_metis() { cmake_install -DGKLIB_PATH="$PWD/GKlib" -DSHARED=1; }

build_hdf5() {
  CC=mpicc ./configure --prefix="$prefix" --libdir="$prefix/lib" --enable-parallel --disable-cxx --disable-fortran \
    --disable-static --disable-tests --disable-hl
  make_install
}

# build_library NAME: unpacks, builds and installs a library. If this fails, the log of the build remains.
build_library() {
  local dir=$prefix/tetracast-build/$1
  log "building $1 $(source_of "$1" 2) (licence $(source_of "$1" 5)) in $prefix"
  rm -rf "$dir"
  mkdir "$dir"
  tar xf "$(archive_of "$1")" -C "$dir" --strip-components=1
  # The build runs in a new shell, because `set -e` has no effect in a command that is followed by ||.
  export prefix dir
  export -f make_install cmake_install "build_$1"
  bash -euc "cd \"\$dir\" && build_$1" >"$dir.log" 2>&1 || prefix_stop "$1: does not build: see the end of $dir.log"
  "has_$1" || prefix_stop "$1: was built, but no program can use it: see $dir.log"
  rm -rf "$dir" "$dir.log"
}

# Checks tools and libraries, and builds the missing libraries.
prefix_provide() {
  local name missing=() absent=()
  check_tools
  export PKG_CONFIG_PATH=$prefix/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
  export CMAKE_PREFIX_PATH=$prefix${CMAKE_PREFIX_PATH:+:$CMAKE_PREFIX_PATH}
  list_search_flags
  for name in libfyaml muparser metis hdf5; do
    "has_$name" || missing+=("$name")
  done
  for name in "${missing[@]}"; do
    fetch_archive "$name" || absent+=("$name")
  done
  [ ${#absent[@]} = 0 ] || stop_without_archives "${absent[@]}"
  for name in "${missing[@]}"; do check_archive "$name"; done
  for name in "${missing[@]}"; do build_library "$name"; done
}

# Builds Tetracast with these libraries and installs it into the same directory.
prefix_install() {
  log "building Tetracast in $prefix"
  cmake -S "$root" -B "$prefix/tetracast-build/tetracast" -DCMAKE_INSTALL_PREFIX="$prefix" -DTETRACAST_TESTS=OFF \
    -DCMAKE_INSTALL_RPATH="\$ORIGIN/../lib" >/dev/null
  build_with_dots "$prefix/tetracast-build/tetracast"
  cmake --install "$prefix/tetracast-build/tetracast" >/dev/null
}
