/* Buffers on a device, with a check of the free memory before each allocation, and the small kernels on
 * buffers. Runs with a device, the calibration and tests call these functions. Transfers of 0 bytes return
 * without a call of the back-end. */
#include "base/core/memory.h"
#include "device/backend.h"

/* Back-ends reject allocations of 0 bytes, so at least 1 byte is allocated. */
static size_t allocation_bytes(size_t bytes) { return bytes > 0 ? bytes : 1; }

static tc_status memory_error(const tc_device *device, const char *what, size_t bytes, size_t free_B) {
  return tc_status_create(TC_INTERNAL,
                          "device %s:%d (%s): %.3f GB of its memory are needed for %s, but %.3f GB are free: "
                          "free memory or use another device",
                          device->backend->name, device->index, device->name, 1e-9 * (double)bytes, what,
                          1e-9 * (double)free_B);
}

static tc_status alloc_buffer(tc_device_buffer *buffer, const char *what) {
  tc_device *device = buffer->device;
  size_t free_B = 0;
  TC_TRY(tc_device_free_memory(device, &free_B));
  if (free_B > device->max_buffer_B) free_B = device->max_buffer_B;
  if (buffer->bytes > free_B) return memory_error(device, what, buffer->bytes, free_B);
  TC_TRY(device->backend->allocate(device, allocation_bytes(buffer->bytes), &buffer->memory));
  device->allocated_B += buffer->bytes;
  return TC_OK;
}

tc_status tc_device_buffer_create(tc_device *device, size_t bytes, const char *what, tc_device_buffer **out) {
  tc_device_buffer *buffer = NULL;
  TC_TRY(TC_ALLOC_ZERO(buffer, 1));
  *buffer = (tc_device_buffer){.device = device, .bytes = bytes};
  TC_RETURN_CREATED(alloc_buffer(buffer, what), buffer, tc_free(buffer), out);
}

void tc_device_buffer_destroy(tc_device_buffer **buffer) {
  tc_device_buffer *b = *buffer;
  if (!b) return;
  b->device->backend->release(b->device, b->memory);
  b->device->allocated_B -= b->bytes;
  tc_free(b);
  *buffer = NULL;
}

tc_status tc_device_buffer_upload(tc_device_buffer *buffer, size_t at, const void *from, size_t bytes) {
  if (bytes == 0) return TC_OK;
  return buffer->device->backend->upload(buffer->device, from, bytes, buffer->memory, at);
}

tc_status tc_device_buffer_download(const tc_device_buffer *buffer, size_t at, void *into, size_t bytes) {
  if (bytes == 0) return TC_OK;
  return buffer->device->backend->download(buffer->device, buffer->memory, at, bytes, into);
}

tc_status tc_device_buffer_copy(const tc_device_buffer *from, tc_device_buffer *to, size_t bytes,
                                double *seconds) {
  *seconds = 0.0;
  if (bytes == 0) return TC_OK;
  return from->device->backend->copy(from->device, from->memory, to->memory, bytes, seconds);
}

tc_status tc_device_buffer_create_from(tc_device *device, const void *from, size_t bytes, const char *what,
                                       tc_device_buffer **out) {
  TC_TRY(tc_device_buffer_create(device, bytes, what, out));
  const tc_status status = tc_device_buffer_upload(*out, 0, from, bytes);
  if (status) tc_device_buffer_destroy(out);
  return status;
}

/* Launches a kernel with one item for each of `count` values. Its arguments are `count` and the buffers. */
static tc_status launch_buffers(int kernel, int32_t count, int tile, int buffers,
                                const tc_device_buffer *const *buffer) {
  tc_device *device = buffer[0]->device;
  const size_t items = (size_t)(device->max_group_size < tile ? device->max_group_size : tile);
  tc_launch l = {.kernel = kernel,
                 .groups = ((size_t)count + items - 1) / items,
                 .tile = items,
                 .arguments = 1 + buffers,
                 .argument = {&count},
                 .bytes = {sizeof count}};
  double seconds;
  for (int b = 0; b < buffers; b++) {
    l.argument[1 + b] = &buffer[b]->memory;
    l.bytes[1 + b] = sizeof buffer[b]->memory;
  }
  return count > 0 ? device->backend->launch(device, &l, &seconds) : TC_OK;
}

enum { gather_items = 64, sum_items = 512 };

tc_status tc_device_gather(const tc_device_buffer *index, int32_t count, const tc_device_buffer *x,
                           tc_device_buffer *out) {
  return launch_buffers(TC_KERNEL_gather, count, gather_items, 3,
                        (const tc_device_buffer *const[]){index, x, out});
}

tc_status tc_device_sum_quarters(const tc_device_buffer *x, int32_t count, tc_device_buffer *sum) {
  return launch_buffers(TC_KERNEL_add_quarters, count, sum_items, 2,
                        (const tc_device_buffer *const[]){x, sum});
}
