/* Analyses one translation unit and adds the results to the facts. The input is LLVM bitcode of clang 14,
 * compiled without optimisation and with debug information. `tcblame analyze` calls it for each compiled
 * source file. Each function is read, analysed and stored before the next one, so only one function body is
 * in memory. Only blame/ir/ir*.c call LLVM. */
#ifndef TC_BLAME_EXTRACT_TRANSLATION_UNIT_H
#define TC_BLAME_EXTRACT_TRANSLATION_UNIT_H

#include "blame/facts/facts.h"

/* Adds the source files, the functions with bodies and the pointer targets of the unit to the facts. Skips
 * functions in headers that an earlier unit already added. Errors: TC_INPUT with the file name if the file is
 * not bitcode of clang 14 or has no debug information; TC_INTERNAL if memory is exhausted. */
tc_status tb_translation_unit_add(const char *bitcode, tb_facts *facts);

#endif
