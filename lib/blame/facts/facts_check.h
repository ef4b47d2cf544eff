/* Consistency check of facts that were read from a file: every number must refer to an existing item.
 * Called by facts_read.c at the end of each function. Later modules rely on it and index without checks. */
#ifndef TC_BLAME_FACTS_FACTS_CHECK_H
#define TC_BLAME_FACTS_FACTS_CHECK_H

#include "blame/facts/facts.h"

/* Returns a description of the first invalid number in a function; NULL if there is none. `files` is the
 * number of files in the facts. */
const char *tb_facts_find_fault(const tb_function *function, int files);

#endif
