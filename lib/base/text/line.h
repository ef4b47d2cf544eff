/* Text put together piece by piece in a buffer of fixed size. What does not fit is cut off, and seen to be:
 * the text then ends in "..". */
#ifndef TC_BASE_TEXT_LINE_H
#define TC_BASE_TEXT_LINE_H

#include <stdbool.h>
#include <stddef.h>

enum { TC_LINE_SIZE = 2048 };

/* Begins as {0}. */
typedef struct tc_line {
  size_t length;
  bool cut; /* nothing is added any more */
  char text[TC_LINE_SIZE];
} tc_line;

void tc_line_add(tc_line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds an item of a list "a, b, c". */
void tc_line_add_item(tc_line *line, const char *item);

/* Takes the blanks at the end away. */
void tc_line_trim(tc_line *line);

#endif
