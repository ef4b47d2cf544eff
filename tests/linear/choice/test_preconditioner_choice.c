/* Tests of the choice of the preconditioner. The tests simulate the trials and set the numbers of
 * iterations. */
#include "linear/choice/preconditioner_choice.h"

#include <math.h>
#include <string.h>

#include "support/expect.h"

enum { JACOBI, SSOR, MULTIGRID, most_iterations = 1000 };

/* Simulated trials: the number of iterations that each candidate needs, and the iterations that its trial has
 * made. */
typedef struct trials {
  int64_t iterations[TC_PRECONDITIONER_CANDIDATES];
  int64_t preconditionings;
  tc_code failure[TC_PRECONDITIONER_CANDIDATES]; /* TC_DONE for trials that succeed */
  int64_t made[TC_PRECONDITIONER_CANDIDATES];    /* iterations of each trial; -1 without one */
} trials;

static int index_of(const tc_preconditioner *candidate) {
  int k = 0;
  while (tc_preconditioner_candidate_at(k) != candidate) k++;
  return k;
}

static tc_status run_trial(void *self, const tc_preconditioner *candidate, int64_t most,
                           tc_preconditioner_trial *out) {
  trials *t = self;
  const int k = index_of(candidate);
  const bool ends = t->iterations[k] > most;
  cr_assert(most >= 1 && most <= most_iterations);
  t->made[k] = ends ? most : t->iterations[k];
  *out = (tc_preconditioner_trial){t->made[k], t->preconditionings};
  if (t->failure[k])
    return tc_status_create(t->failure[k], "step 1: %s failed: use another", candidate->name);
  return ends ? tc_status_create(TC_NUMERICAL, "step 1: too many iterations: use more") : TC_OK;
}

static tc_status choose(trials *t, double solves, tc_preconditioner_choice *out) {
  const tc_preconditioner_question question = {solves, most_iterations, t, run_trial};
  for (int k = 0; k < TC_PRECONDITIONER_CANDIDATES; k++) t->made[k] = -1;
  return tc_preconditioner_choice_compute(&question, out);
}

static trials counts_of(int64_t jacobi, int64_t ssor, int64_t multigrid) {
  return (trials){.iterations = {jacobi, ssor, multigrid}, .preconditionings = 1};
}

/* Returns the index of the choice. */
static int choice_of(trials t, double solves) {
  tc_preconditioner_choice choice;
  expect_ok(choose(&t, solves, &choice));
  return index_of(choice.preconditioner);
}

/* Iterations measured on a mesh of 604 053 cells, for implicit steps as long as 10 to 1000 explicit steps and
 * for a steady state. The test sets the iterations of ssor to those of jacobi. */
Test(preconditioner_choice, measured_counts) {
  static const struct {
    int64_t multigrid, jacobi;
    double solves;
    int choice;
  } cases[] = {{9, 32, 1, JACOBI},      {9, 32, 1e6, JACOBI},      {13, 55, 1, JACOBI},
               {13, 55, 1e6, JACOBI},   {17, 100, 1, JACOBI},      {17, 100, 5, JACOBI},
               {17, 100, 6, MULTIGRID}, {17, 100, 1e6, MULTIGRID}, {18, 172, 1, MULTIGRID},
               {18, 172, 6, MULTIGRID}, {19, 296, 1, MULTIGRID},   {19, 296, 1e6, MULTIGRID},
               {18, 583, 1, MULTIGRID}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    cr_expect_eq(choice_of(counts_of(cases[k].jacobi, cases[k].jacobi, cases[k].multigrid), cases[k].solves),
                 cases[k].choice, "%d and %d iterations, %g solves", (int)cases[k].multigrid,
                 (int)cases[k].jacobi, cases[k].solves);
}

Test(preconditioner_choice, work_of_a_solve) {
  static const struct {
    int candidate;
    int64_t iterations, preconditionings;
    double solves, work;
  } cases[] = {{JACOBI, 100, 1, 1, 100.0},  {JACOBI, 100, 2, 7, 200.0},   {SSOR, 10, 1, 1, 18.0},
               {MULTIGRID, 9, 1, 1, 120.0}, {MULTIGRID, 9, 1, 1e9, 45.0}, {MULTIGRID, 18, 1, 1, 165.0},
               {MULTIGRID, 18, 2, 5, 195.0}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    cr_expect_float_eq(tc_preconditioner_choice_work(tc_preconditioner_candidate_at(cases[k].candidate),
                                                     cases[k].iterations, cases[k].preconditionings,
                                                     cases[k].solves),
                       cases[k].work, 1e-6);
}

/* Returns the first candidate with the least work, computed from the iterations of complete trials. */
static int expected_choice(const trials *t, double solves) {
  double least = INFINITY;
  int best = -1;
  for (int k = 0; k < TC_PRECONDITIONER_CANDIDATES; k++) {
    const double work = tc_preconditioner_choice_work(tc_preconditioner_candidate_at(k), t->iterations[k],
                                                      t->preconditionings, solves);
    if (!(work < least)) continue;
    least = work;
    best = k;
  }
  return best;
}

/* A trial ends early when its candidate is already too expensive. The choice must be the same as with
 * complete trials. */
Test(preconditioner_choice, early_ends_change_nothing) {
  static const double solves[] = {1, 2, 6, 1e6};
  for (int64_t jacobi = 1; jacobi < 260; jacobi += 13)
    for (int64_t ssor = 1; ssor <= jacobi; ssor += 7)
      for (int64_t multigrid = 1; multigrid < 60; multigrid += 5)
        for (size_t k = 0; k < sizeof solves / sizeof *solves; k++) {
          trials t = counts_of(jacobi, ssor, multigrid);
          t.preconditionings = 1 + (jacobi + ssor) % 2;
          cr_assert_eq(choice_of(t, solves[k]), expected_choice(&t, solves[k]), "%d, %d, %d, %g", (int)jacobi,
                       (int)ssor, (int)multigrid, solves[k]);
        }
}

/* A trial must end with the first iteration that makes its candidate more expensive than the best one so
 * far. */
Test(preconditioner_choice, trials_end_early) {
  trials t = counts_of(100, 900, 900);
  tc_preconditioner_choice choice;
  expect_ok(choose(&t, 75.0, &choice));
  cr_expect(t.made[JACOBI] == 100 && t.made[SSOR] == 56 && t.made[MULTIGRID] == 20);
  cr_expect(!choice.item[JACOBI].is_least && choice.item[SSOR].is_least && choice.item[MULTIGRID].is_least);
  t = counts_of(900, 900, 18);
  expect_ok(choose(&t, 1.0, &choice));
  cr_expect(t.made[MULTIGRID] == 18 && t.made[JACOBI] == 166 && t.made[SSOR] == 92);
}

/* If the setup of the multigrid hierarchy alone costs more than the solves with jacobi, the hierarchy must
 * not be created. */
Test(preconditioner_choice, short_steps_create_no_hierarchy) {
  trials t = counts_of(6, 4, 1);
  tc_preconditioner_choice choice;
  tc_line line = {0};
  expect_ok(choose(&t, 10.0, &choice));
  cr_expect_eq(index_of(choice.preconditioner), JACOBI);
  cr_expect_eq(t.made[MULTIGRID], -1);
  tc_preconditioner_choice_format(&choice, &line);
  cr_expect_str_eq(line.text,
                   "solver.preconditioner.name auto: jacobi (6 iterations, work 6); ssor (at least 4 "
                   "iterations, work 7.2), multigrid (not tried, work at least 12.5); unit of work: one cg "
                   "iteration with jacobi; one multigrid setup for 10 solves");
}

/* A trial of 0 iterations contains no information about later solves, so its candidate must not be chosen. */
Test(preconditioner_choice, no_iterations) {
  trials t = counts_of(0, 9, 9);
  tc_preconditioner_choice choice;
  tc_line line = {0};
  expect_ok(choose(&t, 10.0, &choice));
  cr_expect_eq(index_of(choice.preconditioner), SSOR);
  tc_preconditioner_choice_format(&choice, &line);
  cr_expect_str_eq(line.text,
                   "solver.preconditioner.name auto: ssor (not tried, work at least 1.8); jacobi (0 "
                   "iterations, work 0), multigrid (not tried, work at least 12.5); the first solve needs no "
                   "iterations, so trials show no difference and ssor is used; unit of work: one cg "
                   "iteration with jacobi; one multigrid setup for 10 solves");
  t = counts_of(0, 0, 0);
  cr_expect_eq(choice_of(t, 1.0), SSOR);
}

/* ---- failed trials ---- */

Test(preconditioner_choice, a_failed_candidate_is_not_chosen) {
  tc_preconditioner_choice choice;
  tc_line line = {0};
  trials t = counts_of(583, 900, 18);
  t.failure[MULTIGRID] = TC_NUMERICAL;
  t.failure[SSOR] = TC_USAGE;
  expect_ok(choose(&t, 1.0, &choice));
  cr_expect_eq(index_of(choice.preconditioner), JACOBI);
  tc_preconditioner_choice_format(&choice, &line);
  cr_expect_str_eq(line.text,
                   "solver.preconditioner.name auto: jacobi (583 iterations, work 583); ssor (at least 324 "
                   "iterations, work 583.2), multigrid (unusable: step 1: multigrid failed); unit of work: "
                   "one cg iteration with jacobi; one multigrid setup for 1 solve");
}

/* If all trials exceed most_iterations of the config, all candidates have failed. This limit must not count
 * as an early end of a trial. */
Test(preconditioner_choice, no_usable_candidate) {
  tc_preconditioner_choice choice;
  trials t = counts_of(1200, 1300, 1400);
  expect_error(choose(&t, 1.0, &choice), TC_NUMERICAL,
               "solver.preconditioner.name: auto has no usable candidate, because jacobi, ssor and multigrid "
               "have failed; jacobi: step 1: too many iterations: use more");
  cr_expect_null(choice.preconditioner);
  t = counts_of(12, 13, 14);
  for (int k = 0; k < TC_PRECONDITIONER_CANDIDATES; k++) t.failure[k] = TC_USAGE;
  expect_error(choose(&t, 6.0, &choice), TC_USAGE, "jacobi: step 1: jacobi failed: use another");
}

/* An error that does not depend on the candidate, such as TC_INTERNAL, must end the choice with this
 * error. */
Test(preconditioner_choice, other_errors) {
  tc_preconditioner_choice choice;
  trials t = counts_of(12, 13, 14);
  t.failure[JACOBI] = TC_INTERNAL;
  expect_error(choose(&t, 6.0, &choice), TC_INTERNAL, "step 1: jacobi failed");
  cr_expect_eq(t.made[SSOR], -1);
}
