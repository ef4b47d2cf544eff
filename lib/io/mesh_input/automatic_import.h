/* Automatic import: the mesh file of a source file that a config names is created, or created again if the
 * source has changed. Called by mesh_input.c. Internal to io/mesh_input. The hash of the source is compared
 * with that in the mesh file. If they differ, the lock is acquired and they are compared again, because
 * another run may have finished the import in between. If they still differ, the source is imported. Then the
 * lock is released. Without write permission for the directory, the mesh is imported into memory. Not
 * collective. */
#ifndef TC_IO_MESH_INPUT_AUTOMATIC_IMPORT_H
#define TC_IO_MESH_INPUT_AUTOMATIC_IMPORT_H

#include "io/mesh_input/import.h"

/* Result of an automatic import. Zero-initialise before use. */
typedef struct tc_automatic_import {
  const char *mesh_file; /* path of the mesh file, which exists unless `is_in_memory` is true */
  bool has_imported;     /* true if tc_automatic_import_find has imported the source */
  bool is_in_memory;     /* true if `import` contains the mesh, because no file can be written */
  tc_mesh_import import;
  tc_mesh_file_counts counts;
  tc_mesh_origin origin; /* the texts belong to `memory` or to `import` */
  tc_pool memory;
} tc_automatic_import;

/* Ensures that the mesh of the source file at `path` is available. The caller frees *out with
 * tc_automatic_import_free, also after an error. Errors: TC_INPUT if the source is invalid or if the import
 * needs a decision, with the command to run; if the mesh file was not imported from the present source and
 * must not be replaced; TC_OUTPUT if the mesh file cannot be written; TC_INTERNAL. */
tc_status tc_automatic_import_find(const char *path, const tc_log *log, tc_automatic_import *out);
void tc_automatic_import_free(tc_automatic_import *import);

#endif
