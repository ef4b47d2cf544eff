#include "base/core/status.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/core/print.h"

struct tc_error {
  tc_code code;
  bool is_local;
  char text[];
};

/* Error that is returned if memory for another error is exhausted. ISO C cannot initialise a flexible array,
 * so the type of this constant only has the layout of a struct tc_error. */
static const struct {
  tc_code code;
  bool is_local;
  char text[16];
} out_of_memory = {TC_INTERNAL, false, "out of memory"};

static tc_status out_of_memory_status(void) { return (tc_status)(void *)&out_of_memory; }

tc_status tc_status_vcreate(tc_code code, const char *format, va_list arguments) {
  va_list copy;
  va_copy(copy, arguments);
  int length = tc_vsnprintf(NULL, 0, format, copy);
  va_end(copy);
  if (length < 0) return out_of_memory_status();
  struct tc_error *error = malloc(sizeof *error + (size_t)length + 1);
  if (!error) return out_of_memory_status();
  error->code = code;
  error->is_local = false;
  tc_vsnprintf(error->text, (size_t)length + 1, format, arguments);
  return error;
}

tc_status tc_status_create(tc_code code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  tc_status status = tc_status_vcreate(code, format, arguments);
  va_end(arguments);
  return status;
}

tc_status tc_status_create_local(tc_code code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  tc_status status = tc_status_vcreate(code, format, arguments);
  va_end(arguments);
  if (status != out_of_memory_status()) status->is_local = true;
  return status;
}

bool tc_status_is_local(tc_status status) { return status && status->is_local; }

tc_code tc_status_code(tc_status status) { return status ? status->code : TC_DONE; }

const char *tc_status_text(tc_status status) { return status ? status->text : "done"; }

void tc_status_free(tc_status *status) {
  if (*status && *status != out_of_memory_status()) free(*status);
  *status = TC_OK;
}

tc_status tc_status_replace(tc_status old, tc_status new) {
  tc_status_free(&old);
  return new;
}

tc_status tc_status_first(tc_status status, tc_status later) {
  return status ? tc_status_replace(later, status) : later;
}
