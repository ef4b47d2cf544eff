/* Report of `tetracast mesh import`, as text and as JSON. The command calls these functions after the mesh is
 * written. Not collective. */
#ifndef TC_APP_IMPORT_REPORT_H
#define TC_APP_IMPORT_REPORT_H

#include "mesh/labels.h"
#include "mesh_import/import_output.h"

/* Content of the report. The first four members are borrowed. Zero-initialise before use. */
typedef struct app_import_report {
  const tc_mesh_source *source;
  const tc_mesh_import *import;
  const app_import_output *output;
  bool suggests_scale; /* true if --scale is not given */
  /* `regions`: cells of each region; `markers`: boundary faces of each marker */
  tc_labels *regions, *markers;
} app_import_report;

/* Sets `regions` and `markers` by counting the cells of each region and the faces of each marker. The caller
 * sets the other members before the call, and frees the report even after an error. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status app_import_report_count(app_import_report *report);
void app_import_report_free(app_import_report *report);

/* Writes the report as text. */
void app_import_report_write(const app_import_report *report, FILE *out);

/* Writes the report as JSON to the file `path`. Does nothing if `path` is NULL. Errors: TC_OUTPUT. */
tc_status app_import_report_write_json(const app_import_report *report, const char *path);

#endif
