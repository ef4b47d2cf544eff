#!/usr/bin/env bash
# Generates a tetrahedral mesh of about CELLS cells with TetGen. See --help.
set -euo pipefail
export LC_ALL=C

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
readonly here min_cells=1000 max_cells=50000000 attempts=8 failures=2

# Accepted deviation from CELLS, in per cent. If the deviation is larger, the spacing is corrected and the
# mesh is generated again.
readonly tolerance=10

# Largest dihedral angle in degrees, at which TetGen's optimisation aims. With the default of 165 degrees,
# flat cells (slivers) remain, each of which lowers the largest stable time step of an explicit scheme
# (README.md).
readonly max_dihedral=130

usage() {
  cat <<'TEXT'
usage: meshes/make.sh [--keep-poly] ventricle|cube|layers|bar CELLS [OUT_BASE]

Writes OUT_BASE.node, OUT_BASE.ele and OUT_BASE.face, replaces existing files, and prints the number of cells. A
warning is printed if this number differs from CELLS by more than 10 %.

  ventricle    idealised left ventricle, in mm; face markers 1 inside, 2 outside, 3 base
  cube         unit cube; face markers 1 x=0, 2 x=1, 3 y=0, 4 y=1, 5 z=0, 6 z=1
  layers       unit cube in two layers, which are the regions 1 (z < 0.5) and 2; face markers of the cube, and 7 for
               the faces between the layers
  bar          10 x 1 x 1, with the face markers of the cube
  CELLS        requested number of tetrahedra, 1000 to 50000000
  OUT_BASE     default: meshes/generated/<name>-<CELLS>
  --keep-poly  also write OUT_BASE.poly, the input of TetGen
  -h, --help   this text

example: meshes/make.sh ventricle 600000
         then, in a config,  mesh: {file: meshes/generated/ventricle-600000}

Needs the tetgen program (Debian: apt-get install tetgen).
Exit codes: 0 success, 2 wrong arguments, 1 any other error. After an error no mesh file has changed.
TEXT
}

fail() { # code, message
  printf 'make.sh: %s\n' "$2" >&2
  exit "$1"
}

# awk program that prints TetGen's input for the ventricle, with edges of about h mm.
# Each ellipsoid is cut into rings at equal distances along its meridian. The number of points of a ring is
# its circumference divided by the edge length, and neighbouring rings are connected by angle. Edges are
# therefore about equally long everywhere, also at the apex. The base consists of rings too, so that the whole
# surface is given and TetGen need not divide it (option -Y).
# shellcheck disable=SC2016
readonly ventricle_awk='
function ring(r, z,   j, t) {
  nrings++; first[nrings] = np + 1
  turn[nrings] = nrings % 2 ? 0.5 : 0
  n[nrings] = int(2 * pi * r / h + 0.5); if (n[nrings] < 5) n[nrings] = 5
  for (j = 0; j < n[nrings]; j++) {
    t = 2 * pi * (j + turn[nrings]) / n[nrings]
    point[++np] = sprintf("%.17g %.17g %.17g", r * cos(t), r * sin(t), z)
  }
  return nrings
}
function triangle(a, b, c, marker) { facet[++nf] = "1 0 " marker "\n3 " a " " b " " c }
function stitch(p, q, marker,   i, j) {  # triangles between rings p and q: always advance on the ring that lags behind
  while (i < n[p] || j < n[q])
    if (j >= n[q] || (i < n[p] && (i + 0.5 + turn[p]) / n[p] < (j + 0.5 + turn[q]) / n[q])) {
      triangle(first[p] + i, first[p] + (i + 1) % n[p], first[q] + j % n[q], marker); i++
    } else {
      triangle(first[p] + i % n[p], first[q] + j, first[q] + (j + 1) % n[q], marker); j++
    }
}
function rim(a, c) { return a * sqrt(1 - (base / c) ^ 2) }
function shell(a, c, marker,   steps, dt, i, t, s, rings, k, p, q, apex, j) {  # returns the ring at the base
  # r = a sin t, z = -c cos t; s[i] is the length of the meridian from the apex to t = i dt
  steps = 20000; dt = (pi - atan2(sqrt(1 - (base / c) ^ 2), base / c)) / steps
  s[0] = 0
  for (i = 1; i <= steps; i++) {
    t = (i - 0.5) * dt; s[i] = s[i - 1] + dt * sqrt((a * cos(t)) ^ 2 + (c * sin(t)) ^ 2)
  }
  rings = int(s[steps] / (h * sqrt(3) / 2) + 0.5)
  point[apex = ++np] = "0 0 " (-c)
  i = 0
  for (k = 1; k <= rings; k++) {
    while (i < steps && s[i] < s[steps] * k / rings) i++
    t = (i - (s[i] - s[steps] * k / rings) / (s[i] - s[i - 1])) * dt
    q = k < rings ? ring(a * sin(t), -c * cos(t)) : ring(rim(a, c), base)
    if (k > 1) stitch(p, q, marker)
    else for (j = 0; j < n[q]; j++) triangle(apex, first[q] + j, first[q] + (j + 1) % n[q], marker)
    p = q
  }
  return p
}
BEGIN {
  pi = atan2(0, -1); base = 5
  inner = shell(7, 17, 1); outer = shell(10, 20, 2)
  width = rim(10, 20) - rim(7, 17); rows = int(width / (h * sqrt(3) / 2) + 0.5)
  p = inner
  for (k = 1; k < rows; k++) { q = ring(rim(7, 17) + width * k / rows, base); stitch(p, q, 3); p = q }
  stitch(p, outer, 3)
  print "# Idealised left ventricle, mm. Face markers: 1 inside, 2 outside, 3 base. Made by meshes/make.sh"
  print "# as input of: tetgen " options
  print np, 3, 0, 0;  for (i = 1; i <= np; i++) print i, point[i]
  print nf, 1;        for (i = 1; i <= nf; i++) print facet[i]
  print 0             # holes
  printf "1\n1 0 0 -18.5 1 %.9g\n", volume
}'

# awk program that prints TetGen's input for boxes of the length `wide` in x, with `layers` layers along z.
# TetGen itself divides the sides.
# shellcheck disable=SC2016
readonly box_awk='
function square(marker, a, b, c, d) { print "1 0", marker; print 4, a, b, c, d }
BEGIN {
  print "# " what ". Made by meshes/make.sh"
  print "# as input of: tetgen " options
  print 4 * (layers + 1), "3 0 0"
  for (k = 0; k <= layers; k++) {
    z = k / layers; n = 4 * k
    print n + 1, 0, 0, z; print n + 2, wide, 0, z; print n + 3, wide, 1, z; print n + 4, 0, 1, z
  }
  print 5 * layers + 1, 1
  for (n = 0; n < 4 * layers; n += 4) {
    square(1, n + 1, n + 4, n + 8, n + 5); square(2, n + 2, n + 3, n + 7, n + 6)
    square(3, n + 1, n + 2, n + 6, n + 5); square(4, n + 4, n + 3, n + 7, n + 8)
  }
  for (k = 0; k <= layers; k++)
    square(k == 0 ? 5 : k == layers ? 6 : 7, 4 * k + 1, 4 * k + 2, 4 * k + 3, 4 * k + 4)
  print 0             # holes
  print layers
  for (k = 1; k <= layers; k++) printf "%d %g 0.5 %g %d %.9g\n", k, wide / 2, (k - 0.5) / layers, k, volume
}'

calculate() { # an awk expression of the numbers a, b
  awk -v a="$2" -v b="${3:-0}" "BEGIN { printf \"%.9g\", $1 }"
}

# generate CELLS: generates a mesh that should have CELLS cells. Sets `cells` and `nodes` to the numbers in
# the mesh. Fails if TetGen fails.
generate() {
  local h volume
  # shellcheck disable=SC2154
  h=$(calculate "($solid_volume / ($cell_volume * a)) ^ (1 / 3)" "$1")
  volume=$(calculate "$largest_volume * a ^ 3" "$h")
  awk -v h="$h" -v volume="$volume" -v options="$options" -v what="$what" -v wide="$solid_volume" \
    -v layers="$layers" "$program" >"$work/mesh.poly"
  # TetGen runs in the background, so that a signal to this script can end it at once (function cleanup).
  (cd "$work" && exec tetgen $options mesh.poly) >"$work/log" 2>&1 &
  child=$!
  wait "$child" || return 1
  child=
  complete || return 1
  read -r cells _ <"$work/mesh.1.ele"
  read -r nodes _ <"$work/mesh.1.node"
}

# TetGen does not notice a full disk. Each file must therefore end with its closing comment, and each boundary
# face must have a marker.
complete() {
  local suffix
  for suffix in node ele face; do
    [[ $(tail -n 1 "$work/mesh.1.$suffix" 2>>"$work/log") == '# Generated by'* ]] || return 1
  done
  awk -v last="$last_marker" 'NR > 1 && $1 != "#" && ($5 < 1 || $5 > last) { bad = 1; exit } END { exit bad }' "$work/mesh.1.face"
}

cleanup() {
  if [[ -n $child ]]; then
    kill "$child" 2>/dev/null || true
    wait "$child" 2>/dev/null || true
  fi
  if [[ -n $work ]]; then rm -rf -- "$work"; fi
}

# --- arguments of the command line
keep_poly=0 arguments=()
for argument; do
  case $argument in
    -h | --help) usage; exit 0 ;;
    --keep-poly) keep_poly=1 ;;
    -*) fail 2 "unknown option '$argument'; there are --keep-poly and --help" ;;
    *) arguments+=("$argument") ;;
  esac
done
((${#arguments[@]} == 2 || ${#arguments[@]} == 3)) ||
  fail 2 'expected: ventricle|cube|layers|bar CELLS [OUT_BASE], such as: meshes/make.sh ventricle 600000 (see --help)'
name=${arguments[0]} wanted=${arguments[1]}
[[ $wanted =~ ^[1-9][0-9]*$ ]] ||
  fail 2 "CELLS is '$wanted', but must be a positive whole number in plain digits, such as 600000"
((${#wanted} <= 8 && wanted >= min_cells && wanted <= max_cells)) ||
  fail 2 "CELLS is $wanted, but must lie between $min_cells and $max_cells"
out=${arguments[2]-$here/generated/$name-$wanted}
[[ -n $out && $out != */ ]] ||
  fail 2 "OUT_BASE is '$out', but must end in a file name without suffix, such as meshes/generated/$name"

# Two volumes in units of the edge length cubed (a regular tetrahedron has 0.118). cell_volume is the measured
# mean volume of a cell. largest_volume is the bound that TetGen receives; this value gave the best cells
# inside surfaces of that edge length. (The cube has no given edge length, because TetGen divides its surface
# by the bound on volumes.)
layers=1 what=''
case $name in
  ventricle)
    program=$ventricle_awk last_marker=3 solid_volume=3234.734 cell_volume=0.123 largest_volume=0.21
    options=-pq1.3YaAo/${max_dihedral}Q ;;
  cube | layers | bar)
    program=$box_awk last_marker=6 solid_volume=1 cell_volume=0.118 largest_volume=0.256
    options=-pq1.3aAo/${max_dihedral}Q
    what="Unit cube. Face markers: 1 x=0, 2 x=1, 3 y=0, 4 y=1, 5 z=0, 6 z=1" ;;&
  layers) layers=2 last_marker=7 what+=", 7 between the layers" ;;
  bar) solid_volume=10 what="Bar, 10 x 1 x 1. Face markers: 1 x=0, 2 x=10, 3 y=0, 4 y=1, 5 z=0, 6 z=1" ;;
  cube) ;;
  *) fail 2 "no mesh is called '$name'; there are ventricle, cube, layers and bar" ;;
esac

command -v tetgen >/dev/null || fail 1 'the tetgen program is missing; install it with: apt-get install tetgen'

# --- generate the mesh in the directory of its destination, so that the last step is only renaming
child='' work=''
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
mkdir -p -- "$(dirname -- "$out")" || fail 1 "cannot make the folder of $out"
work=$(mktemp -d -- "$(dirname -- "$out")/.make.XXXXXX") || fail 1 "cannot write in the folder of $out"

aim=$wanted low='' high='' reached=0 failed=0 cells=0 nodes=0
for ((attempt = 1; attempt <= attempts && !reached; attempt++)); do
  if generate "$aim"; then
    reached=$(calculate "(a > b ? a - b : b - a) <= $tolerance / 100 * b" "$cells" "$wanted")
    if ((cells < wanted)); then low=$aim; else high=$aim; fi
    if [[ -n $low && -n $high ]]; then
      aim=$(calculate "(a + b) / 2" "$low" "$high")
    else
      aim=$(calculate "$aim * b / a" "$cells" "$wanted")
    fi
  else
    child=''
    cells=0
    ((++failed < failures)) || break
    aim=$(calculate "a * 1.02" "$aim") # another spacing, in case this one is unlucky
  fi
done
if ((cells == 0)); then
  cat "$work/log" >&2
  fail 1 "tetgen made no complete mesh of about $wanted cells (its words are above); is there enough memory and disk space?"
fi
((reached)) || printf 'make.sh: warning: the mesh has %s cells, and this number differs by more than %s %% from the %s requested\n' \
  "$cells" "$tolerance" "$wanted" >&2

trap '' INT TERM HUP
for suffix in node ele face; do mv -f -- "$work/mesh.1.$suffix" "$out.$suffix"; done
if ((keep_poly)); then mv -f -- "$work/mesh.poly" "$out.poly"; fi
printf '%s: %s cells, %s nodes\n' "$out" "$cells" "$nodes"
