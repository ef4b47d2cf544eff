/* Forecast of the peak memory of an import. tc_mesh_import_run logs it before the source file is read, if the
 * headers of the file contain the numbers of points and elements. Otherwise it logs the forecast before the
 * conversion, which needs more memory than the reader. Not collective. */
#ifndef TC_IO_MESH_INPUT_IMPORT_MEMORY_H
#define TC_IO_MESH_INPUT_IMPORT_MEMORY_H

#include "base/program/log.h"
#include "io/importers/importer.h"

/* Returns the forecast of the largest resident size of this process during an import and while the mesh file
 * is written, in bytes. `resident_B` is the resident size before the source file is read. */
double tc_import_memory_forecast(const tc_import_counts *counts, double resident_B);

/* Logs the forecast and the free memory of the node. `path` is the source file. Errors: TC_INTERNAL if this
 * process cannot get 90 % of the memory that it needs in addition to `resident_B`. The limit is below 100 %,
 * so that a forecast that is slightly too high does not prevent an import. */
tc_status tc_import_memory_check(const char *path, double forecast_B, double resident_B, const tc_log *log);

#endif
