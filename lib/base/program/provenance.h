/* Provenance of a binary: version, commit and compiler, as compiled in by the build. Printed by --version and
 * written into every report, checkpoint and snapshot. Not collective. */
#ifndef TC_BASE_PROGRAM_PROVENANCE_H
#define TC_BASE_PROGRAM_PROVENANCE_H

#include <stdio.h>

const char *tc_provenance_version(void); /* version of the project, for example 0.1.0 */
/* Commit as 12 digits, followed by + if the working tree had changes; "unknown" if it was built outside
 * git. */
const char *tc_provenance_commit(void);
const char *tc_provenance_compiler(void); /* name of the compiler, followed by the build type of CMake */

/* Writes "tetracast 0.1.0 (commit .., ..)" and a newline, the output of --version. */
void tc_provenance_write(const char *program, FILE *out);

#endif
