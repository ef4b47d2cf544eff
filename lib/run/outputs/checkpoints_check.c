#include "run/outputs/checkpoints_check.h"

#include <stdio.h>
#include <string.h>

#include "io/config/config_solution.h"
#include "io/config/config_solver.h"
#include "run/outputs/checkpoints_method.h"

/* Example: c.h5: cannot be resumed: the checkpoint belongs to the mesh a, hash 01.., but this run has b,
 * hash 23..: use the mesh file of the checkpoint, or start over with --force */
static tc_status other_input_error(const char *from, const char *what, const char *then, const char *now) {
  return tc_status_create(TC_INPUT,
                          "%s: cannot be resumed: the checkpoint belongs to %s %s, but this run has %s: "
                          "use the mesh file of the checkpoint, or start over with --force",
                          from, what, then, now);
}

static bool is_by_ranks(const tc_config *config) {
  return config->time.method->solves &&
         tc_config_implicit(config).solver.preconditioner_options.scope == TC_SCOPE_RANK;
}

/* Root only. Checks that the restart data have the format that this version of the program reads. */
static tc_status check_format(const tc_run_checkpoints *c) {
  const char *then = c->found.by_index[TC_CHECKPOINT_format];
  if (strcmp(then, c->format) == 0) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: contains restart data of time.method %s in format %s, but this version reads "
                          "format %s: resume it with the version that wrote it (%s, commit %s), or start "
                          "over with --force",
                          c->resumption.from, c->plan->config->time.method->name, then, c->format,
                          c->found.by_index[TC_CHECKPOINT_version], c->found.by_index[TC_CHECKPOINT_commit]);
}

/* Root only. Logs a note if another version of the program wrote the checkpoint, because the result may then
 * differ in its last bits. */
static void log_program(const tc_run_checkpoints *c, const tc_log *log) {
  const char *const *then = c->found.by_index, *const *now = c->facts.by_index;
  if (strcmp(then[TC_CHECKPOINT_version], now[TC_CHECKPOINT_version]) != 0 ||
      strcmp(then[TC_CHECKPOINT_commit], now[TC_CHECKPOINT_commit]) != 0)
    tc_log_write(log, TC_LOG_QUIET,
                 "%s was written by version %s, commit %s, and this is version %s, commit %s: the result may "
                 "differ in its last bits from that of a run with one version",
                 c->resumption.from, then[TC_CHECKPOINT_version], then[TC_CHECKPOINT_commit],
                 now[TC_CHECKPOINT_version], now[TC_CHECKPOINT_commit]);
}

/* Root only. Checks that the hash of the mesh equals the hash in the checkpoint. */
static tc_status check_mesh(const tc_run_checkpoints *c) {
  const char *const *then = c->found.by_index, *const *now = c->facts.by_index;
  char was[400], is[400];
  if (strcmp(then[TC_CHECKPOINT_mesh_hash], now[TC_CHECKPOINT_mesh_hash]) == 0) return TC_OK;
  snprintf(was, sizeof was, "%.300s, hash %s", then[TC_CHECKPOINT_mesh_file], then[TC_CHECKPOINT_mesh_hash]);
  snprintf(is, sizeof is, "%.300s, hash %s", now[TC_CHECKPOINT_mesh_file], now[TC_CHECKPOINT_mesh_hash]);
  return other_input_error(c->resumption.from, "the mesh", was, is);
}

/* Text with which the attribute `spans` of a run with error control begins; the end time of the run follows.
 * extended_text ends the attribute if the run had another end before. */
static const char control_text[] = "error control to t = ", extended_text[] = ", extended";

void tc_run_checkpoints_format_control(double end, bool is_one_go, char *out, size_t size) {
  char number[TC_TEXT_NUMBER];
  tc_text_format_double(end, number);
  snprintf(out, size, "%s%s%s", control_text, number, is_one_go ? "" : extended_text);
}

/* Parses a text of `length` characters that is one number. Returns false if it is malformed. */
static bool parse_number(const char *text, size_t length, double *out) {
  tc_text rest = {text, text + length};
  return tc_text_parse_double(&rest, out) && tc_text_at_end(&rest);
}

/* Root only. Sets the times of the checkpoint and of the end of a run with error control. Returns false if
 * the attributes are malformed. */
static bool read_times(tc_run_checkpoints *c) {
  tc_resumption *r = &c->resumption;
  const char *end = c->found.by_index[TC_CHECKPOINT_spans] + strlen(control_text),
             *time = c->found.by_index[TC_CHECKPOINT_time];
  const size_t length = strcspn(end, ",");
  r->is_extended = strcmp(end + length, extended_text) == 0;
  return (r->is_extended || !end[length]) && parse_number(end, length, &r->end) &&
         parse_number(time, strlen(time), &r->time);
}

/* Root only. Returns an error if only one of the two runs, this one and that of the checkpoint, has error
 * control. */
static tc_status check_control(const tc_run_checkpoints *c, bool was_controlled) {
  const tc_config *config = c->plan->config;
  const bool is_controlled = tc_config_controls_error(config);
  if (is_controlled == was_controlled || !config->time.method->steps) return TC_OK;
  if (is_controlled)
    return tc_config_error(
        config, config->time.method->stabilised ? "time.dt" : "time.tolerance",
        "%s has steps of a fixed size, but this run has error control: set %s, or start over with --force",
        c->resumption.from,
        config->time.method->stabilised ? "time.dt to the size of these steps" : "time.tolerance to null");
  const bool lacks_tolerance = !config->time.method->stabilised && !(config->time.dt > 0.0);
  return tc_config_error(config, lacks_tolerance ? "time.tolerance" : "time.dt",
                         "%s has steps with error control, but this run has steps of a fixed size: set %s%s, "
                         "or start over with --force",
                         c->resumption.from, lacks_tolerance ? "" : "time.dt to auto",
                         config->time.method->stabilised ? ""
                         : lacks_tolerance
                             ? "time.tolerance to the value in the config of the interrupted run"
                             : " and time.tolerance to the value in the config of the interrupted run");
}

/* Root only. Parses the sizes of the steps before the checkpoint into c->resumption.spans, or the times of a
 * run with error control. */
static tc_status read_spans(tc_run_checkpoints *c) {
  const char *text = c->found.by_index[TC_CHECKPOINT_spans];
  const bool was_controlled = strncmp(text, control_text, strlen(control_text)) == 0;
  TC_TRY(check_control(c, was_controlled));
  if (!c->plan->config->time.method->steps) return TC_OK;
  if (was_controlled ? read_times(c) : tc_step_spans_parse(text, &c->resumption.spans)) return TC_OK;
  return tc_status_create(TC_INPUT, "%s: is damaged: '%.100s' are not step sizes: remove the file",
                          c->resumption.from, text);
}

tc_status tc_run_checkpoints_check(tc_run_checkpoints *c, const tc_log *log) {
  TC_TRY(check_mesh(c));
  TC_TRY(tc_config_check_same_solution(c->plan->config, c->resumption.from,
                                       c->found.by_index[TC_CHECKPOINT_solution]));
  tc_run_checkpoints_set_method(c);
  TC_TRY(check_format(c));
  TC_TRY(read_spans(c));
  if (is_by_ranks(c->plan->config))
    tc_log_warn(log, "solver.preconditioner.scope is rank: the resumed run has the bits of an uninterrupted "
                     "run only on the same number of ranks, with the same order and distribution");
  log_program(c, log);
  return TC_OK;
}
