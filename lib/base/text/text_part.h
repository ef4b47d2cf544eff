/* Parts of a text between separators, such as the lines of a file. Used by the readers of forecast records
 * and of machine samples. Pure. */
#ifndef TC_BASE_TEXT_TEXT_PART_H
#define TC_BASE_TEXT_TEXT_PART_H

#include "base/text/text.h"

/* Removes the first part of the text and the separator after it, and returns the part without the separator.
 * The part is the whole text if there is no separator, and empty if the text is empty. */
tc_text tc_text_remove_part(tc_text *text, char separator);

#endif
