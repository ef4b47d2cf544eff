/* One TetGen file being read: its header and its error messages. Internal to io/mesh; only tetgen.c uses it.
 * tetgen.c opens the three files, reads their rows and closes the line readers. All errors name the file and
 * the line. */
#ifndef TC_IO_MESH_TETGEN_FILE_H
#define TC_IO_MESH_TETGEN_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file/line_reader.h"

/* An open file with the counts of its header. A zeroed struct stands for a closed file. */
typedef struct tc_tetgen_file {
  tc_line_reader *lines; /* NULL if the file does not exist */
  const char *noun;      /* name of the item that a row describes: "node", "cell" or "face" */
  int64_t rows;          /* at most the number that the file's size allows, below 2^31 (cells: below 2^29) */
  int64_t attributes, markers; /* numbers of such columns, after the coordinates or node numbers */
} tc_tetgen_file;

/* Open BASE.node, BASE.ele or BASE.face and read its header. If BASE.face does not exist, face->lines is
 * NULL. Errors: TC_INPUT. The caller closes the member `lines`, also after an error. */
tc_status tc_tetgen_open_node(const char *base, tc_tetgen_file *node);
tc_status tc_tetgen_open_ele(const char *base, tc_tetgen_file *ele);
tc_status tc_tetgen_open_face(const char *base, tc_tetgen_file *face);

/* Returns an error at the line last read: "file:line: ...". */
tc_status tc_tetgen_line_error(const tc_tetgen_file *part, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns the error "expected .., found .." for the word at the start of `text`, which may contain any bytes
 * or be empty. `expected` names the value that should be there, such as "the region". */
tc_status tc_tetgen_word_error(const tc_tetgen_file *part, tc_text text, const char *expected);

/* Reads an integer, which may be written as a real number without fraction. `expected` names it, for example
 * "the region". Errors: TC_INPUT with the line. */
tc_status tc_tetgen_whole(const tc_tetgen_file *part, tc_text *text, const char *expected, int64_t *out);

/* Returns the error for the integer at the start of `text`, which is too large. `expected` names the value,
 * as above. */
tc_status tc_tetgen_out_of_range(const tc_tetgen_file *part, tc_text text, const char *expected);

/* Returns an error at the line last read, which lacks a column that the header announces, such as "a boundary
 * marker". */
tc_status tc_tetgen_missing_column(const tc_tetgen_file *part, const char *column);

#endif
