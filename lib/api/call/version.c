#include "api/include/tetracast/version.h"

#include "api/call/call.h"
#include "api/call/json.h"
#include "base/ledger/ledger.h"
#include "base/program/job_phases.h"
#include "base/program/provenance.h"
#include "comm/exchange/strategy.h"
#include "fv/scheme/scheme.h"
#include "linear/precondition/preconditioner.h"
#include "linear/solver/method.h"
#include "model/step/model.h"
#include "run/environment/library_versions.h"
#include "solve/step/integrator.h"

int tetracast_version(void) { return TETRACAST_VERSION_NUMBER; }

static void add_items(tc_section *root) {
  char libraries[160];
  tc_library_versions_format(libraries, sizeof libraries);
  tc_item_add(root, tc_item_text("version", tc_provenance_version()));
  tc_item_add(root, tc_item_text("commit", tc_provenance_commit()));
  tc_item_add(root, tc_item_text("compiler", tc_provenance_compiler()));
  tc_item_add(root, tc_item_text("libraries", libraries));
}

static tc_status describe(char **json) {
  tc_document document;
  TC_TRY(tc_api_check_argument(json, "json"));
  add_items(tc_document_begin(&document, NULL));
  return tc_api_render_json(&document, json);
}

tetracast_error *tetracast_version_describe(char **json) { return tc_api_error(describe(json)); }

/* Returns the registry whose names the list `list` contains. Returns NULL for an unknown list. */
static const tc_registry *find_list(tetracast_list list) {
  static const tc_registry parts = {TC_PHASE_COUNT, tc_phase_name, tc_phase_summary, NULL},
                           counts = {TC_COUNT_COUNT, tc_count_name, tc_count_summary, NULL},
                           job_phases = {TC_JOB_PHASE_COUNT, tc_job_phase_name, tc_job_phase_text, NULL};
  switch (list) {
  case TETRACAST_LIST_STRATEGIES: return &tc_strategy_registry;
  case TETRACAST_LIST_SCHEMES: return &tc_scheme_registry;
  case TETRACAST_LIST_METHODS: return &tc_integrator_registry;
  case TETRACAST_LIST_SOLVERS: return &tc_method_registry;
  case TETRACAST_LIST_PRECONDITIONERS: return &tc_preconditioner_registry;
  case TETRACAST_LIST_MODELS: return &tc_model_registry;
  case TETRACAST_LIST_PARTS: return &parts;
  case TETRACAST_LIST_COUNTS: return &counts;
  case TETRACAST_LIST_JOB_PHASES: return &job_phases;
  }
  return NULL;
}

const char *tetracast_list_name(tetracast_list list, int index, const char **summary) {
  const tc_registry *registry = find_list(list);
  if (!registry || index < 0 || index >= registry->count) return NULL;
  if (summary) *summary = registry->summary(index);
  return registry->name(index);
}
