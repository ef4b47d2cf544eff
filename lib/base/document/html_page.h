/* Frame of an HTML page: head with the style sheet, heading and end, and the escaping of text. A page refers
 * to no other file. Internal to base/document and to the builders of pictures. No function is collective. */
#ifndef TC_BASE_DOCUMENT_HTML_PAGE_H
#define TC_BASE_DOCUMENT_HTML_PAGE_H

#include <stdio.h>

enum { TC_HTML_MARK_SIZE = 96 };

/* Formats the text with which every page of `program` begins. The program recognises its own pages by this
 * text and overwrites no other files. */
void tc_html_format_mark(const char *program, char mark[TC_HTML_MARK_SIZE]);

/* Writes the beginning of the page: the mark of `program`, the head, and `title` as the heading. */
void tc_html_begin(const char *program, const char *title, FILE *out);
void tc_html_end(FILE *out);

/* Writes text in which < > & " and ' are replaced by references, and bytes that are not UTF-8 by U+FFFD. */
void tc_html_escape(const char *text, FILE *out);

#endif
