/* Text files that appear only when complete. */
#ifndef TC_REPORT_FILE_H
#define TC_REPORT_FILE_H

#include <stdio.h>

#include "base/status.h"

typedef struct tc_report_file {
  FILE *out;
  const char *path; /* borrowed */
  char *temporary;
} tc_report_file;

/* Opens PATH.tmp. Errors: TC_OUTPUT. */
tc_status tc_report_file_open(const char *path, tc_report_file *file);

/* Closes and renames to PATH; on any write error removes the temporary. Errors: TC_OUTPUT. */
tc_status tc_report_file_commit(tc_report_file *file);

#endif
