#include "fuzz/error_rules.h"

#include <stdio.h>
#include <string.h>

bool is_proper(tc_status *status, tc_code code, const char *start) {
  if (!*status) return true;
  const char *text = tc_status_text(*status);
  bool good = tc_status_code(*status) == code && strncmp(text, start, strlen(start)) == 0;
  good = good && !strchr(text, '\n');
  if (!good) fprintf(stderr, "code %d: %s\n", (int)tc_status_code(*status), text);
  tc_status_free(status);
  return good;
}
