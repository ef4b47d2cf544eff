#!/usr/bin/env bash
# Leads from a fresh Debian 12 machine to a finished run: installs missing packages, builds, runs the main job (diffusion in
# an idealised left ventricle) on two ranks, prints the time of each part and writes snapshots for ParaView:
#
#   jobs/quickstart.sh
set -euo pipefail
# shellcheck source=jobs/common.sh
. "$(dirname "$0")/common.sh"

offer_help "$@"
[ $# = 0 ] || { echo 'usage: jobs/quickstart.sh (without arguments)' >&2; exit 2; }
install_packages "${packages_build[@]}"
cd "$root"
build_preset release tetracast-bin heat2d
log "running configs/ventricle.yaml on 2 ranks"
launch 2 build/bin/tetracast run configs/ventricle.yaml --force --json out/ventricle.json
log "written: out/ventricle.h5 and out/ventricle.xdmf (open the .xdmf in ParaView), out/ventricle.json"
