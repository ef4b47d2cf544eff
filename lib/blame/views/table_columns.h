/* What tables have in common. Internal to this floor. */
#ifndef TC_BLAME_VIEWS_TABLE_COLUMNS_H
#define TC_BLAME_VIEWS_TABLE_COLUMNS_H

#include <stdio.h>

/* Characters as they are seen: bytes but for those that go on in UTF-8. */
int tc_columns_width(const char *text);

/* Blanks up to a width. */
void tc_columns_pad(int written, int width, FILE *out);

/* A field of CSV, in quotes where it has to be, with its comma. */
void tc_columns_field(const char *text, FILE *out);

#endif
