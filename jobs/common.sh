# Functions and variables for the scripts in this directory, which source this file. They provide the root of
# the project, the installation of packages, builds, tests and launches.
# shellcheck shell=bash
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Whatever the user's locale is, numbers need a decimal point and pictures need UTF-8.
export LC_ALL=C.UTF-8

packages_build=(build-essential cmake pkg-config git libopenmpi-dev openmpi-bin libhdf5-openmpi-dev libmetis-dev
                libfyaml-dev libmuparser-dev zlib1g-dev)
# Packages for all scripts that draw. gnuplot needs the fonts for labels in PNG files.
packages_figures=(jq gnuplot-nox fonts-dejavu-core)
packages_test=(ninja-build locales libcriterion-dev hdf5-tools python3-h5py python3-meshio python3-yaml tetgen iproute2 valgrind
               python3-mpi4py python3-setuptools python3-venv python3-wheel # the Python package
               debootstrap wget # Debian roots for the tests of packages
               cmark-gfm # the manual
               opencl-c-headers ocl-icd-libopencl1 pocl-opencl-icd oclgrind # OpenCL, a CPU device, and a race detector
               "${packages_figures[@]}")
packages_lint=(clang-tidy-14 cppcheck)
# Packages for jobs/manual.sh. Doxygen is optional.
packages_manual=(cmark-gfm doxygen)
# Packages for apps/tcblame, including the compiler of the programs that it samples.
packages_blame=(llvm-14-dev clang-14 libomp-14-dev libdw-dev "${packages_figures[@]}")
# SLURM for tests/cluster. It is not installed on a machine that has its own SLURM, because Debian's packages
# would start daemons with the settings of that SLURM.
[ -e /etc/slurm/slurm.conf ] || packages_test+=(slurmctld slurmd slurm-client)

log() { printf '== %s\n' "$*"; }

# Succeeds if the project is a git checkout. Fails if it is an archive that was unpacked within the checkout of
# another project.
is_checkout() {
  local prefix
  prefix=$(git -C "$root" rev-parse --show-prefix 2>/dev/null) && [ -z "$prefix" ]
}

# Prints the time of the last commit. Outside a git checkout, prints the time of the changelog.
source_time() {
  if is_checkout; then git -C "$root" log -1 --format=%ct; else stat -c %Y "$root/lib/CHANGELOG.md"; fi
}

# offer_help "$@": if the first argument is -h or --help, prints the comment at the beginning of the script
# and exits.
offer_help() {
  [[ "${1:-}" == -h || "${1:-}" == --help ]] || return 0
  sed -n '2,/^[^#]/{/^# shellcheck/d; s/^# \?//p}' "$0"
  exit 0
}

# dots PATTERN: shows the progress of a long command. Prints a dot for each line that matches PATTERN, and
# other lines unchanged.
dots() { # pattern
  awk -v pattern="$1" '
    $0 ~ pattern { printf "."; dotted = 1; fflush(); next }
    dotted { print ""; dotted = 0 }
    { print; fflush() }
    END { if (dotted) print "" }'
}

without_root='build without root: jobs/quickstart.sh --prefix DIR'

# install_packages PACKAGE..: installs those of the Debian packages that are missing, and logs this. Returns
# at once if none is missing.
install_packages() {
  local missing=() p run=()
  for p in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null)" = installed ] || missing+=("$p")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  if ! command -v apt-get >/dev/null; then
    echo "missing packages: ${missing[*]}: install them with your package manager (this script installs packages on Debian 12 only), or $without_root" >&2
    return 1
  fi
  if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "missing packages: ${missing[*]}: sudo is not installed: install the packages as root with apt-get install, or $without_root" >&2
      return 1
    fi
    run=(sudo)
  fi
  log "installing from Debian: ${missing[*]}"
  # A machine that has just started may be installing updates, so apt-get waits for the lock.
  "${run[@]}" apt-get -q -o DPkg::Lock::Timeout=600 update | dots '^(Get|Hit|Ign|Fetched|Reading)' ||
    log "the package lists could not be updated: using the existing ones"
  "${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=600 install -y --no-install-recommends \
    "${missing[@]}" | sed -uE '/^(Reading|Building|  |The following|Recommended|Suggested|debconf|\(Reading)/d' |
    dots '^(Get|Selecting|Preparing|Unpacking|Setting up|Processing)'
}

# build_with_dots ARGUMENT..: runs cmake --build with all cores and shows the progress. Succeeds if the build
# succeeds, also if nothing has to be built. grep then finds no line, which is not an error.
build_with_dots() {
  cmake --build "$@" -j "$(nproc)" | { grep --line-buffered -v 'Built target' || true; } | dots 'Building|Linking'
}

# build_preset PRESET TARGET..: configures a preset of CMakePresets.json and builds it, or only the named
# targets. A new build directory uses Ninja if it is installed, because Ninja builds the many small test
# programs faster than Make.
build_preset() {
  local preset=$1 target=()
  shift
  if command -v ninja >/dev/null; then export CMAKE_GENERATOR=${CMAKE_GENERATOR:-Ninja}; fi
  [ $# = 0 ] || target=(--target "$@")
  log "building (cmake --preset $preset)"
  (cd "$root" && cmake --preset "$preset" >/dev/null &&
    build_with_dots --preset "$preset" "${target[@]}")
}

# test_preset PRESET DIRECTORY JOBS: runs the tests of a preset, then lists skipped tests with reasons, and the slowest tests.
test_preset() {
  local rc=0 log=$root/$2/Testing/Temporary/LastTest.log
  (cd "$root" && ctest --preset "$1" -j "$3" --no-tests=error) || rc=$?
  list_skipped < "$log"
  list_slowest < "$log"
  return $rc
}

# Reads a log of ctest on stdin. Prints the sum of the seconds of all tests and the ten slowest tests.
list_slowest() {
  awk '
    /^[0-9]+\/[0-9]+ Test: / { test = $3 }
    /^Test time = / { printf "%8.2f s  %s\n", $4, test }' | sort -nr | awk '
    NR <= 10 { line[NR] = $0 }
    { sum += $1 }
    END {
      printf "== %d tests, %.0f test seconds; the slowest:\n", NR, sum
      for (i = 1; i in line; i++) print line[i]
    }'
}

# Reads a log of ctest on stdin and lists the skipped tests. A test script prints "skipped: REASON", and
# Criterion prints "[SKIP] SUITE::TEST: REASON".
list_skipped() {
  awk '
    /^[0-9]+\/[0-9]+ Test: / { test = $3; next }
    sub(/^skipped: /, "") || sub(/^\[SKIP\] /, "") { line[n++] = sprintf("  %s: %s", test, $0) }
    END {
      printf "== %d skipped\n", n
      for (i = 0; i < n; i++) print line[i]
    }'
}

# launch RANKS PROGRAM ARGUMENT..: runs mpirun with options that allow root (in a container) and more ranks
# than cores.
launch() {
  local ranks=$1 options=()
  shift
  if [ "$(id -u)" = 0 ]; then options+=(--allow-run-as-root); fi
  if [ "$ranks" -gt "$(nproc)" ]; then options+=(--oversubscribe --bind-to none --mca mpi_yield_when_idle 1); fi
  mpirun "${options[@]}" -np "$ranks" "$@"
}

# Mark by which these scripts recognise their own pictures. It is a text chunk before the last chunk of a PNG,
# or a comment near the beginning of an SVG.
png_mark() { printf '\0\0\0\x12tEXtSoftware\0Tetracast\x59\xf3\x4d\x46\0\0\0\0IEND\xae\x42\x60\x82'; }

# sign PICTURE: adds the mark to a picture that gnuplot has drawn.
sign() {
  case $1 in
    *.png) head -c -12 "$1" > "$1.signed" && png_mark >> "$1.signed" && mv "$1.signed" "$1" ;;
    *.svg) sed -i '0,/^<svg/s//<!-- drawn by Tetracast -->\n<svg/' "$1" ;;
  esac
}

# check_free FILE...: stops if a file exists that Tetracast has not written. The calling script must define
# the function `complain`.
check_free() {
  local file
  for file; do
    [ -e "$file" ] || continue
    [ -f "$file" ] || complain "$file: is not a regular file: name another file"
    [ -s "$file" ] || continue
    case $file in
      *.png) tail -c "$(png_mark | wc -c)" -- "$file" | cmp -s - <(png_mark) && continue ;;
      *.svg) head -n 20 -- "$file" | grep -qx '<!-- drawn by Tetracast -->' && continue ;;
      *.json) grep -qE '^ *"program": *"(tetracast|finegrain)"' -- "$file" && continue ;;
    esac
    complain "$file: exists and is not a picture or report written by Tetracast, so it is not overwritten: remove it or name another file"
  done
}
