/* Consistency check of facts that were read from a file: every index in a function must refer to an existing
 * item. facts_read.c calls it at the end of each function. Later modules rely on this check and use the
 * indices without testing them. */
#ifndef TC_BLAME_FACTS_FACTS_CHECK_H
#define TC_BLAME_FACTS_FACTS_CHECK_H

#include "blame/facts/facts.h"

/* Returns a message that describes the first invalid index in a function, or NULL if all are valid. `files`
 * is the number of source files in the facts. */
const char *tb_facts_find_fault(const tb_function *function, int files);

#endif
