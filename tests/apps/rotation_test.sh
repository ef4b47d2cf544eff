#!/usr/bin/env bash
# If mesh and tensor are rotated together, the field changes only by rounding. The same holds if the
# directions of fibre and sheet are exchanged together with their diffusivities.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need_h5py

march() { # name, overrides...
  local name=$1 set
  settings "${@:2}"
  launch 0 run configs/cube.yaml -q --machine none -s exact=null -s time='{steps: 100, dt: 3e-5, end: null}' \
    -s diffusion.stabilisation=0.3 -s snapshots="{file: $folder/$name.h5}" "${set[@]}"
  expect_code "$name" 0
}

same() { # name, name
  "$python" tests/apps/rotation_check.py same "$folder/$1.h5" "$folder/$2.h5" 1e-12 > "$folder/stderr" || fail "$1 and $2 differ"
  sed "s/^/$1, $2: /" "$folder/stderr"
}

different() { # name, name
  if [ ! -s "$folder/$1.h5" ] || [ ! -s "$folder/$2.h5" ]; then fail "$1 or $2 is missing"; fi
  "$python" tests/apps/rotation_check.py same "$folder/$1.h5" "$folder/$2.h5" 1e-3 > "$folder/stderr"
  [ $? = 3 ] || fail "$1 and $2 are the same, or cannot be compared"
}

mapfile -t overrides < <("$python" tests/apps/rotation_check.py turn meshes/cube "$folder/turned")
for scheme in gradient two-point; do
  stabilisation=0.3
  [ $scheme = gradient ] || stabilisation=auto
  as=("diffusion.scheme=$scheme" "diffusion.stabilisation=$stabilisation")
  march "straight-$scheme" "${as[@]}" "${overrides[@]:0:3}"
  march "turned-$scheme" "${as[@]}" "mesh.file=$folder/turned" "${overrides[@]:3:3}"
  same "straight-$scheme" "turned-$scheme"
done
march unturned "mesh.file=$folder/turned" "${overrides[0]}" "${overrides[4]}" "${overrides[5]}"
different straight-gradient unturned

# The fibres turn with z, and the direction of the sheet is perpendicular to them. `swapped` exchanges the
# directions and their diffusivities, which gives the same field. `values` exchanges only the diffusivities,
# which gives another field.
along='["cos(2*z)", "sin(2*z)", 0]' across='["-sin(2*z)", "cos(2*z)", 0]'
march fibres "initial=exp(-9*((x-0.4)^2+(y-0.5)^2+z^2))" \
  "diffusion={tensor: null, fibres: {direction: $along, sheet: $across, tensor: {along: 9, sheet: 3, across: 1}}}"
march swapped "initial=exp(-9*((x-0.4)^2+(y-0.5)^2+z^2))" \
  "diffusion={tensor: null, fibres: {direction: $across, sheet: $along, tensor: {along: 3, sheet: 9, across: 1}}}"
march values "initial=exp(-9*((x-0.4)^2+(y-0.5)^2+z^2))" \
  "diffusion={tensor: null, fibres: {direction: $along, sheet: $across, tensor: {along: 3, sheet: 9, across: 1}}}"
same fibres swapped
different fibres values
finish
