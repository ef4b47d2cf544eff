/* Renderers of documents. JSON has a member for each item. CSV has a table with a line of headings for each
 * list of sections, and one table with the columns section, item, value and unit for other items. The text
 * has lines of prose, tables, and items with labels. HTML is one page without references to other files. It
 * has lines, pictures and tables, and the items of JSON with all digits. The title of the page is the label
 * of the root. Called after the document is complete. Not collective. */
#ifndef TC_BASE_DOCUMENT_RENDER_H
#define TC_BASE_DOCUMENT_RENDER_H

#include <stdio.h>

#include "base/document/document.h"

typedef void tc_document_renderer(const tc_section *root, FILE *out);

void tc_document_json(const tc_section *root, FILE *out);
void tc_document_csv(const tc_section *root, FILE *out);
void tc_document_text(const tc_section *root, FILE *out);
void tc_document_html(const tc_section *root, FILE *out);

/* Returns the unit of an item, or "" if the item has no unit. */
const char *tc_item_unit(const tc_item *item);

/* Writes the document to an open stream. Frees the document in any case. Errors: the error that the document
 * stores. */
tc_status tc_document_print(tc_document *document, tc_document_renderer *render, FILE *out);

/* Writes the document to the file `path`, which gets this name only when it is complete. Frees the document
 * in any case. Errors: the error that the document stores; TC_OUTPUT with the file and the reason. */
tc_status tc_document_write(tc_document *document, tc_document_renderer *render, const char *path);

#endif
