/* Output files of `tetracast mesh import`: the mesh file, or TetGen text with fibres. The command calls
 * app_import_output_prepare before the import and app_import_output_write after it, so that nothing is
 * written if the import fails. Not collective. */
#ifndef TC_APP_IMPORT_OUTPUT_H
#define TC_APP_IMPORT_OUTPUT_H

#include "io/mesh_input/import.h"
#include "mesh_import/import_options.h"

enum { APP_IMPORT_FILES = 4 };

/* Names of the output files of an import. The pool of app_import_output_prepare owns the texts. */
typedef struct app_import_output {
  const char *base; /* BASE without an ending */
  bool is_text;     /* true for TetGen text */
  int files;
  const char *file[APP_IMPORT_FILES]; /* [files] the mesh file; or .node, .ele, .face and .lon */
} app_import_output;

/* Finds the paths of the output files, creates missing directories and checks that the files can be written.
 * Errors: TC_INPUT if a surface file does not exist; TC_USAGE if an output is an input or another output;
 * TC_OUTPUT if a file of the mesh exists and --force is not given, if a file belongs to another program, or
 * if it cannot be written. */
tc_status app_import_output_prepare(const app_import_values *values, const tc_mesh_source *source,
                                    const tc_import_options *read, tc_pool *pool, app_import_output *out);

/* Checks that no output file exists. Unless --force is given, the command calls this function before the
 * import, and again after it has acquired the lock of the mesh file. Errors: TC_OUTPUT. */
tc_status app_import_output_check_new(const app_import_output *output);

/* Writes the imported mesh. Existing files are replaced when the new ones are complete. Errors: TC_OUTPUT. */
tc_status app_import_output_write(const app_import_output *output, tc_mesh_import *import);

/* Returns true if the import writes file number `index` of output->file. Of the TetGen files, .face is
 * written only if the mesh has marked faces, and .lon only if it has fibres. */
bool app_import_output_has(const app_import_output *output, int index, const tc_mesh_import *import);

#endif
