/* Back-end for OpenCL 1.2, whose compiler receives the text of kernels.h when a device is opened. The library
 * is loaded at run time, so the program also starts on a machine without the library. Devices of all
 * platforms are numbered consecutively. Times come from the profiling events of the queue. */
#include "device/backend.h"

#define TC_HEAD .name = "opencl", .summary = "devices of the installed OpenCL drivers, processors included"

#ifndef TC_OPENCL
const tc_backend tc_backend_opencl =
    {TC_HEAD, .missing = "the OpenCL headers of the package opencl-c-headers were not found"};
#else
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>
#include <string.h>

#include "base/core/memory.h"
#include "tc_device_source.h"

enum { max_platforms = 16, max_devices = 64, log_size = 1500 };

static const char *const kernel_name[TC_KERNELS] = {
#define TC_DEVICE_KERNEL(name) #name,
#include "device/kernels.def"
#undef TC_DEVICE_KERNEL
};

static bool find_symbol(void *library_handle, const char *name, void *function) {
  void *found = dlsym(library_handle, name);
  memcpy(function, &found, sizeof found);
  return found;
}

typedef struct library {
#define TC_OPENCL_FUNCTION(name) __typeof__(cl##name) *name;
#include "device/opencl.def"
#undef TC_OPENCL_FUNCTION
} library;

/* Loads the library and its functions. The library is never unloaded, because drivers may have running
 * threads. If a tool such as oclgrind was loaded before it, the tool's functions are found first. */
static bool load_library(library *cl) {
  void *process = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_GLOBAL) ? dlopen(NULL, RTLD_NOW) : NULL;
  bool found = process;
#define TC_OPENCL_FUNCTION(name) found = found && find_symbol(process, "cl" #name, &cl->name);
#include "device/opencl.def"
#undef TC_OPENCL_FUNCTION
  return found;
}

typedef struct context {
  library cl;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  cl_program program;
  cl_kernel kernel[TC_KERNELS]; /* kernels by number (kernels.def); a kernel is NULL until its first launch */
} context;

static tc_status opencl_error(const tc_device *device, const char *what, cl_int error) {
  if (error == CL_SUCCESS) return TC_OK;
  return tc_status_create(TC_INTERNAL,
                          "device opencl:%d (%s): %s failed with error %d: check the device and its driver "
                          "with clinfo",
                          device->index, device->name, what, (int)error);
}

/* Fills `out` with the devices of all platforms and returns their number; 0 if the OpenCL library is not
 * installed. */
static int list_devices(library *cl, cl_device_id out[max_devices]) {
  cl_platform_id platform[max_platforms];
  cl_uint platforms = 0, devices = 0;
  int count = 0;
  if (!load_library(cl) || cl->GetPlatformIDs(max_platforms, platform, &platforms) != CL_SUCCESS) return 0;
  for (cl_uint p = 0; p < platforms && p < max_platforms && count < max_devices; p++) {
    const cl_uint entries = (cl_uint)(max_devices - count);
    if (cl->GetDeviceIDs(platform[p], CL_DEVICE_TYPE_ALL, entries, out + count, &devices) != CL_SUCCESS)
      continue;
    count += (int)(devices < entries ? devices : entries);
  }
  return count;
}

static int count_devices(void) {
  cl_device_id device[max_devices];
  library cl;
  return list_devices(&cl, device);
}

#define TC_QUERY(what, answer)                                                                               \
  TC_TRY(opencl_error(device, "clGetDeviceInfo",                                                             \
                      c->cl.GetDeviceInfo(c->device, what, sizeof(answer), &(answer), NULL)))

static tc_status query_device(tc_device *device, const context *c) {
  cl_device_type type = 0;
  cl_device_fp_config double_config = 0;
  cl_ulong shared_B = 0, memory = 0, max_buffer_B = 0, cache = 0;
  cl_uint line = 0;
  size_t tile = 0;
  TC_QUERY(CL_DEVICE_NAME, device->name);
  TC_QUERY(CL_DEVICE_TYPE, type);
  TC_QUERY(CL_DEVICE_DOUBLE_FP_CONFIG, double_config);
  TC_QUERY(CL_DEVICE_LOCAL_MEM_SIZE, shared_B);
  TC_QUERY(CL_DEVICE_GLOBAL_MEM_SIZE, memory);
  TC_QUERY(CL_DEVICE_MAX_MEM_ALLOC_SIZE, max_buffer_B);
  TC_QUERY(CL_DEVICE_MAX_WORK_GROUP_SIZE, tile);
  TC_QUERY(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, cache);
  TC_QUERY(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, line);
  device->processor = (type & CL_DEVICE_TYPE_CPU) != 0;
  device->shared_memory_B = (size_t)shared_B;
  device->memory_B = (size_t)memory;
  device->max_buffer_B = (size_t)max_buffer_B;
  device->cache_B = (size_t)cache;
  device->sector_B = (int)line;
  device->max_group_size = tile < INT32_MAX ? (int)tile : INT32_MAX;
  if (double_config) return TC_OK;
  return tc_status_create(TC_INTERNAL,
                          "device opencl:%d (%s): does not support double precision: use another device",
                          device->index, device->name);
}

/* Compiles the kernels for the device. The error message contains the compiler's log. */
static tc_status build_program(const tc_device *device, const context *c) {
  char log[log_size] = "";
  const cl_int error = c->cl.BuildProgram(c->program, 1, &c->device, "-cl-std=CL1.2", NULL, NULL);
  if (error == CL_SUCCESS) return TC_OK;
  c->cl.GetProgramBuildInfo(c->program, c->device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
  return tc_status_create(TC_INTERNAL,
                          "device opencl:%d (%s): its compiler fails with error %d: update the driver; log: "
                          "%s",
                          device->index, device->name, (int)error, log);
}

static tc_status create_context(const tc_device *device, context *c) {
  cl_int error = CL_SUCCESS;
  c->context = c->cl.CreateContext(NULL, 1, &c->device, NULL, NULL, &error);
  TC_TRY(opencl_error(device, "clCreateContext", error));
  c->queue = c->cl.CreateCommandQueue(c->context, c->device, CL_QUEUE_PROFILING_ENABLE, &error);
  TC_TRY(opencl_error(device, "clCreateCommandQueue", error));
  c->program = c->cl.CreateProgramWithSource(c->context, sizeof source / sizeof *source,
                                             (const char **)source, NULL, &error);
  TC_TRY(opencl_error(device, "clCreateProgramWithSource", error));
  return build_program(device, c);
}

static tc_status open_device(tc_device *device) {
  cl_device_id list[max_devices];
  context *c = NULL;
  TC_TRY(TC_ALLOC_ZERO(c, 1));
  device->context = c;
  if (list_devices(&c->cl, list) <= device->index)
    return tc_status_create(TC_INTERNAL,
                            "device opencl:%d: is no longer available: check the driver and rerun",
                            device->index);
  c->device = list[device->index];
  TC_TRY(query_device(device, c));
  return create_context(device, c);
}

static void close_device(tc_device *device) {
  context *c = device->context;
  if (!c) return;
  for (int k = 0; k < TC_KERNELS; k++)
    if (c->kernel[k]) c->cl.ReleaseKernel(c->kernel[k]);
  if (c->program) c->cl.ReleaseProgram(c->program);
  if (c->queue) c->cl.ReleaseCommandQueue(c->queue);
  if (c->context) c->cl.ReleaseContext(c->context);
  tc_free(c);
}

/* Sets *bytes to the memory of the device minus the buffers of this process. OpenCL does not report the
 * memory that other processes use. */
static tc_status query_free_memory(const tc_device *device, size_t *bytes) {
  *bytes = device->memory_B > device->allocated_B ? device->memory_B - device->allocated_B : 0;
  return TC_OK;
}

static tc_status alloc_buffer(tc_device *device, size_t bytes, void **memory) {
  const context *c = device->context;
  cl_int error = CL_SUCCESS;
  *memory = c->cl.CreateBuffer(c->context, CL_MEM_READ_WRITE, bytes, NULL, &error);
  return opencl_error(device, "clCreateBuffer", error);
}

static void free_buffer(tc_device *device, void *memory) {
  const context *c = device->context;
  c->cl.ReleaseMemObject(memory);
}

static tc_status upload_bytes(tc_device *device, const void *from, size_t bytes, void *memory, size_t at) {
  const context *c = device->context;
  return opencl_error(device, "clEnqueueWriteBuffer",
                      c->cl.EnqueueWriteBuffer(c->queue, memory, CL_TRUE, at, bytes, from, 0, NULL, NULL));
}

static tc_status download_bytes(tc_device *device, const void *memory, size_t at, size_t bytes, void *into) {
  const context *c = device->context;
  return opencl_error(device, "clEnqueueReadBuffer",
                      c->cl.EnqueueReadBuffer(c->queue, (cl_mem)memory, CL_TRUE, at, bytes, into, 0, NULL,
                                              NULL));
}

static tc_status find_kernel(const tc_device *device, int number, cl_kernel *out) {
  context *c = device->context;
  cl_int error = CL_SUCCESS;
  if (!c->kernel[number]) c->kernel[number] = c->cl.CreateKernel(c->program, kernel_name[number], &error);
  *out = c->kernel[number];
  return opencl_error(device, "clCreateKernel", error);
}

static tc_status query_group_size(const tc_device *device, int number, int *items) {
  const context *c = device->context;
  cl_kernel kernel = NULL;
  size_t tile = 0;
  TC_TRY(find_kernel(device, number, &kernel));
  TC_TRY(opencl_error(device, "clGetKernelWorkGroupInfo",
                      c->cl.GetKernelWorkGroupInfo(kernel, c->device, CL_KERNEL_WORK_GROUP_SIZE, sizeof tile,
                                                   &tile, NULL)));
  *items = tile < (size_t)device->max_group_size ? (int)tile : device->max_group_size;
  return TC_OK;
}

static tc_status set_kernel_arguments(const tc_device *device, const tc_launch *launch, cl_kernel *out) {
  const context *c = device->context;
  cl_int error = CL_SUCCESS;
  TC_TRY(find_kernel(device, launch->kernel, out));
  for (int i = 0; i < launch->arguments; i++)
    error |= c->cl.SetKernelArg(*out, (cl_uint)i, launch->bytes[i], launch->argument[i]);
  if (launch->shared_memory_B > 0)
    error |= c->cl.SetKernelArg(*out, (cl_uint)launch->arguments, launch->shared_memory_B, NULL);
  return opencl_error(device, "clSetKernelArg", error);
}

static tc_status finish_event(const tc_device *device, cl_event event, double *seconds) {
  const context *c = device->context;
  cl_ulong begin = 0, end = 0;
  TC_TRY(opencl_error(device, "clWaitForEvents", c->cl.WaitForEvents(1, &event)));
  TC_TRY(opencl_error(device, "clGetEventProfilingInfo",
                      c->cl.GetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof begin, &begin,
                                                  NULL)));
  TC_TRY(opencl_error(device, "clGetEventProfilingInfo",
                      c->cl.GetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL)));
  *seconds = 1e-9 * (double)(end - begin);
  return TC_OK;
}

static tc_status copy_bytes(tc_device *device, const void *from, void *to, size_t bytes, double *seconds) {
  const context *c = device->context;
  cl_event event = NULL;
  TC_TRY(opencl_error(device, "clEnqueueCopyBuffer",
                      c->cl.EnqueueCopyBuffer(c->queue, (cl_mem)from, to, 0, 0, bytes, 0, NULL, &event)));
  const tc_status status = finish_event(device, event, seconds);
  c->cl.ReleaseEvent(event);
  return status;
}

static tc_status launch_kernel(tc_device *device, const tc_launch *l, double *seconds) {
  const context *c = device->context;
  const size_t items = l->groups * l->tile;
  cl_kernel kernel = NULL;
  cl_event event = NULL;
  TC_TRY(set_kernel_arguments(device, l, &kernel));
  TC_TRY(
      opencl_error(device, "clEnqueueNDRangeKernel",
                   c->cl.EnqueueNDRangeKernel(c->queue, kernel, 1, NULL, &items, &l->tile, 0, NULL, &event)));
  const tc_status status = finish_event(device, event, seconds);
  c->cl.ReleaseEvent(event);
  return status;
}

const tc_backend tc_backend_opencl = {TC_HEAD, TC_BACKEND_FUNCTIONS};
#endif
