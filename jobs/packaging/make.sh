#!/usr/bin/env bash
# Creates Debian packages of the programs, the library, the Python package and the manual in the directory out/packages.
# Installs the packages that the build needs.
#
#   jobs/packaging/make.sh
#
# DEBFULLNAME and DEBEMAIL, which the tools of Debian use too, name the maintainer of the packages.
set -euo pipefail
# shellcheck source=jobs/common.sh
. "$(dirname "$0")/../common.sh"

offer_help "$@"
[ $# = 0 ] || { echo 'usage: jobs/packaging/make.sh (without arguments)' >&2; exit 2; }
install_packages "${packages_build[@]}" dpkg-dev file
build=$root/build-packages
log "building in $build"
# Packages contain this time instead of the time of the build, so that two builds of the same source give
# equal packages.
SOURCE_DATE_EPOCH=$(source_time)
export SOURCE_DATE_EPOCH
configure() {
  cmake -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_SKIP_INSTALL_RPATH=ON \
    -DTETRACAST_TESTS=OFF -DTETRACAST_MANUAL="$build/manual" >/dev/null
}
configure
build_with_dots "$build"
if [ -e "$root/jobs/manual.sh" ]; then
  TETRACAST=$build/bin/tetracast "$root/jobs/manual.sh" "$build/manual" || {
    log "no HTML manual: packaging its Markdown pages"
    rm -rf "$build/manual" # incomplete
  }
  configure # because the files of tetracast-doc have changed
fi
rm -f "$root"/out/packages/*.deb # packages of other versions
mkdir -p "$root/out/packages"
(cd "$build" && cpack -B "$root/out/packages" >/dev/null)
log "written: $(cd "$root" && echo out/packages/*.deb)"
