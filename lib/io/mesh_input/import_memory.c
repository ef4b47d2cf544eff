#include "io/mesh_input/import_memory.h"

#include <math.h>

#include "base/core/memory.h"
#include "base/text/number_format.h"

/* Bytes of memory per element, per point, and per component of a fibre direction. The values include those
 * arrays of the raw mesh, mesh, dual graph, conversion and writer that exist at the same time. Measured for
 * 48 000 to 2 million cells, with an error of at most 5 % of the resident size of the process. */
static const double element_B = 92.0, point_B = 50.0, direction_B = 11.0;

double tc_import_memory_forecast(const tc_import_counts *counts, double resident_B) {
  return resident_B + (element_B + direction_B * counts->width) * (double)counts->elements +
         point_B * (double)counts->points;
}

tc_status tc_import_memory_check(const char *path, double forecast_B, double resident_B, const tc_log *log) {
  const double certain_share = 0.9,
               available_B = fmin((double)tc_memory_installed(), resident_B + (double)tc_memory_limit());
  char need[32], has[32];
  tc_number_format_bytes(forecast_B, need, sizeof need);
  if (resident_B + certain_share * (forecast_B - resident_B) > available_B)
    return tc_status_create(TC_INTERNAL,
                            "%s: the import needs %s of memory, but this process can use %s: use a computer "
                            "with more memory, or a coarser mesh",
                            path, need, tc_number_format_bytes(available_B, has, sizeof has));
  tc_log_write(log, TC_LOG_NORMAL, "memory: about %s to import the mesh, at least %s free", need,
               tc_number_format_bytes((double)tc_memory_unused(), has, sizeof has));
  return TC_OK;
}
