/* Rerun of a finished run from its record in a report or snapshot file: sets the options to the recorded
 * config and overrides, checks mesh, initial field and matrix against the record, and compares the hash of
 * the final field. The final field must have the same bits, with four exceptions. A key that changes the
 * solution was overridden, the record has no hash of the field, the recorded run was extended, or the bits
 * depend on the number of ranks. Differences of version, ranks and directory are logged. */
#include "run/studies/rerun.h"

#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/program/provenance.h"
#include "base/text/line.h"
#include "io/config/config_solution.h"

/* ---- options of the rerun ---- */

/* Splits the text of the recorded overrides into lines and stores these in r->override, with space for the
 * user's overrides after them. */
static tc_status split_overrides(tc_rerun *r, const tc_run_options *choice) {
  char *lines = NULL;
  int count = choice->overrides;
  const char *text = r->record.by_index[TC_RUN_RECORD_overrides];
  for (const char *c = text; *c; c++) count += *c == '\n';
  TC_TRY(tc_pool_alloc(&r->record.pool, strlen(text) + 1, &lines));
  TC_TRY(tc_pool_alloc(&r->record.pool, (size_t)(count + 1) * sizeof *r->override, &r->override));
  strcpy(lines, text);
  for (char *at = lines; *at;) {
    char *const line = at;
    at += strcspn(at, "\n");
    if (*at) *at++ = '\0';
    r->override[r->overrides++] = line;
  }
  return TC_OK;
}

static void set_options(tc_rerun *r, tc_run_options *choice) {
  const char *const *fact = r->record.by_index;
  r->added = choice->overrides;
  for (int k = 0; k < choice->overrides; k++) r->override[r->overrides++] = choice->override[k];
  choice->again = r->path;
  choice->config = fact[TC_RUN_RECORD_config_file] ? fact[TC_RUN_RECORD_config_file] : r->path;
  choice->text = fact[TC_RUN_RECORD_config];
  choice->overrides = r->overrides;
  choice->override = r->override;
  choice->method = fact[TC_RUN_RECORD_method];
  choice->preconditioner = fact[TC_RUN_RECORD_preconditioner];
  if (!choice->machine) choice->machine = fact[TC_RUN_RECORD_machine];
  if (!choice->model) choice->model = fact[TC_RUN_RECORD_model];
}

/* Logs the directory of the recorded run if it differs from the current one, because relative paths in the
 * config may refer to it. */
static void log_directory(const tc_rerun *r, const tc_run_environment *here, const tc_log *log) {
  const char *then = r->record.by_index[TC_RUN_RECORD_directory];
  if (then && here->directory && strcmp(then, here->directory) != 0)
    tc_log_write(log, TC_LOG_NORMAL,
                 "the run of %s was started in %s: relative paths in its config are now resolved in %s",
                 r->path, then, here->directory);
}

tc_status tc_rerun_read(const tc_world *world, const tc_run_environment *here, const tc_log *log,
                        const char *path, tc_run_options *choice, tc_rerun *r) {
  r->path = path;
  TC_TRY(tc_run_record_read(world, path, &r->record));
  TC_TRY(tc_world_agree(world, split_overrides(r, choice)));
  set_options(r, choice);
  log_directory(r, here, log);
  return TC_OK;
}

/* ---- logged differences ---- */

static bool has_value(const tc_rerun *r, tc_run_record_key fact, const char *now) {
  return !r->record.by_index[fact] || strcmp(r->record.by_index[fact], now) == 0;
}

static bool is_number(const tc_rerun *r, tc_run_record_key fact, int64_t now) {
  char text[32];
  snprintf(text, sizeof text, "%" PRId64, now);
  return has_value(r, fact, text);
}

static bool is_hash(const tc_rerun *r, tc_run_record_key fact, uint64_t now) {
  char text[17];
  snprintf(text, sizeof text, "%016" PRIx64, now);
  return has_value(r, fact, text);
}

static bool is_same_program(const tc_rerun *r) {
  return has_value(r, TC_RUN_RECORD_version, tc_provenance_version()) &&
         has_value(r, TC_RUN_RECORD_commit, tc_provenance_commit());
}

static void log_program(const tc_rerun *r, const tc_log *log) {
  const char *commit = r->record.by_index[TC_RUN_RECORD_commit];
  if (!is_same_program(r))
    tc_log_warn(log,
                "%s was written by version %s, commit %s, and this is version %s, commit %s: bits may differ",
                r->path, r->record.by_index[TC_RUN_RECORD_version], commit ? commit : "unknown",
                tc_provenance_version(), tc_provenance_commit());
}

static void log_ranks(const tc_rerun *r, const tc_plan *plan) {
  const char *const *then = r->record.by_index;
  const int ranks = plan->world->ranks, threads = omp_get_max_threads(), nodes = plan->world->nodes;
  if (is_number(r, TC_RUN_RECORD_ranks, ranks) && is_number(r, TC_RUN_RECORD_threads, threads) &&
      is_number(r, TC_RUN_RECORD_nodes, nodes))
    return;
  tc_log_warn(plan->log,
              "ranks x threads x nodes were %s x %s x %s in the run of %s and are %d x %d x %d now: times "
              "are not comparable",
              then[TC_RUN_RECORD_ranks] ? then[TC_RUN_RECORD_ranks] : "?",
              then[TC_RUN_RECORD_threads] ? then[TC_RUN_RECORD_threads] : "?",
              then[TC_RUN_RECORD_nodes] ? then[TC_RUN_RECORD_nodes] : "?", r->path, ranks, threads, nodes);
}

static tc_status check_mesh(const tc_rerun *r, const tc_plan *plan) {
  const char *file = r->record.by_index[TC_RUN_RECORD_mesh_file];
  if (is_hash(r, TC_RUN_RECORD_mesh_hash, plan->mesh_hash)) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: the run used the mesh %s with hash %s, but %s has hash %016" PRIx64
                          ": set the path of the same mesh with -s mesh.file=..",
                          r->path, file ? file : "(unnamed)", r->record.by_index[TC_RUN_RECORD_mesh_hash],
                          plan->config->mesh.file, plan->mesh_hash);
}

/* True if the bits of the recorded run depend on the distribution, as with preconditioners of scope `rank`,
 * and this run has additional overrides or another number of ranks. */
static bool may_differ(const tc_rerun *r, const tc_plan *plan) {
  const char *bitwise = r->record.by_index[TC_RUN_RECORD_bitwise];
  return bitwise && strcmp(bitwise, "false") == 0 &&
         (r->added > 0 || !is_number(r, TC_RUN_RECORD_ranks, plan->world->ranks));
}

/* True if the recorded run was extended, so that its step sizes differ from those of an uninterrupted run. */
static bool was_extended(const tc_rerun *r) {
  const char *in_one_go = r->record.by_index[TC_RUN_RECORD_in_one_go];
  return in_one_go && strcmp(in_one_go, "false") == 0;
}

/* Not collective, but equal on all ranks. Determines if the final field must equal the recorded one. Stores
 * the reason in r->reason if not. */
static tc_status decide_equality(tc_rerun *r, const tc_plan *plan) {
  char key[TC_SOLUTION_KEY] = "";
  tc_config *then = NULL;
  tc_status status =
      tc_config_parse(plan->config->path, plan->config->text, r->overrides - r->added, r->override, &then);
  if (!status) status = tc_config_find_solution_difference(plan->config, then, key);
  tc_config_destroy(&then);
  TC_TRY(status);
  if (*key) return tc_pool_printf(&r->record.pool, &r->reason, "%s differs", key);
  if (!r->record.by_index[TC_RUN_RECORD_field_hash])
    r->reason = "that file contains no hash of the final field";
  else if (was_extended(r))
    r->reason = "that run was extended with another step size, which an uninterrupted run does not have";
  else if (may_differ(r, plan))
    r->reason = "solver.preconditioner.scope is rank, so bits depend on ranks, order and distribution";
  r->compares = !r->reason;
  return TC_OK;
}

tc_status tc_rerun_check(tc_rerun *r, const tc_plan *plan) {
  TC_TRY(tc_world_agree(plan->world, decide_equality(r, plan)));
  if (r->reason)
    tc_log_write(plan->log, TC_LOG_NORMAL, "the field is not compared with that of %s: %s", r->path,
                 r->reason);
  log_program(r, plan->log);
  log_ranks(r, plan);
  return tc_world_agree(plan->world, check_mesh(r, plan));
}

static tc_status hash_error(const tc_rerun *r, const char *what, tc_run_record_key fact, uint64_t now) {
  return tc_status_create(TC_INPUT,
                          "%s: the hash of %s was %s, and is %016" PRIx64
                          " now: an input file has changed since: restore it",
                          r->path, what, r->record.by_index[fact], now);
}

tc_status tc_rerun_check_start(const tc_rerun *r, const tc_prepared *p) {
  if (!r->compares || !is_same_program(r)) return TC_OK;
  if (!is_hash(r, TC_RUN_RECORD_initial_hash, p->start.hash))
    return hash_error(r, "the initial field", TC_RUN_RECORD_initial_hash, p->start.hash);
  if (!is_hash(r, TC_RUN_RECORD_matrix_hash, p->matrix_hash))
    return hash_error(r, "the matrix", TC_RUN_RECORD_matrix_hash, p->matrix_hash);
  return TC_OK;
}

/* ---- comparison of the result ---- */

static tc_status field_error(const tc_rerun *r, const tc_result *result) {
  return tc_status_create(TC_NUMERICAL, "%s: the hash of the field was %s, and is %016" PRIx64 " now: %s",
                          r->path, r->record.by_index[TC_RUN_RECORD_field_hash], result->field.hash,
                          is_same_program(r)
                              ? "please report this as a bug"
                              : "another version wrote that file: repeat the run with that version");
}

tc_status tc_rerun_compare(const tc_rerun *r, const tc_prepared *p, const tc_result *result, FILE *out) {
  const char *why = r->reason                                      ? r->reason
                    : !result->valid                               ? "the field of this run is not a solution"
                    : p->plan->resumption && !p->choices.is_one_go ? "this run was extended with other steps"
                                                                   : NULL;
  if (why) {
    fprintf(out, "The field is not compared with that of %s: %s\n", r->path, why);
    return TC_OK;
  }
  if (!is_hash(r, TC_RUN_RECORD_field_hash, result->field.hash)) return field_error(r, result);
  fprintf(out, "The field equals that of %s bit by bit: hash %016" PRIx64 "\n", r->path, result->field.hash);
  return TC_OK;
}

void tc_rerun_free(tc_rerun *r) {
  tc_run_record_free(&r->record);
  *r = (tc_rerun){0};
}
