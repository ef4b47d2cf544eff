#!/usr/bin/env bash
# Generates a series of increasingly fine meshes for `tetracast verify`. See --help.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)

usage() {
  cat <<'TEXT'
usage: meshes/series.sh NAME [CELLS...]

Generates meshes/generated/NAME-CELLS with meshes/make.sh for each number CELLS, unless this mesh exists, and prints
the list of meshes for `tetracast verify --meshes`. Default of CELLS: 2000 8000 32000 125000 500000.

example: mpirun -np 2 build/bin/tetracast verify configs/cube.yaml --meshes "$(meshes/series.sh cube 2000 8000 32000)"
TEXT
}

case ${1-} in
  -h | --help) usage; exit 0 ;;
  '') usage >&2; exit 2 ;;
esac
name=$1 list=''
shift
[ $# -gt 0 ] || set -- 2000 8000 32000 125000 500000
for cells; do
  base=$here/generated/$name-$cells
  [ -e "$base.face" ] || "$here/make.sh" "$name" "$cells" >&2
  list+=${list:+,}${base#"$PWD"/}
done
echo "$list"
