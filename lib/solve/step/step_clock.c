#include "solve/step/step_clock.h"

#include <string.h>

static const char *const item_name[TC_STEP_CLOCK_ITEMS] = {"clock.step", "clock.time", "clock.start",
                                                           "clock.length", "clock.shortened"};

void tc_step_clock_set(tc_step_clock *c, const tc_time_origin *origin, int64_t step) {
  c->record.origin = *origin;
  c->time = tc_time_at(origin, c->dt, step);
  c->requested = 0.0;
}

/* For a run with error control. Returns the latest time at which the next step may end: the next requested
 * time, or the end of the run. */
static double controlled_end(const tc_step_clock *c) {
  const double next = c->times ? tc_output_times_next(c->times, c->time) : c->control->end;
  return next < c->control->end ? next : c->control->end;
}

tc_step_request tc_step_clock_request(const tc_step_clock *c, int64_t step) {
  if (c->control) {
    const double until = controlled_end(c);
    return (tc_step_request){c->time, until, until - c->time};
  }
  const tc_time_origin *origin = &c->record.origin;
  const double time = tc_time_at(origin, c->dt, step);
  if (!c->times) return (tc_step_request){time, tc_time_at(origin, c->dt, step + 1), c->dt};
  const tc_output_step next = tc_output_times_step(c->times, origin, c->dt, step);
  return (tc_step_request){time, next.until, next.dt};
}

/* Advances the clock by one step of the sequence of equal steps, or by a shortened step. */
static void advance_equal(tc_step_clock *c, int64_t step) {
  if (!c->times) {
    c->time = tc_time_at(&c->record.origin, c->dt, step);
    return;
  }
  const tc_output_step made = tc_output_times_step(c->times, &c->record.origin, c->dt, step - 1);
  c->time = made.until;
  c->requested = made.requested;
  if (!made.is_shortened) return;
  c->record.origin = (tc_time_origin){step, made.until};
  c->record.shortened++;
}

void tc_step_clock_advance(tc_step_clock *c, int64_t step, const tc_step_request *request,
                           const tc_error_control_record *controlled) {
  c->requested = 0.0;
  c->record.last = (tc_step_span){{step, request->time}, controlled ? controlled->last.dt : request->dt};
  if (!controlled) {
    advance_equal(c, step);
    return;
  }
  c->time = controlled->last.time;
  c->record.shortened = controlled->shortened;
  if (c->times && c->time >= request->until) c->requested = request->until;
}

/* ---- restart data ---- */

/* A checkpoint returns single integers by name, so a double is stored as the integer with its bits. */
static int64_t bits_of(double value) {
  int64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static double double_of(int64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

tc_status tc_step_clock_list_restart(tc_step_clock *c, tc_restart_list *list) {
  const tc_step_clock_record *r = &c->record;
  const int64_t item[TC_STEP_CLOCK_ITEMS] = {r->origin.step, bits_of(r->origin.time),
                                             bits_of(r->last.origin.time), bits_of(r->last.dt), r->shortened};
  if (list->is_reading ? !c->control : !(c->times || c->control || r->shortened > 0)) return TC_OK;
  memcpy(c->item, item, sizeof item);
  for (int k = 0; k < TC_STEP_CLOCK_ITEMS; k++)
    TC_TRY(tc_restart_list_add_integer(list, &c->item[k], item_name[k]));
  return TC_OK;
}

static tc_step_clock_record record_of(const int64_t item[TC_STEP_CLOCK_ITEMS]) {
  return (tc_step_clock_record){.origin = {item[0], double_of(item[1])},
                                .last = {.origin.time = double_of(item[2]), .dt = double_of(item[3])},
                                .shortened = item[4]};
}

tc_status tc_step_clock_read(tc_status (*number)(void *self, const char *name, int64_t *out), void *self,
                             tc_step_clock_record *out) {
  int64_t item[TC_STEP_CLOCK_ITEMS] = {0};
  for (int k = 0; k < TC_STEP_CLOCK_ITEMS && number; k++) TC_TRY(number(self, item_name[k], &item[k]));
  *out = record_of(item);
  return TC_OK;
}

tc_status tc_step_clock_resume(tc_step_clock *c, const tc_time_origin *origin, int64_t step,
                               tc_status (*number)(void *self, const char *name, int64_t *out), void *self) {
  if (c->control)
    c->record = record_of(c->item);
  else
    TC_TRY(tc_step_clock_read(number, self, &c->record));
  const tc_time_origin record = c->record.origin;
  tc_step_clock_set(c, record.step > origin->step ? &record : origin, step);
  return TC_OK;
}
