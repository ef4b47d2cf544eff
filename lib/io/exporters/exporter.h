/* Interface of the writers of mesh formats. Each writer is a plug-in in this directory, which `tetracast mesh
 * export` calls. All files are written completely under temporary names before existing files are replaced.
 * Not collective. */
#ifndef TC_IO_EXPORTERS_EXPORTER_H
#define TC_IO_EXPORTERS_EXPORTER_H

#include "base/text/registry.h"
#include "mesh/dual.h"

/* Mesh with the data that an exporter may write. All members are borrowed. */
typedef struct tc_export_mesh {
  const tc_mesh *mesh; /* oriented, with names of regions and markers */
  const tc_dual *dual;
  int width; /* numbers of `fibre` per cell: 0, 3 for the fibre direction, or 6 for fibre and sheet */
  const double *fibre;    /* [cells][width] directions of each cell; NULL if width is 0 */
  const char *field_name; /* name of the field; NULL if there is no field */
  const double *field;    /* [cells] values of the field; NULL if there is no field */
} tc_export_mesh;

typedef struct tc_exporter {
  const char *name, *summary;
  const char *const *endings; /* endings of the output file, in small letters; ends with NULL */
  /* Data that the format can store: one value per cell (writes_field), markers of faces, names of regions and
   * markers, and fibre directions of cells. */
  bool writes_field, writes_markers, writes_names, writes_fibres;
  /* true if the format stores only the first of several regions or markers with equal names */
  bool needs_unique_names;
  /* Sets *files to the paths of all files that a call of `write` creates or replaces. The list ends with NULL
   * and belongs to the pool. NULL if the only file is `path`. */
  tc_status (*list_files)(const char *path, tc_pool *pool, const char *const **files);
  /* Writes the mesh. Cells and vertices have the order of the mesh. Numbers in text have the fewest digits
   * that restore the same bits. Errors: TC_USAGE if the format cannot store a number or name of the mesh;
   * TC_OUTPUT if a file cannot be written; TC_INTERNAL. */
  tc_status (*write)(const char *path, const tc_export_mesh *mesh);
} tc_exporter;
TC_REGISTRY(tc_exporter);

/* Finds the exporter that `format` names, or, if `format` is NULL, the one that has the ending of the path.
 * Errors: TC_USAGE with the known names or endings. */
tc_status tc_exporter_select(const char *path, const char *format, const tc_exporter **out);

/* Sets *files to the list that the function `list_files` of the exporter returns, or to the path alone if the
 * exporter writes one file. The pool owns the list. */
tc_status tc_exporter_list_files(const tc_exporter *exporter, const char *path, tc_pool *pool,
                                 const char *const **files);

/* Checks that the format can store a field. `option` is the command line option that the message names.
 * Errors: TC_USAGE with the formats that can. */
tc_status tc_exporter_check_field(const tc_exporter *exporter, const char *option);

/* Lists the data of the mesh that the format cannot store, such as "markers, names". Returns the text of the
 * line, which is "" if the format can store all data. */
const char *tc_exporter_format_omitted(const tc_exporter *exporter, const tc_export_mesh *mesh,
                                       tc_line *line);

#endif
