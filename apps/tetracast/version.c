#include "version.h"

#include "base/program/provenance.h"
#include "run/environment/library_versions.h"

void app_version_write(FILE *out) {
  char libraries[160];
  tc_library_versions_format(libraries, sizeof libraries);
  tc_provenance_write("tetracast", out);
  fprintf(out, "%s\n", libraries);
}
