/* Options of `tetracast mesh import`: the values of the command line, and the options that the readers and
 * the conversion receive. The command (mesh_import.c) calls app_import_options_read before it opens any file.
 * Not collective. */
#ifndef TC_APP_IMPORT_OPTIONS_H
#define TC_APP_IMPORT_OPTIONS_H

#include "convert/convert.h"
#include "io/importers/importer.h"
#include "options/options.h"

/* Values of the options of `mesh import`. The first member contains those that several commands share: -o,
 * --json and --force. */
typedef struct app_import_values {
  app_options common;
  tc_option_texts files; /* the source file, and further files of the same mesh */
  double scale;
  double merge; /* relative tolerance of --merge (app_set_tolerance); -1 for the word `none` */
  const char *region_map, *marker_map, *groups, *surfaces;
  const char *fibres, *regions;
  const tc_importer *format; /* NULL if --format is not given */
  bool divides, drops_curved, writes_text;
} app_import_values;

extern const tc_option app_import_table[];

/* Options in the form that the import needs. */
typedef struct app_import_options {
  const char *source; /* the first FILE */
  const char *format; /* name of the reader; NULL if the reader is chosen by the file */
  tc_import_options read;
  tc_convert_options convert;
  const char *text; /* options that change the mesh, as a command line would contain them, in the order of
                     * --help; "" if there are none */
} app_import_options;

/* Converts the values of the call into *out. The arrays and texts belong to the pool or to the command line.
 * Errors: TC_USAGE for lists that are not valid; TC_INTERNAL if memory is exhausted. */
tc_status app_import_options_read(const tc_command_call *call, tc_pool *pool, app_import_options *out);

#endif
