#include "solve/space/restart_list.h"

#include <string.h>

#include "solve/split_case.h"
#include "solve/step/step.h"
#include "support/parallel.h"
#include "support/problems.h"
#include "support/restart_items.h"

static const cutting usual = {"gradient", "rcm", TC_DISTRIBUTION_CYCLIC, 7};

ParallelTest(keep, a_list_says_what_was_added) {
  double numbers[3] = {1.0, 2.0, 3.0}, cell = 4.0;
  int64_t whole[2] = {5, 6};
  tc_restart_list keep = {0};
  expect_ok(tc_restart_list_add_common(&keep, numbers, 3, "part.numbers"));
  expect_ok(tc_restart_list_add_integer(&keep, whole, "part.whole"));
  keep.optional = true;
  expect_ok(tc_restart_list_add_root(&keep, true, whole, 2, "part.root"));
  keep.optional = false;
  for (int k = 0; k < 100; k++) expect_ok(tc_restart_list_add_cells(&keep, &cell, 1, "state.%d", k));
  cr_assert_eq(keep.count, 103);
  const tc_restart_item *found = restart_find(&keep, "part.numbers");
  cr_assert(found && found->kind == TC_RESTART_COMMON && !found->is_integer && !found->optional);
  cr_assert(found->count == 3 && found->value == numbers);
  found = restart_find(&keep, "part.root");
  cr_assert(found && found->kind == TC_RESTART_ROOT && found->is_integer && found->optional &&
            found->count == 2);
  found = restart_find(&keep, "state.99");
  cr_assert(found && found->kind == TC_RESTART_CELLS && found->value == &cell && !found->optional);
  cr_assert_null(restart_find(&keep, "state.100"));
  tc_restart_list_free(&keep);
  cr_assert_eq(keep.count, 0);
  (void)world;
}

/* In restart data, the key of a boundary face is 4 * cell number + index of the face in its cell. The key
 * must contain the right cell and be unique on a rank. Exactly one rank must own each face. */
ParallelTest(keep, faces_have_places) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  for (int b = 0; b < p->physics->boundaries; b++) p->physics->boundary[b].has_data = true;
  expect_ok(tc_problem_assemble(p, 0.0, false));
  const tc_boundary_data *in = p->system->boundary_data;
  double *value = calloc((size_t)in->faces + 1, sizeof *value);
  tc_restart_list keep = {0};
  expect_ok(tc_restart_list_add_faces(&keep, p->space, in, value, "faces"));
  const tc_restart_item *item = restart_find(&keep, "faces");
  cr_assert(item->kind == TC_RESTART_KEYED && item->count == in->faces && item->own == in->is_owned);
  int64_t own = 0;
  for (int32_t f = 0; f < in->faces; f++) {
    cr_assert_eq(item->key[f] / 4, p->space->submesh->id[in->cell[f]]);
    own += in->is_owned[f];
    for (int32_t g = 0; g < f; g++) cr_assert_neq(item->key[f], item->key[g]);
  }
  expect_ok(tc_world_sum_int64(world, &own, 1));
  cr_assert_eq(own, 108, "the box has 6 sides of 18 triangles, but %d are owned", (int)own);
  tc_restart_list_free(&keep);
  free(value);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Copy of all restart items of this rank after step `stop_at`. */
typedef struct store {
  int64_t stop_at;
  int items;
  char name[64][TC_RESTART_NAME_MAX];
  void *bytes[64];
} store;

static bool is_due(const tc_hook *hook, const tc_run_state *now) {
  return now->step == ((const store *)hook->self)->stop_at;
}

static tc_status pause_here(void *self, const tc_run_state *now) {
  (void)self;
  return tc_status_create(TC_STOPPED, "interrupted at %d", (int)now->step);
}

static tc_status copy_all(void *self, const tc_run_state *now) {
  store *s = self;
  tc_restart_list keep = {0};
  cr_assert(now->paused && !now->last);
  expect_ok(now->list_restart(now->run, &keep));
  for (s->items = 0; s->items < keep.count; s->items++) {
    const tc_restart_item *item = &keep.item[s->items];
    strcpy(s->name[s->items], item->name);
    s->bytes[s->items] = malloc((size_t)item->count * 8 + 1);
    memcpy(s->bytes[s->items], item->value, (size_t)item->count * 8);
  }
  tc_restart_list_free(&keep);
  return TC_OK;
}

static tc_status fill_items(void *self, const tc_restart_list *keep) {
  const store *s = self;
  cr_assert(keep->is_reading);
  cr_assert_eq(keep->count, s->items);
  for (int k = 0; k < keep->count; k++) {
    cr_assert_str_eq(keep->item[k].name, s->name[k]);
    memcpy(keep->item[k].value, s->bytes[k], (size_t)keep->item[k].count * 8);
    free(s->bytes[k]);
  }
  return TC_OK;
}

/* Runs to step `at`, where a hook pauses the run, and resumes it in a second run. `value` receives the
 * final field. */
static void resume(const tc_problem *p, const tc_step_options *whole, int64_t at, double *value) {
  store s = {.stop_at = at};
  const tc_hook hook = {.self = &s,
                        .is_due = is_due,
                        .check_pause = pause_here,
                        .run = copy_all,
                        .publishes_field = true};
  const tc_resume_source resumption = {.step = at, .fill = fill_items, .self = &s};
  tc_step_options rest = *whole;
  tc_measurement measure = {0};
  double *first = malloc((size_t)p->space->owned * 8 + 1);
  memcpy(first, value, (size_t)p->space->owned * 8);
  expect_error(tc_step_run(p, whole, &hook, 1, NULL, first, &measure), TC_STOPPED, "interrupted at");
  cr_assert_eq(measure.wall.steps, at);
  rest.resume = &resumption;
  expect_ok(tc_step_run(p, &rest, NULL, 0, NULL, value, &measure));
  cr_assert_eq(measure.wall.steps, whole->steps - at, "a resumed run measures its own steps only");
  free(first);
}

/* Resumes from step `at` in a step loop that has already made other steps. */
static void resume_open(const tc_problem *p, const tc_step_options *whole, int64_t at, double *value) {
  store s = {.stop_at = at};
  const tc_hook hook = {.self = &s, .is_due = is_due, .check_pause = pause_here, .run = copy_all};
  const tc_resume_source resumption = {.step = at, .fill = fill_items, .self = &s};
  const size_t bytes = (size_t)p->space->owned * 8;
  tc_step_loop *loop = NULL, *other = NULL;
  tc_status stop = TC_OK;
  expect_ok(tc_step_open(p, whole, &hook, 1, NULL, value, &loop));
  expect_ok(tc_step_advance(loop, whole->steps, &stop));
  expect_error(stop, TC_STOPPED, "interrupted at");
  expect_ok(tc_step_open(p, whole, NULL, 0, NULL, value, &other));
  expect_ok(tc_step_advance(other, 6, &stop));
  expect_ok(tc_step_resume(other, &resumption, value));
  cr_assert_eq(tc_step_state(other)->step, at);
  expect_ok(tc_step_advance(other, whole->steps, &stop));
  memcpy(value, tc_step_state(other)->value, bytes);
  tc_step_close(&loop, false);
  tc_step_close(&other, false);
}

static void same_bits(tc_world *world, const char *integrator, double dt) {
  const tc_stabilised_steps stabilised = {.stages = 6, .axis_ratio = 0.3};
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  const tc_step_options choice = {.integrator = tc_integrator_find(integrator),
                                  .strategy = tc_strategy_find("condensed"),
                                  .format = tc_format_at(0),
                                  .steps = 13,
                                  .dt = dt,
                                  .stabilised = &stabilised};
  const size_t bytes = (size_t)p->space->owned * 8;
  double *wanted = problem_zeros(p), *value = problem_zeros(p), *again = problem_zeros(p);
  for (int64_t at = 0; at < 13; at += 4) {
    tc_measurement measure = {0};
    for (int32_t i = 0; i < p->space->owned; i++)
      wanted[i] = value[i] = again[i] = 1.0 + (double)(p->space->id[i] % 7);
    expect_ok(tc_step_run(p, &choice, NULL, 0, NULL, wanted, &measure));
    resume(p, &choice, at, value);
    cr_assert_eq(memcmp(value, wanted, bytes), 0, "%s, from step %d on", integrator, (int)at);
    resume_open(p, &choice, at, again);
    cr_assert_eq(memcmp(again, wanted, bytes), 0, "%s, open, from step %d on", integrator, (int)at);
  }
  free(again);
  free(wanted);
  free(value);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

ThreadedTest(keep, explicit_steps_go_on_with_the_same_bits) { same_bits(world, "euler", 1e-4); }

ThreadedTest(keep, implicit_steps_go_on_with_the_same_bits) { same_bits(world, "implicit", 1e-2); }

ThreadedTest(keep, stabilised_steps_go_on_with_the_same_bits) { same_bits(world, "rkl2", 1e-3); }

/* With operator splitting, a resumed run must also restore the sources of the local steps. The field at the
 * end must have the bits of an uninterrupted run. */
static void same_bits_split(tc_world *world, const char *integrator, double dt) {
  const tc_stabilised_steps stabilised = {.stages = 6, .axis_ratio = 0.3};
  const tc_local_steps local = {TC_SPLITTING_STRANG, 2};
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  const size_t bytes = (size_t)p->space->owned * 8;
  double *wanted = problem_zeros(p), *value = problem_zeros(p), *again = problem_zeros(p);
  split_case s;
  split_case_open(p, "cos(9*t) + x - v*w", "v - w", NULL, &local, &s);
  const tc_step_options choice = {.integrator = tc_integrator_find(integrator),
                                  .strategy = tc_strategy_find("condensed"),
                                  .format = tc_format_at(0),
                                  .steps = 9,
                                  .dt = dt,
                                  .input = s.e.input,
                                  .stabilised = &stabilised};
  const int64_t at = 4;
  tc_measurement measure = {0};
  for (int32_t i = 0; i < p->space->owned; i++)
    wanted[i] = value[i] = again[i] = 1.0 + (double)(p->space->id[i] % 7);
  expect_ok(tc_step_run(p, &choice, NULL, 0, NULL, wanted, &measure));
  resume(p, &choice, at, value);
  cr_assert_eq(memcmp(value, wanted, bytes), 0, "%s", integrator);
  resume_open(p, &choice, at, again);
  cr_assert_eq(memcmp(again, wanted, bytes), 0, "%s, open", integrator);
  split_case_close(&s);
  free(again);
  free(wanted);
  free(value);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

ThreadedTest(keep, split_steps_go_on_with_the_same_bits) {
  same_bits_split(world, "euler", 1e-4);
  same_bits_split(world, "implicit", 1e-2);
  same_bits_split(world, "rkl2", 1e-3);
}
