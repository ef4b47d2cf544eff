#include "run/outputs/single_checkpoint.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "run/outputs/checkpoints_check.h"

/* Root only. Sets the path and the attributes of the run. */
static tc_status init_path(tc_run_checkpoints *c, const char *path) {
  tc_file_list files = {0};
  c->paths.is_single = true;
  TC_TRY(tc_run_checkpoints_describe(c));
  return tc_checkpoint_paths_init(path, &files, &c->paths);
}

static tc_status write_file(tc_prepared *p, const char *path, const tc_run_state *now,
                            tc_run_checkpoints *c) {
  TC_TRY(TC_ON_ROOT(p->plan->world, init_path(c, path)));
  TC_TRY(tc_run_checkpoints_create(p, c));
  return tc_run_checkpoints_write(c, (tc_checkpoint_mark){now->step, 0}, now);
}

tc_status tc_single_checkpoint_write(tc_prepared *p, const char *path, const tc_run_state *now) {
  tc_run_checkpoints c = {.plan = p->plan};
  const tc_status status = write_file(p, path, now, &c);
  tc_run_checkpoints_free(&c);
  return status;
}

/* Root only. Parses the attribute `step`, which tc_checkpoint_mark_format has formatted. */
static tc_status parse_mark(tc_run_checkpoints *c) {
  const char *text = c->found.by_index[TC_CHECKPOINT_step];
  char again[TC_CHECKPOINT_MARK_SIZE];
  const int count = sscanf(text, "%" SCNd64 "+%" SCNd64, &c->mark.step, &c->mark.iterations);
  tc_checkpoint_mark_format(c->mark, again);
  c->resumption.source.step = c->mark.step;
  if (count > 0 && strcmp(text, again) == 0) return TC_OK;
  return tc_status_create(TC_INPUT, "%s: is damaged: '%.40s' is not a step: remove the file",
                          c->resumption.from, text);
}

/* Root only. Verifies the whole file and compares its attributes with those of the run. */
static tc_status check_file(tc_run_checkpoints *c, const char *path) {
  TC_TRY(tc_run_checkpoints_describe(c));
  TC_TRY(tc_alloc_text("the name of a checkpoint", &c->resumption.from, "%s", path));
  TC_TRY(tc_checkpoint_verify(path, &c->found));
  TC_TRY(parse_mark(c));
  TC_TRY(tc_run_checkpoints_check(c, c->plan->log));
  c->reads_checkpoint = true;
  return TC_OK;
}

/* Root only. Checks that this run has the step size of the checkpoint, because steps of another size would
 * change the bits of the field. */
static tc_status check_step_size(const tc_prepared *p, const tc_run_checkpoints *c) {
  const double then = tc_step_spans_last(&c->resumption.spans).dt, now = p->choices.step.dt;
  char was[TC_TEXT_NUMBER], is[TC_TEXT_NUMBER];
  if (!p->plan->config->time.method->steps || then == now) return TC_OK;
  /* With error control tc_run_checkpoints_check has already compared the attribute with this run. */
  if (tc_setup_choices_controls_error(&p->choices)) return TC_OK;
  tc_text_format_double(then, was);
  tc_text_format_double(now, is);
  return tc_status_create(TC_INPUT, "%s: its steps have size %s, but those of this run %s: set time.dt to %s",
                          c->resumption.from, was, is, was);
}

tc_status tc_single_checkpoint_open(tc_prepared *p, const char *path, tc_run_checkpoints *c) {
  *c = (tc_run_checkpoints){.plan = p->plan};
  TC_TRY(TC_ON_ROOT(p->plan->world, check_file(c, path)));
  TC_TRY(tc_run_checkpoints_share(c));
  TC_TRY(tc_run_checkpoints_create(p, c));
  TC_TRY(TC_ON_ROOT(p->plan->world, check_step_size(p, c)));
  c->resumption.source.last = c->resumption.source.next = tc_step_spans_last(&c->resumption.spans);
  return TC_OK;
}
