/* Cuts of texts that are too long for their buffer. A cut at a number of bytes may divide a character, and
 * the text would then not be valid UTF-8. Used by the log, by lines (line.h) and by messages with names from
 * files. Pure. */
#ifndef TC_BASE_TEXT_TEXT_CUT_H
#define TC_BASE_TEXT_TEXT_CUT_H

#include <stddef.h>

/* Returns the number of bytes of a text that remain if it is cut after `length` bytes: `length`, or up to
 * three less if the last UTF-8 character would be incomplete. Reads no byte after the cut. Bytes that are not
 * UTF-8 count as characters. */
size_t tc_text_cut_length(const char *text, size_t length);

#endif
