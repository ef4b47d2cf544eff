/* Frame of an HTML page: head with the style sheet, heading and end, and the escaping of text. A page refers
 * to no other file. Internal to base/document and to the builders of pictures. No function is collective. */
#ifndef TC_BASE_DOCUMENT_HTML_PAGE_H
#define TC_BASE_DOCUMENT_HTML_PAGE_H

#include <stdio.h>

/* Beginning of every page, by which files that may be replaced are recognised. */
extern const char tc_html_mark[];

/* Writes everything in front of the content: the head, and `title` as the heading. */
void tc_html_begin(const char *title, FILE *out);
void tc_html_end(FILE *out);

/* Writes text in which < > & " and ' are replaced by references, and bytes that are not UTF-8 by U+FFFD. */
void tc_html_escape(const char *text, FILE *out);

#endif
