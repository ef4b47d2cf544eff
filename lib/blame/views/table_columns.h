/* What tables have in common. Internal to this floor. */
#ifndef TC_BLAME_VIEWS_TABLE_COLUMNS_H
#define TC_BLAME_VIEWS_TABLE_COLUMNS_H

#include <stdio.h>

/* Characters as they are seen: bytes but for those that go on in UTF-8. */
int tb_table_text_width(const char *text);

/* Blanks up to a width. */
void tb_table_pad(int written, int width, FILE *out);

/* A field of CSV, in quotes where it has to be, with its comma. */
void tb_csv_write_field(const char *text, FILE *out);

#endif
