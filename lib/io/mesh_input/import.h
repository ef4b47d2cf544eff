/* Import of a source file. Finds the files that belong to the source file, and reads them with the importer
 * of their format. Converts the result into a mesh and writes the mesh file. `tetracast mesh import` and
 * automatic imports of runs call these functions in the same order: tc_mesh_source_open, tc_mesh_import_run,
 * tc_mesh_import_write, tc_mesh_import_log. Automatic imports first compare the hash of the source with that
 * in the mesh file. The log states the memory that the conversion will need before it begins. Not collective:
 * the root calls them. */
#ifndef TC_IO_MESH_INPUT_IMPORT_H
#define TC_IO_MESH_INPUT_IMPORT_H

#include "base/file/file_lock.h"
#include "base/text/line.h"
#include "convert/convert.h"
#include "io/importers/importer.h"
#include "io/mesh_file/mesh_file.h"

/* A source file with all files that belong to it. Zero-initialise before use. */
typedef struct tc_mesh_source {
  const char *path; /* path of the source file as the user wrote it */
  const tc_importer *importer;
  int files;
  const char *const *file; /* [files] paths of the source file and of all files that belong to it */
  int64_t bytes;           /* total size of the files */
  double time;             /* latest modification time of the files, in seconds since 1970 */
  uint64_t hash;           /* hash of the bytes of all files */
  tc_pool memory;          /* owns the paths */
} tc_mesh_source;

/* Finds the importer and the files of a source file, and computes their hash. path[0] is the source file,
 * such as heart.pts. Further paths are optional. They must belong to the source file, such as heart.elem.
 * `format` is the name of an importer, or NULL. The caller frees *out with tc_mesh_source_free, also after an
 * error. Errors: those of tc_importer_select; TC_USAGE if a further file does not belong to the source file;
 * TC_INPUT if a file cannot be read. */
tc_status tc_mesh_source_open(int paths, const char *const *path, const char *format, tc_mesh_source *out);
void tc_mesh_source_free(tc_mesh_source *source);

/* Checks that the files still have the same contents. Computes their hash again only if a size or a
 * modification time has changed. Errors: TC_INPUT if a file has changed. */
tc_status tc_mesh_source_check_unchanged(const tc_mesh_source *source);

/* Input of an import. All members are borrowed. */
typedef struct tc_mesh_import_request {
  const tc_mesh_source *source;
  const tc_import_options *reader; /* options of the reader; NULL for the default options */
  const tc_convert_options *convert;
  const char *name;    /* name of the mesh in messages and reports */
  const char *options; /* options that changed the mesh, as words of a command line; "" for none */
  bool is_automatic;   /* true if a run imports the file because its config names it */
} tc_mesh_import_request;

/* Result of an import. Zero-initialise before use. */
typedef struct tc_mesh_import {
  tc_converted converted;
  tc_mesh_origin origin; /* facts about the source that the mesh file stores */
  tc_raw_facts facts;
  int32_t source_points;
  int64_t source_elements[TC_ELEMENT_TYPES]; /* number of source elements by type */
  double forecast_B; /* forecast of the largest resident size of the process, in bytes; 0 if unknown */
  /* largest resident memory of the process in bytes, measured after the conversion and again after the file
   * was written */
  double peak_B;
  /* time to read and convert, in seconds; tc_mesh_import_write adds the time to write the file */
  double seconds;
  tc_pool memory; /* owns the texts of `origin` */
} tc_mesh_import;

/* Reads and converts a source file. Logs the format, and the memory that the conversion needs before it
 * begins. The caller frees *out with tc_mesh_import_free, also after an error. Errors: those of the importer
 * and of tc_raw_mesh_convert; TC_INTERNAL if the conversion needs more memory than this process can use. */
tc_status tc_mesh_import_run(const tc_mesh_import_request *request, const tc_log *log, tc_mesh_import *out);

/* Acquires the lock of the mesh file at `path`, so that two imports do not write it at the same time. Waits
 * if another process holds the lock, and logs "waiting for another run that imports heart.msh" once. Acquire
 * it before the existing mesh file is checked. The caller releases it with tc_file_lock_release after the
 * mesh file is written. Errors: TC_OUTPUT. */
tc_status tc_mesh_import_lock(const char *path, const char *source, const tc_log *log, tc_file_lock *lock);

/* Writes the mesh file at `path` and replaces an existing file, so the caller must check first that the file
 * may be replaced. Errors: TC_OUTPUT. */
tc_status tc_mesh_import_write(tc_mesh_import *import, const char *path);

/* Logs "imported 14312 cells into heart.mesh.h5 in 0.12 s". Also logs one line about the fibres, if there are
 * any, and one line with the numbers of items that were dropped, merged, divided or reoriented. `path` is the
 * mesh file; NULL if none was written. */
void tc_mesh_import_log(const tc_mesh_import *import, const char *path, const tc_log *log);

/* Returns "fibre direction", or "fibre and sheet direction" if `width` is 6. */
const char *tc_mesh_import_fibre_noun(int width);

/* Appends a list such as "2 unused points dropped, 5 lines ignored" to `line`. Appends nothing if the import
 * changed nothing. */
void tc_mesh_import_format_changes(const tc_mesh_import *import, tc_line *line);
void tc_mesh_import_free(tc_mesh_import *import);

/* Returns the path of the mesh file of a source file, such as heart.mesh.h5 for heart.msh. The pool owns the
 * path. */
tc_status tc_mesh_source_mesh_file(const char *source, tc_pool *pool, const char **path);

#endif
