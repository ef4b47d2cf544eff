/* Whether the numbers in facts that were read point to something. */
#ifndef TC_BLAME_FACTS_FACTS_CHECK_H
#define TC_BLAME_FACTS_FACTS_CHECK_H

#include "blame/facts/facts.h"

/* What is wrong with a function, NULL: nothing; `files`: so many there are. */
const char *tb_facts_find_fault(const tb_function *function, int files);

#endif
