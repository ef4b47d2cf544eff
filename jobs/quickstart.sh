#!/usr/bin/env bash
# Starts from a fresh Debian 12 machine and ends with a finished run. Installs missing packages, builds
# Tetracast, and runs the main job (diffusion in an idealised left ventricle) on two ranks. The run prints the
# time of each part and writes snapshots for ParaView.
#
#   jobs/quickstart.sh
#   jobs/quickstart.sh --prefix DIR [--sources FOLDER]
#
# --prefix: without root and without Debian. Uses the libraries that CMake finds, builds missing ones from source into DIR,
# and installs Tetracast there. The archives are downloaded, or are those in FOLDER (names and checksums:
# jobs/packaging/sources.txt). Needs compilers, CMake, pkg-config and the MPI of the cluster.
set -euo pipefail
# shellcheck source=jobs/common.sh
. "$(dirname "$0")/common.sh"
# shellcheck source=jobs/packaging/prefix.sh
. "$(dirname "$0")/packaging/prefix.sh"

offer_help "$@"
program=build/bin/tetracast
if [ $# = 0 ]; then
  install_packages "${packages_build[@]}"
  cd "$root"
  build_preset release tetracast-bin heat2d
else
  prefix_parse "$@"
  cd "$root"
  prefix_provide
  prefix_install
  program=$prefix/bin/tetracast
fi
log "running configs/ventricle.yaml on 2 ranks"
launch 2 "$program" run configs/ventricle.yaml --force --json out/ventricle.json --html out/ventricle.html
log "written: out/ventricle.h5 and out/ventricle.xdmf (open the .xdmf in ParaView), out/ventricle.json, out/ventricle.html (open it in a browser)"
log "next:
   draw the field on the surface (needs gnuplot and python3-h5py):  jobs/field.sh out/ventricle.h5
   write a commented config and a mesh to start from:               $program init heat heat
   compute on your own mesh (Gmsh, openCARP, VTU and others):       apps/tetracast/tutorials/own-mesh.md
   forecast and measure every communication strategy:               $program compare configs/ventricle.yaml"
