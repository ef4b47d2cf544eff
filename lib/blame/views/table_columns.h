/* Formats columns of text tables. Called by the tables of views (table_columns.c) and by the comparison of
 * runs in blame/report. */
#ifndef TC_BLAME_VIEWS_TABLE_COLUMNS_H
#define TC_BLAME_VIEWS_TABLE_COLUMNS_H

#include <stdio.h>

/* Returns the number of characters of a UTF-8 text. */
int tb_table_text_width(const char *text);

/* Writes blanks from column `written` to `width`. */
void tb_table_pad(int written, int width, FILE *out);

#endif
