#include "solve/observe/hook.h"

#include <stdio.h>
#include <string.h>

#include "support/expect.h"
#include "support/parallel.h"

/* Counts the reductions of the library by intercepting MPI_Allreduce. */
static int reductions;
int MPI_Allreduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  reductions++;
  return PMPI_Allreduce(from, to, count, type, op, comm);
}

/* Calls of the hooks in order: the letter of a hook denotes `run`, and `!` follows it at the last step.
 * The letter is followed by `?` for check_stop, by `x` for `end` and by `X` for `end` after a failure. */
static char diary[200];

typedef struct recorder {
  char letter;
  const tc_world *world;
  /* Steps at which the hook requests a stop or fails; -1: never. */
  int64_t stop_at, fail_at;
  /* Rank on which the hook requests the stop or fails; -1: all ranks. */
  int rank;
} recorder;

static void record(const char *letter, const char *kind) {
  const size_t length = strlen(diary);
  snprintf(diary + length, sizeof diary - length, "%.1s%s", letter, kind);
}

static bool is_failing_rank(const recorder *r) { return r->rank < 0 || r->rank == r->world->rank; }

static tc_status request_stop(void *self, const tc_run_state *now) {
  const recorder *r = self;
  record(&r->letter, "?");
  cr_assert_not(now->last);
  if (now->step != r->stop_at || !is_failing_rank(r)) return TC_OK;
  return tc_status_create(TC_STOPPED, "%c is tired at %d", r->letter, (int)now->step);
}

static tc_status record_call(void *self, const tc_run_state *now) {
  const recorder *r = self;
  record(&r->letter, now->last ? "!" : "");
  if (now->step != r->fail_at || !is_failing_rank(r)) return TC_OK;
  return tc_status_create(TC_OUTPUT, "%c failed on rank %d", r->letter, r->world->rank);
}

static void end(void *self, bool failed) { record(&((recorder *)self)->letter, failed ? "X" : "x"); }

static tc_hook hook_of(recorder *r, bool local, int64_t every) {
  return (tc_hook){.self = r,
                   .every = every,
                   .is_due = tc_hook_is_periodic,
                   .check_stop = r->stop_at >= 0 ? request_stop : NULL,
                   .run = record_call,
                   .end = end,
                   .is_per_rank = local};
}

static tc_run_state state_at_step(int64_t step) {
  return (tc_run_state){.step = step, .steps = 100, .last = step == 100};
}

ParallelTest(hook, periods) {
  for (int64_t every = 0; every < 13; every++)
    for (int64_t steps = 0; steps < 30; steps++) {
      const tc_hook hook = {.every = every};
      int64_t times = 0;
      for (int64_t step = 0; step <= steps; step++) {
        const tc_run_state now = {.step = step, .steps = steps, .last = step == steps};
        const bool due = tc_hook_is_periodic(&hook, &now);
        cr_assert_eq(due, step == 0 || step == steps || (every > 0 && step % every == 0));
        times += due;
      }
      cr_assert_eq(times, tc_hook_count(every, steps), "%d of %d", (int)every, (int)steps);
    }
  cr_assert_eq(tc_hook_count(1, 1000000000000), 1000000000001);
  (void)world;
}

ParallelTest(hook, all_are_asked_before_any_acts) {
  recorder a = {'a', world, -1, -1, -1}, b = {'b', world, 1000, -1, -1}, c = {'c', world, 1000, -1, -1};
  tc_hook hook[3] = {hook_of(&a, false, 1), hook_of(&b, false, 2), hook_of(&c, true, 3)};
  tc_status stop = TC_OK;
  diary[0] = '\0';
  for (int64_t step = 4; step < 8; step++) {
    tc_run_state now = state_at_step(step);
    expect_ok(tc_hooks_run(world, hook, 3, &now, &stop));
    cr_assert(!stop && !now.last);
    record("|", "");
  }
  tc_run_state now = state_at_step(100);
  expect_ok(tc_hooks_run(world, hook, 3, &now, &stop));
  tc_hooks_end(hook, 3, false);
  cr_assert_str_eq(diary, "b?ab|a|b?c?abc|a|a!b!c!cxbxax");
  for (int i = 0; i < 3; i++) cr_assert_geq(hook[i].seconds, 0.0);
}

/* If one rank requests a stop, all ranks must stop at the same step and return the reason of this rank. */
ParallelTest(hook, one_rank_stops_all) {
  recorder a = {'a', world, -1, -1, -1}, b = {'b', world, 17, -1, world->ranks - 1};
  tc_hook hook[2] = {hook_of(&a, false, 10), hook_of(&b, true, 1)};
  tc_status stop = TC_OK;
  tc_run_state now = state_at_step(0);
  diary[0] = '\0';
  for (int64_t step = 1; !now.last; step++) {
    now = state_at_step(step);
    expect_ok(tc_hooks_run(world, hook, 2, &now, &stop));
  }
  cr_assert_eq(now.step, 17);
  cr_assert_str_eq(diary + strlen(diary) - 6, "b?a!b!", "what is due at the last step acts: %s", diary);
  expect_error(stop, TC_STOPPED, "b is tired at 17");
}

/* An error on one rank must be returned on all ranks. Collective hooks of the same step must still be
 * called on all ranks, because a reduction would hang otherwise. */
static tc_status sum(void *self, const tc_run_state *now) {
  const recorder *r = self;
  int64_t ranks = 1;
  (void)now;
  expect_ok(tc_world_sum_int64(r->world, &ranks, 1));
  cr_assert_eq(ranks, r->world->ranks);
  return record_call(self, now);
}

ParallelTest(hook, an_error_on_one_rank_is_one_on_all) {
  recorder a = {'a', world, -1, 3, world->ranks - 1}, b = {'b', world, -1, -1, -1};
  tc_hook hook[2] = {hook_of(&a, true, 1), hook_of(&b, false, 1)};
  tc_status stop = TC_OK;
  tc_run_state now = state_at_step(2);
  char wanted[40];
  hook[1].run = sum;
  diary[0] = '\0';
  expect_ok(tc_hooks_run(world, hook, 2, &now, &stop));
  now = state_at_step(3);
  snprintf(wanted, sizeof wanted, "a failed on rank %d", world->ranks - 1);
  expect_error(tc_hooks_run(world, hook, 2, &now, &stop), TC_OUTPUT, wanted);
  tc_hooks_end(hook, 2, true);
  cr_assert_str_eq(diary, "ababbXaX");
}

/* An error of a collective hook occurs on all ranks and must end the step at once. The function check_stop
 * may also fail. */
ParallelTest(hook, an_error_on_all_ranks) {
  recorder a = {'a', world, -1, 3, -1}, b = {'b', world, -1, -1, -1};
  tc_hook hook[2] = {hook_of(&a, false, 1), hook_of(&b, true, 1)};
  tc_status stop = TC_OK;
  tc_run_state now = state_at_step(3);
  diary[0] = '\0';
  expect_error(tc_hooks_run(world, hook, 2, &now, &stop), TC_OUTPUT, "a failed");
  cr_assert_str_eq(diary, "a");
  hook[0].check_stop = record_call;
  diary[0] = '\0';
  now = state_at_step(3);
  expect_error(tc_hooks_run(world, hook, 2, &now, &stop), TC_OUTPUT, "a failed");
  cr_assert(!stop && !now.last);
  cr_assert_str_eq(diary, "a");
}

/* All hooks with is_per_rank together must cost one reduction for check_stop, and none in steps in which no
 * such hook is due. */
ParallelTest(hook, agreeing_is_one_reduction) {
  recorder r[3] = {{'a', world, 1000, -1, -1}, {'b', world, 1000, -1, -1}, {'c', world, 1000, -1, -1}};
  tc_status stop = TC_OK;
  for (int local = 0; local < 4; local++) {
    tc_hook hook[3];
    for (int i = 0; i < 3; i++) hook[i] = hook_of(&r[i], i < local, 10);
    for (int i = 0; i < 3; i++) hook[i].run = NULL;
    for (int64_t step = 1; step <= 20; step++) {
      tc_run_state now = state_at_step(step);
      diary[0] = '\0';
      reductions = 0;
      expect_ok(tc_hooks_run(world, hook, 3, &now, &stop));
      cr_assert_eq(reductions, local > 0 && step % 10 == 0, "%d reductions", reductions);
    }
  }
}

/* Fails on the last rank and requests a stop on all other ranks. */
static tc_status stop_or_fail(void *self, const tc_run_state *now) {
  const recorder *r = self;
  (void)now;
  record(&r->letter, "?");
  return tc_status_create(is_failing_rank(r) ? TC_OUTPUT : TC_STOPPED, "%c on rank %d", r->letter,
                          r->world->rank);
}

ParallelTest(hook, an_error_prevails_over_a_stop) {
  recorder a = {'a', world, -1, -1, world->ranks - 1}, b = {'b', world, 3, -1, -1};
  tc_hook hook[2] = {hook_of(&a, true, 1), hook_of(&b, false, 1)};
  tc_status stop = TC_OK;
  tc_run_state now = state_at_step(3);
  char wanted[40];
  hook[0].check_stop = stop_or_fail;
  snprintf(wanted, sizeof wanted, "a on rank %d", world->ranks - 1);
  diary[0] = '\0';
  expect_error(tc_hooks_run(world, hook, 2, &now, &stop), TC_OUTPUT, wanted);
  cr_assert(!stop && !now.last);
  cr_assert_str_eq(diary, "a?b?");
}
