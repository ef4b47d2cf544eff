/* One translation unit as facts: from unoptimised bitcode of clang 14 with debug information. The only part
 * of the house that sees LLVM is lib/blame/ir/ir*.c. */
#ifndef TC_BLAME_EXTRACT_TRANSLATION_UNIT_H
#define TC_BLAME_EXTRACT_TRANSLATION_UNIT_H

#include "blame/facts/facts.h"

/* Adds the unit's files, functions (with bodies) and targets to the facts; functions of headers that an
 * earlier unit had are not added again. Errors: TC_INPUT naming the bitcode when it is none, of another
 * version, or has no debug information. */
tc_status tb_translation_unit_add(const char *bitcode, tb_facts *facts);

#endif
