/* Reads the header and the integers of one TetGen file, and formats error messages about it. Internal to
 * io/mesh. The only caller, tetgen.c, opens the three files with these functions, reads their rows and closes
 * the line readers. All error messages contain the file and the line. */
#ifndef TC_IO_MESH_TETGEN_FILE_H
#define TC_IO_MESH_TETGEN_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file/line_reader.h"
#include "io/mesh/name_comments.h"

/* An open file with the counts in its header. A zeroed struct is a file that is not open. */
typedef struct tc_tetgen_file {
  tc_line_reader *lines; /* reader of the file; NULL if the file does not exist */
  const char *noun;      /* word for a row in messages: "node", "cell" or "face" */
  int64_t rows; /* number of nodes, cells or faces in the header; below 2^31, or below 2^29 for cells */
  int64_t attributes,
      markers; /* numbers of attribute and of marker columns, which follow the coordinates or node numbers */
} tc_tetgen_file;

/* Each function opens one of the files BASE.node, BASE.ele and BASE.face and reads its header. If BASE.face
 * does not exist, face->lines is NULL. `names` receives the names in comment lines. The caller closes the
 * member `lines`, also after an error. Errors: TC_INPUT if the file cannot be opened or its header is
 * invalid. */
tc_status tc_tetgen_open_node(const char *base, tc_tetgen_file *node);
tc_status tc_tetgen_open_ele(const char *base, tc_name_comments *names, tc_tetgen_file *ele);
tc_status tc_tetgen_open_face(const char *base, tc_name_comments *names, tc_tetgen_file *face);

/* Returns an error with a message that begins with the file and the line that was read last. */
tc_status tc_tetgen_line_error(const tc_tetgen_file *file, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns the error "expected .., found .." for the word at the start of `text`, which may contain any bytes
 * or be empty. `expected` names the missing value in the message, such as "the region". */
tc_status tc_tetgen_word_error(const tc_tetgen_file *file, tc_text text, const char *expected);

/* Reads an integer, which may be written as a real number without fraction, such as 1.0. `expected` names the
 * value in error messages, such as "the region". Errors: TC_INPUT if there is no integer. */
tc_status tc_tetgen_read_integer(const tc_tetgen_file *file, tc_text *text, const char *expected,
                                 int64_t *out);

/* Returns the error for an integer at the start of `text` that is too large. `expected` names the value in
 * the message, such as "the region". */
tc_status tc_tetgen_out_of_range(const tc_tetgen_file *file, tc_text text, const char *expected);

/* Returns the error for a line that lacks a column although the header requires it. `column` names the
 * column, such as "a boundary marker". The line is the one that was read last. */
tc_status tc_tetgen_missing_column(const tc_tetgen_file *file, const char *column);

#endif
