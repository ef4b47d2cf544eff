#include "base/program/json_program.h"

#include "base/program/provenance.h"

void tc_json_program(tc_json *json, const char *program) {
  tc_json_text(json, "program", program);
  tc_json_text(json, "version", tc_provenance_version());
  tc_json_text(json, "commit", tc_provenance_commit());
  tc_json_text(json, "compiler", tc_provenance_compiler());
}
