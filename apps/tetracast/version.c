#include "version.h"

#include "report/provenance.h"
#include "run/libraries.h"

void tc_version_write(FILE *out) {
  char libraries[160];
  tc_libraries_say(libraries, sizeof libraries);
  fprintf(out, "tetracast %s (commit %s, %s)\n", tc_provenance_version(), tc_provenance_commit(),
          tc_provenance_compiler());
  fprintf(out, "%s\n", libraries);
}
