#include "device_copy.h"

tc_status kn_device_copies(tc_device *device, size_t bytes, double seconds[KN_DEVICE_COPIES]) {
  tc_device_buffer *from = NULL, *to = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_device_buffer_create(device, bytes, "the source of copies", &from));
  TC_GUARD(status, tc_device_buffer_create(device, bytes, "the target of copies", &to));
  TC_GUARD(status, tc_device_buffer_copy(from, to, bytes, &seconds[0]));
  for (int i = 0; i < KN_DEVICE_COPIES; i++)
    TC_GUARD(status, tc_device_buffer_copy(from, to, bytes, &seconds[i]));
cleanup:
  tc_device_buffer_destroy(&to);
  tc_device_buffer_destroy(&from);
  return status;
}
