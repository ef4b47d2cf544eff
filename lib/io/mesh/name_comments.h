/* Names of regions and markers as comment lines of TetGen files: "# region 1 outer", "# marker 3 wall".
 * TetGen has no names, and other programs skip comments. Internal to io/mesh. Usage: zero-initialise
 * tc_name_comments, call tc_name_comments_visit for each file before its rows are read, use the names, call
 * tc_name_comments_free. Not collective. */
#ifndef TC_IO_MESH_NAME_COMMENTS_H
#define TC_IO_MESH_NAME_COMMENTS_H

#include <stdio.h>

#include "base/containers/array.h"
#include "base/file/line_reader.h"
#include "mesh/mesh.h"

/* Names of regions and markers in the comments of TetGen files, in the order in which they were read. */
typedef struct tc_name_comments {
  TC_ARRAY(tc_mesh_name) name;
  tc_pool memory; /* owns the texts */
} tc_name_comments;

/* Makes the line reader add each name that it finds in a comment line to `names`. Other comments are ignored.
 * `names` must remain valid until `lines` is closed. */
void tc_name_comments_visit(tc_name_comments *names, tc_line_reader *lines);

/* Parses the text of a comment line after its "#", such as "region 1 outer", and adds the name. Does nothing
 * if the text contains no name. */
tc_status tc_name_comments_add(tc_name_comments *names, tc_text comment);

/* Sets *out to a text with a line for each name, such as "region 1 outer", from which tc_name_comments_add
 * can restore the names. The caller frees it with tc_free. */
tc_status tc_name_comments_format(const tc_name_comments *names, char **out);
void tc_name_comments_free(tc_name_comments *names);

/* Writes one comment line for each name of a region (`dimension` 3) or of a marker (`dimension` 2). Control
 * characters in names become blanks. The caller checks the stream for errors. */
void tc_name_comments_write(FILE *file, const tc_mesh *mesh, int dimension);

#endif
