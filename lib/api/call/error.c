#include "api/include/tetracast/error.h"

#include "base/core/memory.h"
#include "base/core/status.h"

static tc_status status_of(const tetracast_error *error) { return (tc_status)(uintptr_t)error; }

tetracast_code tetracast_error_code(const tetracast_error *error) {
  return (tetracast_code)tc_status_code(status_of(error));
}

const char *tetracast_error_text(const tetracast_error *error) { return tc_status_text(status_of(error)); }

int tetracast_error_is_local(const tetracast_error *error) { return tc_status_is_local(status_of(error)); }

void tetracast_error_free(tetracast_error **error) {
  if (!error) return;
  tc_status status = status_of(*error);
  tc_status_free(&status);
  *error = NULL;
}

void tetracast_text_free(char *text) { tc_free(text); }
