// Compiles the kernels of kernels.h for CUDA. The function below returns a kernel by its number in
// kernels.def. nvcc compiles this file with --fmad=false (backends.cmake).
#include "kernels.h"

extern "C" const void *tc_cuda_kernel(int number) {
  static const void *const kernel[] = {
#define TC_DEVICE_KERNEL(name) (const void *)name,
#include "kernels.def"
#undef TC_DEVICE_KERNEL
  };
  return kernel[number];
}
