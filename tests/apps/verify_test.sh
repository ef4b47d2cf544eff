#!/usr/bin/env bash
# `tetracast verify`: errors, orders and verdicts, in the output and in files. They have the same bits on any
# number of ranks.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# expect_png NAME FILE: checks that the file is a complete PNG in which each chunk has a valid checksum.
expect_png() {
  python3 - "$2" << 'END' || fail "$1: not a complete PNG"
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
assert data[:8] == b"\x89PNG\r\n\x1a\n"
at, kinds = 8, []
while at < len(data):
    length, kind = struct.unpack(">I4s", data[at:at + 8])
    assert struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0] == zlib.crc32(data[at + 4:at + 8 + length])
    at, kinds = at + 12 + length, kinds + [kind]
assert at == len(data) and kinds[0] == b"IHDR" and kinds[-2:] == [b"tEXt", b"IEND"]
END
}

launch 0 verify configs/cube.yaml -q --boxes 4,8 --schemes gradient,two-point --json "$folder/one.json" --csv "$folder/one.csv"
expect_code 'two schemes on boxes' 0
expect_output 'two schemes on boxes' 'gradient' 'cube of 8^3 bricks' 'converges with order 1.7' 'two-point' \
  'not consistent: the error hardly falls under refinement' "Report: $folder/one.json" "Report: $folder/one.csv"
launch 2 verify configs/cube.yaml -q --boxes 8,4 --schemes gradient,two-point --json "$folder/two.json"
expect_code 'the same on 2 ranks' 0
[ "$(grep '"hash"' "$folder/one.json")" = "$(grep '"hash"' "$folder/two.json")" ] || fail '2 ranks: other bits'
[ "$(grep -c '"hash"' "$folder/one.json")" = 4 ] || fail 'four runs'
[ "$(wc -l < "$folder/one.csv")" = 5 ] || fail 'the CSV has a row for each run'

# Meshes from files instead of generated ones, and a required order (--at-least).
launch 0 mesh generate cube --bricks 5 -o "$folder/five"
expect_code 'a mesh' 0
launch 0 verify configs/cube.yaml -q --meshes "meshes/cube,$folder/five" --at-least 0.5
expect_code 'meshes of files' 0
expect_output 'meshes of files' 'meshes/cube' "$folder/five" 4297 750
launch 0 verify configs/cube.yaml -q --boxes 4,8 --at-least 1.99
expect_code 'an order that is not reached' 4 'configs/cube.yaml' gradient '--at-least requires 1.99'
expect_output 'an order that is not reached' 'converges with order'

if command -v gnuplot > /dev/null; then
  launch 0 verify configs/cube.yaml -q --boxes 2,4 --plot "$folder/orders.png"
  expect_code 'a plot' 0
  expect_output 'a plot' "Plot: $folder/orders.png"
  expect_png 'a plot' "$folder/orders.png"
  launch 0 verify configs/cube.yaml -q --boxes 4 --plot "$folder/orders.png"
  expect_code 'a plot of one mesh, in place of another plot' 0
  expect_png 'a plot of one mesh' "$folder/orders.png"
  head -c 2000 jobs/pictures/fibres.png > "$folder/other.png" # without the text that marks pictures of Tetracast
  cp "$folder/other.png" "$folder/fibres.png"
  launch 0 verify configs/cube.yaml -q --boxes 2,4 --plot "$folder/fibres.png"
  expect_code 'a picture that is there' 5 fibres.png 'not a plot of tetracast verify'
  cmp -s "$folder/other.png" "$folder/fibres.png" || fail 'a picture that was there is another'
  launch 0 verify configs/cube.yaml -q --boxes 2,4 -s initial=0 -s exact=0 --plot "$folder/none.svg"
  expect_code 'nothing to draw' 0
  expect_output 'nothing to draw' 'Plot: none'
  [ ! -e "$folder/none.svg" ] || fail 'a plot of nothing'
else
  echo 'verify_test.sh: gnuplot is missing, so no plots are tested'
fi

launch 0 verify configs/cube.yaml
expect_code 'no meshes' 2 '--meshes' '--boxes'
launch 0 verify configs/cube.yaml --boxes 4,8 --meshes meshes/cube
expect_code 'meshes and boxes' 2 '--meshes' '--boxes'
launch 0 verify configs/cube.yaml --meshes meshes/cube,,meshes/cube
expect_code 'a missing word' 2 '--meshes' 'empty'
launch 0 verify configs/cube.yaml --boxes 4 --schemes gradient,magic
expect_code 'an unknown scheme' 2 '--schemes' magic
launch 0 verify configs/cube.yaml --boxes 4 --at-least high
expect_code 'an order that is no number' 2 '--at-least high'
launch 0 verify configs/cube.yaml --boxes 4 --plot orders.jpg
expect_code 'a plot of an unknown kind' 2 orders.jpg
launch 0 verify configs/ventricle.yaml --boxes 4
expect_code 'no exact solution' 2 configs/ventricle.yaml exact
launch 0 verify configs/cube.yaml --boxes 2,4 -s time.end=null -s time.steps=20
expect_code 'ends at other times' 2 time.end 'different times on different meshes'
launch 2 verify configs/cube.yaml --boxes 2,4 -s strategy=none
expect_code 'no solution' 2 strategy 'is not a solution'
launch 0 verify configs/turning.yaml --boxes 2,4 -s time.end=null -s time.steps=20
expect_code 'not steady' 4 time.steady 'not steady after 20 steps'
launch 0 verify configs/fvca6-1.yaml --boxes 2,4 --steady -s time.dt=0.1
expect_code 'no steps, no step that is too long' 0
launch 0 verify configs/cube.yaml --meshes meshes/nothing
expect_code 'no such mesh' 3 meshes/nothing
finish
