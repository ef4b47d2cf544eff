/* Interface of a reader of a mesh format, a plug-in. A reader creates a raw mesh (convert/raw_mesh.h) from
 * the source file and checks everything that the format itself requires: counts, numbers, types. Readers do
 * not check shapes, groups and topology, because convert/convert.h does this for all formats. Not collective:
 * one process reads. */
#ifndef TC_IO_IMPORTERS_IMPORTER_H
#define TC_IO_IMPORTERS_IMPORTER_H

#include "base/program/log.h"
#include "base/text/registry.h"
#include "convert/raw_mesh.h"

/* A surface file of openCARP (.surf) and the marker that its faces get. The user sets them with --surf
 * FILE:MARKER. */
typedef struct tc_import_surface {
  const char *path;
  int32_t marker;
} tc_import_surface;

/* Options for reading a mesh. A reader returns TC_USAGE if an option is set that it cannot use. */
typedef struct tc_import_options {
  int surfaces;
  const tc_import_surface *surface; /* [surfaces] surface files, for the format carp only */
  const char *fibres;               /* NAME[,SHEET] of cell arrays with directions (--fibres); or NULL */
  const char *regions; /* name of the cell array that has the regions (--regions-from); or NULL */
} tc_import_options;

/* Size of the mesh in a source file. Members are 0 if they are unknown. */
typedef struct tc_import_counts {
  int64_t points, elements;
  int width; /* number of components of the fibre directions of each element: 0, 3 or 6 */
} tc_import_counts;

typedef struct tc_importer {
  const char *name, *summary;
  /* Text for formats that have a usual unit, such as "openCARP writes micrometres: use ..". It ends a
   * sentence of the import report about the unit of coordinates. NULL for other formats. */
  const char *unit_advice;
  const char *const *endings; /* endings of source files, such as ".msh", in small letters; ends with NULL */
  /* True if a file with this beginning has the format; `bytes` may be 0. NULL if the format is identified by
   * the ending alone. */
  bool (*recognises)(const char *begin, size_t bytes);
  /* Sets *files to the paths of all files that belong to the source file `path`, e.g. .pts, .elem and .lon.
   * The list is used to compute the hash of the source and to check that no output file replaces one of the
   * files. Files that do not exist and are optional are not listed. The list ends with NULL and belongs to
   * the pool. NULL if the source file is a single file. */
  tc_status (*list_files)(const char *path, tc_pool *pool, const char *const **files);
  /* Reads the numbers in the headers of the files, without reading the mesh, so that the memory of an import
   * can be forecast. The caller zeroes *counts. NULL if the headers of this format do not contain the counts.
   * Errors: as for `read`. */
  tc_status (*count)(const char *path, tc_import_counts *counts);
  /* Reads the source file. The caller frees *out. Errors: TC_INPUT "file:line: what is wrong: what to do";
   * TC_USAGE for options; TC_INTERNAL. */
  tc_status (*read)(const char *path, const tc_import_options *options, const tc_log *log, tc_raw_mesh **out);
} tc_importer;
TC_REGISTRY(tc_importer);

/* Finds the importer that `format` names. If `format` is NULL, finds the importer that recognises the
 * beginning of the file, or else the importer that has the ending of the file. Errors: TC_USAGE if `format`
 * is unknown; TC_INPUT if the file cannot be read or if no importer has this ending. */
tc_status tc_importer_select(const char *path, const char *format, const tc_importer **out);

/* Checks that no option is set that the format cannot use. `has_surfaces` is true if the format has surface
 * files, `has_arrays` if it has named arrays of cells. Errors: TC_USAGE with the option. */
tc_status tc_import_options_check(const tc_import_options *options, bool has_surfaces, bool has_arrays);

/* True if an importer has the ending of this path. The file need not exist. Endings of TetGen files are
 * excluded, because runs read them directly. */
bool tc_importer_has_ending(const char *path);

#endif
