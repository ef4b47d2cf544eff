#!/usr/bin/env bash
# Compilers for GPUs must not contract multiplications and additions of the kernels to fused multiply-adds,
# which would change the last bits. The test searches the assembly text for fused multiply-adds, so it needs
# no GPU. It first compiles a version that the compiler may contract. This version must contain fused
# multiply-adds, so that the search is known to work.
set -uo pipefail
readonly source=${TETRACAST_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)} fused=fma.rn.f64
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

fail() { # what
  printf 'FAILED: %s\n' "$1"
  exit 1
}

check_assembly() { # compiler, assembly with contraction allowed, assembly of the build
  grep -q "$fused" "$2" || fail "$1 creates no fused multiply-adds even if they are allowed, so the test is not conclusive"
  grep -q 'mul[.a-z]*\.f64' "$3" || fail "the output of $1 contains no multiplication"
  if grep -n "$fused" "$3"; then fail "$1 creates fused multiply-adds"; fi
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
  check_assembly clang "$folder/free.s" "$folder/bound.s"
else
  echo 'clang is not installed'
fi
nvcc=$(PATH=$PATH:/usr/local/cuda/bin command -v nvcc)
if [ -n "$nvcc" ]; then
  for may in true false; do
    "$nvcc" --ptx -O3 --fmad=$may "$source/lib/device/kernels.cu" -o "$folder/$may.ptx" || fail "$nvcc"
  done
  check_assembly nvcc "$folder/true.ptx" "$folder/false.ptx"
  grep -q 'ld.global.nc.f64' "$folder/false.ptx" || fail 'the output of nvcc contains no load through the read-only cache'
  grep -q -- '--fmad=false' "$source/lib/device/backends.cmake" || fail 'the build does not set --fmad=false for nvcc'
else
  echo 'nvcc is not installed'
fi
[ $tried -gt 0 ] || { echo 'skipped: neither clang nor nvcc is installed'; exit 77; }
