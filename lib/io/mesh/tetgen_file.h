/* One TetGen file being read: its header and its errors. Used by tetgen.c alone. */
#ifndef TC_IO_MESH_TETGEN_FILE_H
#define TC_IO_MESH_TETGEN_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file/line_reader.h"

/* The file, open, with what its header announces. A zeroed part is closed. */
typedef struct tc_tetgen_file {
  tc_line_reader *lines;       /* NULL: there is no such file */
  const char *noun;            /* what a row describes: "node", "cell", "face" */
  int64_t rows;                /* no more than the file's size allows, below 2^31 (cells: below 2^29) */
  int64_t attributes, markers; /* columns behind the coordinates or nodes */
} tc_tetgen_file;

/* Open BASE.node, BASE.ele or BASE.face and read its header. A missing .face leaves face->lines NULL.
 * Errors: TC_INPUT; the part may be open then. */
tc_status tc_tetgen_open_node(const char *base, tc_tetgen_file *node);
tc_status tc_tetgen_open_ele(const char *base, tc_tetgen_file *ele);
tc_status tc_tetgen_open_face(const char *base, tc_tetgen_file *face);

/* An error at the line last read: "file:line: ...". */
tc_status tc_tetgen_line_error(const tc_tetgen_file *part, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* An error at the word at the front of `text` (any bytes, or nothing left), which is not what was expected:
 * "the region". */
tc_status tc_tetgen_word_error(const tc_tetgen_file *part, tc_text text, const char *expected);

/* Reads an integer, which may be written as a real without a fraction. expected: "the region". Errors:
 * TC_INPUT, which names the line. */
tc_status tc_tetgen_whole(const tc_tetgen_file *part, tc_text *text, const char *expected, int64_t *out);

/* An error at the word at the front of `text`, an integer that is too large. */
tc_status tc_tetgen_out_of_range(const tc_tetgen_file *part, tc_text text, const char *expected);

/* An error at the line last read, which lacks a column that the header announces: "a boundary marker". */
tc_status tc_tetgen_missing_column(const tc_tetgen_file *part, const char *column);

#endif
