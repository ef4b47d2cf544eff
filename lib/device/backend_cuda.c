/* Back-end for CUDA's runtime, which is linked statically, so the program also starts on a machine without a
 * driver. The kernels are in kernels.cu, compiled by nvcc. Each call selects its device first, because CUDA
 * has a current device per thread. Times come from events on the device. */
#include "device/backend.h"

#define TC_HEAD .name = "cuda", .summary = "GPUs of NVIDIA"

#ifndef TC_CUDA
const tc_backend tc_backend_cuda = {TC_HEAD, .missing = "nvcc was not found"};
#else
#include <cuda_runtime_api.h>
#include <stdio.h>

#include "base/core/memory.h"

/* A block may use default_shared_B bytes of shared memory without a special request. A read loads at least
 * read_sector_B bytes on all current GPUs. */
enum { default_shared_B = 48 * 1024, read_sector_B = 32 };

typedef struct context {
  cudaEvent_t begin, end;
} context;

const void *tc_cuda_kernel(int number); /* defined in kernels.cu */

static tc_status cuda_error(const tc_device *device, const char *what, cudaError_t error) {
  if (error == cudaSuccess) return TC_OK;
  return tc_status_create(TC_INTERNAL,
                          "device cuda:%d (%s): %s failed: %s: check the device and its driver with "
                          "nvidia-smi",
                          device->index, device->name, what, cudaGetErrorString(error));
}

/* Makes this device the current device of the calling thread. All CUDA calls after it refer to the current
 * device. */
static tc_status select_device(const tc_device *device) {
  return cuda_error(device, "cudaSetDevice", cudaSetDevice(device->index));
}

static int count_devices(void) {
  int devices = 0;
  return cudaGetDeviceCount(&devices) == cudaSuccess ? devices : 0;
}

static tc_status query_device(tc_device *device) {
  struct cudaDeviceProp properties;
  int max_threads = 0, shared_B = 0;
  size_t free = 0;
  TC_TRY(cuda_error(device, "cudaGetDeviceProperties", cudaGetDeviceProperties(&properties, device->index)));
  snprintf(device->name, sizeof device->name, "%s", properties.name);
  TC_TRY(cuda_error(device, "cudaDeviceGetAttribute",
                    cudaDeviceGetAttribute(&max_threads, cudaDevAttrMaxThreadsPerBlock, device->index)));
  TC_TRY(
      cuda_error(device, "cudaDeviceGetAttribute",
                 cudaDeviceGetAttribute(&shared_B, cudaDevAttrMaxSharedMemoryPerBlockOptin, device->index)));
  TC_TRY(cuda_error(device, "cudaMemGetInfo", cudaMemGetInfo(&free, &device->memory_B)));
  device->max_buffer_B = device->memory_B;
  device->max_group_size = max_threads;
  device->shared_memory_B = (size_t)shared_B;
  device->cache_B = (size_t)properties.l2CacheSize;
  device->sector_B = read_sector_B;
  return TC_OK;
}

static tc_status open_device(tc_device *device) {
  context *c = NULL;
  TC_TRY(TC_ALLOC_ZERO(c, 1));
  device->context = c;
  TC_TRY(select_device(device));
  TC_TRY(query_device(device));
  TC_TRY(cuda_error(device, "cudaEventCreate", cudaEventCreate(&c->begin)));
  return cuda_error(device, "cudaEventCreate", cudaEventCreate(&c->end));
}

static void close_device(tc_device *device) {
  context *c = device->context;
  if (!c) return;
  if (c->begin) cudaEventDestroy(c->begin);
  if (c->end) cudaEventDestroy(c->end);
  tc_free(c);
}

static tc_status query_free_memory(const tc_device *device, size_t *bytes) {
  size_t total = 0;
  TC_TRY(select_device(device));
  return cuda_error(device, "cudaMemGetInfo", cudaMemGetInfo(bytes, &total));
}

static tc_status alloc_buffer(tc_device *device, size_t bytes, void **memory) {
  TC_TRY(select_device(device));
  return cuda_error(device, "cudaMalloc", cudaMalloc(memory, bytes));
}

static void free_buffer(tc_device *device, void *memory) {
  (void)device;
  cudaFree(memory);
}

static tc_status upload_bytes(tc_device *device, const void *from, size_t bytes, void *memory, size_t at) {
  TC_TRY(select_device(device));
  return cuda_error(device, "cudaMemcpy",
                    cudaMemcpy((char *)memory + at, from, bytes, cudaMemcpyHostToDevice));
}

static tc_status download_bytes(tc_device *device, const void *memory, size_t at, size_t bytes, void *into) {
  TC_TRY(select_device(device));
  return cuda_error(device, "cudaMemcpy",
                    cudaMemcpy(into, (const char *)memory + at, bytes, cudaMemcpyDeviceToHost));
}

/* A block can have fewer threads for a kernel that uses many registers, because the threads of a block share
 * the registers of a multiprocessor. */
static tc_status query_group_size(const tc_device *device, int kernel, int *items) {
  struct cudaFuncAttributes attributes;
  TC_TRY(select_device(device));
  TC_TRY(cuda_error(device, "cudaFuncGetAttributes",
                    cudaFuncGetAttributes(&attributes, tc_cuda_kernel(kernel))));
  *items = attributes.maxThreadsPerBlock;
  return TC_OK;
}

static tc_status begin_launch(tc_device *device, const tc_launch *l) {
  const context *c = device->context;
  const void *kernel = tc_cuda_kernel(l->kernel);
  const dim3 groups = {(unsigned)l->groups, 1, 1}, max_threads = {(unsigned)l->tile, 1, 1};
  void *argument[TC_LAUNCH_ARGUMENTS];
  TC_TRY(select_device(device));
  for (int i = 0; i < l->arguments; i++)
    argument[i] =
        (void *)(uintptr_t)l->argument[i]; /* the cast removes const; CUDA does not write the arguments */
  if (l->shared_memory_B > default_shared_B)
    TC_TRY(cuda_error(device, "cudaFuncSetAttribute",
                      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                           (int)l->shared_memory_B)));
  TC_TRY(cuda_error(device, "cudaEventRecord", cudaEventRecord(c->begin, NULL)));
  return cuda_error(device, "cudaLaunchKernel",
                    cudaLaunchKernel(kernel, groups, max_threads, argument, l->shared_memory_B, NULL));
}

/* Waits until the launched work is complete and sets *seconds to the time that it took. */
static tc_status finish_launch(tc_device *device, double *seconds) {
  const context *c = device->context;
  float milliseconds = 0.0F;
  TC_TRY(cuda_error(device, "cudaEventRecord", cudaEventRecord(c->end, NULL)));
  TC_TRY(cuda_error(device, "cudaEventSynchronize", cudaEventSynchronize(c->end)));
  TC_TRY(cuda_error(device, "cudaEventElapsedTime", cudaEventElapsedTime(&milliseconds, c->begin, c->end)));
  *seconds = 1e-3 * (double)milliseconds;
  return TC_OK;
}

static tc_status copy_bytes(tc_device *device, const void *from, void *to, size_t bytes, double *seconds) {
  const context *c = device->context;
  TC_TRY(select_device(device));
  TC_TRY(cuda_error(device, "cudaEventRecord", cudaEventRecord(c->begin, NULL)));
  TC_TRY(cuda_error(device, "cudaMemcpyAsync",
                    cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, NULL)));
  return finish_launch(device, seconds);
}

static tc_status launch_kernel(tc_device *device, const tc_launch *l, double *seconds) {
  TC_TRY(begin_launch(device, l));
  return finish_launch(device, seconds);
}

const tc_backend tc_backend_cuda = {TC_HEAD, TC_BACKEND_FUNCTIONS};
#endif
