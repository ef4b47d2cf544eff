#include "base/program/exit_status.h"

#include <stdio.h>

int tc_exit_status_report(const char *program, tc_status status, bool speaks) {
  if (speaks && !status && (fflush(stdout) || ferror(stdout)))
    status = tc_status_create(TC_OUTPUT, "stdout cannot be written");
  const char *kind = tc_status_code(status) == TC_STOPPED ? "" : "error: ";
  if (speaks && status) fprintf(stderr, "%s: %s%s\n", program, kind, tc_status_text(status));
  const int code = (int)tc_status_code(status);
  tc_status_free(&status);
  return code;
}
