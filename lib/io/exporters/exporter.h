/* Interface of a writer of a mesh format, a plug-in of this folder, called by `tetracast mesh export`. All
 * files are written completely under temporary names before existing files are replaced. Not collective. */
#ifndef TC_IO_EXPORTERS_EXPORTER_H
#define TC_IO_EXPORTERS_EXPORTER_H

#include "base/text/registry.h"
#include "mesh/dual.h"

/* Mesh with the data that an exporter may write. All members are borrowed. */
typedef struct tc_export_mesh {
  const tc_mesh *mesh; /* oriented, with names of regions and markers */
  const tc_dual *dual;
  int width;              /* 0, 3 or 6 */
  const double *fibre;    /* [cells][width] directions of each cell; NULL if width is 0 */
  const char *field_name; /* NULL if there is no field */
  const double *field;    /* [cells]; NULL if there is no field */
} tc_export_mesh;

typedef struct tc_exporter {
  const char *name, *summary;
  const char *const *endings; /* endings of the output file, in small letters; ends with NULL */
  bool writes_field;          /* true if the format can store a field of cells */
  bool writes_markers;        /* true if the format can store markers of faces */
  /* Sets *files to the paths of all files that a call of `write` creates or replaces. The list ends with NULL
   * and belongs to the pool. */
  tc_status (*list_files)(const char *path, tc_pool *pool, const char *const **files);
  /* Writes the mesh. Coordinates in text have the fewest digits that restore the same bits. Errors: TC_OUTPUT
   * if a file cannot be written; TC_INTERNAL. */
  tc_status (*write)(const char *path, const tc_export_mesh *mesh);
} tc_exporter;
TC_REGISTRY(tc_exporter);

/* Finds the exporter that `format` names, or, if `format` is NULL, the one that has the ending of the path.
 * Errors: TC_USAGE with the known names or endings. */
tc_status tc_exporter_select(const char *path, const char *format, const tc_exporter **out);

#endif
