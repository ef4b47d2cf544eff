/* Where a binary comes from. */
#ifndef TC_BASE_PROGRAM_PROVENANCE_H
#define TC_BASE_PROGRAM_PROVENANCE_H

#include <stdio.h>

const char *tc_provenance_version(void); /* e.g. 0.1.0 */
const char *tc_provenance_commit(void); /* 12 digits, with + when the tree had changes; unknown outside git */
const char *tc_provenance_compiler(void); /* compiler and build type */

/* "tetracast 0.1.0 (commit .., ..)" and the end of the line: what --version says. */
void tc_provenance_write(const char *program, FILE *out);

#endif
