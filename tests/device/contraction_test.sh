#!/usr/bin/env bash
# Compilers for GPUs make no fused multiply-adds of the kernels, which would change the last bits: seen in what they write, without
# a GPU. Each is tried first where it may make them.
set -uo pipefail
readonly source=${TETRACAST_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)} fused=fma.rn.f64
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

fail() { # what
  printf 'FAILED: %s\n' "$1"
  exit 1
}

judge() { # compiler, what it wrote where it may, and where it may not
  grep -q "$fused" "$2" || fail "$1 makes none where it may: this shows nothing"
  grep -q 'mul[.a-z]*\.f64' "$3" || fail "$1 multiplies nothing"
  if grep -n "$fused" "$3"; then fail "$1 makes fused multiply-adds"; fi
  echo "$1: no $fused"
  tried=$((tried + 1))
}

tried=0
opencl() { # source, output
  "$clang" -target nvptx64-nvidia-nvcl -S -O3 -x cl -cl-std=CL1.2 -Xclang -finclude-default-header "$1" -o "$2"
}
clang=$(command -v clang || command -v clang-14)
if [ -n "$clang" ]; then
  sed '/FP_CONTRACT/d' "$source/lib/device/kernels.h" > "$folder/free.cl"
  opencl "$folder/free.cl" "$folder/free.s" && opencl "$source/lib/device/kernels.h" "$folder/bound.s" || fail "$clang"
  judge clang "$folder/free.s" "$folder/bound.s"
else
  echo 'no clang here'
fi
nvcc=$(PATH=$PATH:/usr/local/cuda/bin command -v nvcc)
if [ -n "$nvcc" ]; then
  for may in true false; do
    "$nvcc" --ptx -O3 --fmad=$may "$source/lib/device/kernels.cu" -o "$folder/$may.ptx" || fail "$nvcc"
  done
  judge nvcc "$folder/true.ptx" "$folder/false.ptx"
  grep -q 'ld.global.nc.f64' "$folder/false.ptx" || fail 'nvcc reads nothing through the read-only path'
  grep -q -- '--fmad=false' "$source/lib/device/backends.cmake" || fail 'the build does not ask nvcc for that'
else
  echo 'no nvcc here'
fi
[ $tried -gt 0 ] || { echo 'skipped: neither clang nor nvcc is installed'; exit 77; }
