#include "base/program/provenance.h"

#include "tc_commit.h" /* the build generates this header */

const char *tc_provenance_version(void) { return TC_VERSION; }
const char *tc_provenance_commit(void) { return TC_COMMIT; }
const char *tc_provenance_compiler(void) { return TC_COMPILER " " TC_BUILD_TYPE; }

void tc_provenance_write(const char *program, FILE *out) {
  fprintf(out, "%s %s (commit %s, %s)\n", program, tc_provenance_version(), tc_provenance_commit(),
          tc_provenance_compiler());
}
