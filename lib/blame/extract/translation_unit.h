/* Extracts the facts of one translation unit from unoptimised bitcode of clang 14 with debug information.
 * Called by `tcblame analyze` for each compiled source file. Each function is read, analysed and written
 * before the next, so only one is in memory. LLVM is used in blame/ir/ir*.c only. */
#ifndef TC_BLAME_EXTRACT_TRANSLATION_UNIT_H
#define TC_BLAME_EXTRACT_TRANSLATION_UNIT_H

#include "blame/facts/facts.h"

/* Adds the files, functions with bodies and pointer targets of the unit to the facts. Skips functions of
 * headers that an earlier unit already added. Errors: TC_INPUT, which names the file, if it is no bitcode, is
 * of another version, or has no debug information; TC_INTERNAL if memory is exhausted. */
tc_status tb_translation_unit_add(const char *bitcode, tb_facts *facts);

#endif
