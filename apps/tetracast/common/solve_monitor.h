/* Monitor of the command `solve`, which logs progress lines and writes the residual file of --history. Usage:
 * call app_solve_monitor_prepare on the root before the matrix is read, and app_solve_monitor_begin on all
 * ranks. Pass `callbacks` to the solves. Then call app_solve_monitor_end on the root and
 * app_solve_monitor_free. */
#ifndef TC_APP_SOLVE_MONITOR_H
#define TC_APP_SOLVE_MONITOR_H

#include "base/file/file_list.h"
#include "io/text/residual_file.h"
#include "solve/observe/monitor.h"
#include "system/system_solve.h"

/* Zero-initialise before use. */
typedef struct app_solve_monitor {
  tc_system_monitor callbacks;
  const tc_log *log;
  tc_monitor progress;
  tc_residual_file *file; /* root: residual file; NULL without --history */
  int64_t k;              /* number of the current right-hand side, from 1 */
} app_solve_monitor;

/* Not collective. Checks that the residual file can be written. Does nothing if `path` is NULL. Errors: those
 * of tc_residual_file_prepare. */
tc_status app_solve_monitor_prepare(const char *path, tc_file_list *files);

/* Collective. Creates the residual file on the root if `path` is not NULL, and sets the callbacks. `path` and
 * `log` are borrowed. The monitor must not be moved afterwards. Errors (on all ranks): TC_OUTPUT. */
tc_status app_solve_monitor_begin(const tc_world *world, const tc_log *log, const char *path,
                                  app_solve_monitor *out);

/* Not collective. Publishes the residual file after all solves have succeeded. Errors: TC_OUTPUT. */
tc_status app_solve_monitor_end(app_solve_monitor *monitor);

/* Not collective. If the residual file has not been published, logs the name of the partial file. */
void app_solve_monitor_free(app_solve_monitor *monitor);

#endif
