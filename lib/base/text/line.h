/* Line: text that is composed from parts in a buffer of fixed size. Used for messages, table cells and lists
 * of names. Text beyond the buffer is cut off, and ".." at the end marks the cut. No function allocates
 * memory or fails. No function uses global state. */
#ifndef TC_BASE_TEXT_LINE_H
#define TC_BASE_TEXT_LINE_H

#include <stdbool.h>
#include <stddef.h>

enum { TC_LINE_SIZE = 2048 };

/* A text of bounded length that is built in parts. Zero-initialise before use. */
typedef struct tc_line {
  size_t length;
  bool is_cut; /* true if the text was too long and has been cut; further additions are then ignored */
  char text[TC_LINE_SIZE];
} tc_line;

void tc_line_add(tc_line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends an item of a list "a, b, c". */
void tc_line_add_item(tc_line *line, const char *item);

/* Removes blanks at the end of the text. */
void tc_line_trim(tc_line *line);

#endif
