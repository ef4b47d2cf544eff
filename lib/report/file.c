#include "report/file.h"

#include <errno.h>
#include <string.h>

#include "base/memory.h"

static tc_status failed(const char *path, int reason) {
  return tc_status_make(TC_OUTPUT, "%s: cannot be written: %s", path, strerror(reason));
}

tc_status tc_report_file_open(const char *path, tc_report_file *file) {
  size_t size = strlen(path) + sizeof ".tmp";
  *file = (tc_report_file){.path = path};
  TC_TRY(TC_ALLOC(file->temporary, size));
  snprintf(file->temporary, size, "%s.tmp", path);
  file->out = fopen(file->temporary, "w");
  if (file->out) return TC_OK;
  int reason = errno;
  tc_free(file->temporary);
  return failed(path, reason);
}

tc_status tc_report_file_commit(tc_report_file *file) {
  int reason = fflush(file->out) ? errno : 0;
  if (ferror(file->out) && !reason) reason = EIO; /* an earlier write failed; its own reason is gone */
  if (fclose(file->out) && !reason) reason = errno;
  if (!reason && rename(file->temporary, file->path)) reason = errno;
  tc_status status = reason ? failed(file->path, reason) : TC_OK;
  if (reason) remove(file->temporary);
  tc_free(file->temporary);
  return status;
}
