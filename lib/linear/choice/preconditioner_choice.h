/* Choice of the preconditioner for solver.preconditioner.name: auto. It depends on counts of iterations and
 * not on measured times. Each candidate solves a system in a trial, and the candidate with the least work is
 * chosen. The unit of work is an iteration with jacobi and one preconditioning. The fixed weights of ssor and
 * multigrid come from seconds that were measured once, in runs of 604 053 and 5 045 147 cells. The trial of a
 * candidate ends when its work exceeds the least work so far, because the candidate can then no longer be
 * chosen. The callers (time-stepping runs and the command solve) supply the function that makes a trial. The
 * choice does not depend on machine, ranks and threads if the numbers of iterations do not. */
#ifndef TC_LINEAR_CHOICE_PRECONDITIONER_CHOICE_H
#define TC_LINEAR_CHOICE_PRECONDITIONER_CHOICE_H

#include "base/document/document.h"
#include "base/text/line.h"
#include "linear/precondition/preconditioner.h"

enum { TC_PRECONDITIONER_CANDIDATES = 3, TC_PRECONDITIONER_REASON = 256 };

/* Returns candidate k of the choice: jacobi, ssor, multigrid. */
const tc_preconditioner *tc_preconditioner_candidate_at(int k);

/* Result of the trial solve with one preconditioner. */
typedef struct tc_preconditioner_candidate {
  const tc_preconditioner *preconditioner;
  int64_t iterations; /* 0 if the candidate was not tried or needed none */
  double work;        /* work of a solve, setup included; INFINITY if the candidate is unusable */
  bool is_least;      /* true if the trial was not completed, so that iterations and work are lower bounds */
  char reason[TC_PRECONDITIONER_REASON]; /* why the candidate is unusable; "" if it is usable */
} tc_preconditioner_candidate;

/* The choice with its candidates. A zeroed struct is a valid empty object. */
typedef struct tc_preconditioner_choice {
  double solves; /* number of solves that use one multigrid hierarchy */
  int count;
  tc_preconditioner_candidate item[TC_PRECONDITIONER_CANDIDATES];
  const tc_preconditioner *preconditioner; /* the choice; NULL if no candidate is usable */
} tc_preconditioner_choice;

/* Pure. Returns the work of a solve. An iteration counts 1 with jacobi, 1.8 with ssor and 5 with multigrid,
 * times its number of preconditionings. Multigrid also has a setup of 75, which is divided by the number of
 * solves. */
double tc_preconditioner_choice_work(const tc_preconditioner *candidate, int64_t iterations,
                                     int64_t preconditionings, double solves);

/* Counts of a trial. */
typedef struct tc_preconditioner_trial {
  int64_t iterations;       /* sum over all solves of the trial */
  int64_t preconditionings; /* preconditionings in one iteration of the method */
} tc_preconditioner_trial;

/* Input of a choice. */
typedef struct tc_preconditioner_question {
  double solves;           /* expected number of solves that use one multigrid hierarchy; at least 1 */
  int64_t most_iterations; /* limit of the iterations of a solve */
  void *self;
  /* Collective. Solves with the candidate and at most `most_iterations` iterations in each solve, and sets
   * *out, also after an error. Errors TC_NUMERICAL and TC_USAGE mean that the candidate is unusable. */
  tc_status (*run)(void *self, const tc_preconditioner *candidate, int64_t most_iterations,
                   tc_preconditioner_trial *out);
} tc_preconditioner_question;

/* Collective. Makes the trials and chooses the usable candidate with the least work. If two need equal work,
 * the first one in the order of tc_preconditioner_candidate_at is chosen. For a single solve multigrid is
 * tried first, because its iterations are few on any mesh. Otherwise it is tried last, because a time step
 * often needs few iterations with jacobi or ssor. If a trial needs no iterations, the choice is ssor. Errors
 * (on all ranks): the error of jacobi with an explanation if no candidate is usable; errors of trials other
 * than TC_NUMERICAL and TC_USAGE. */
tc_status tc_preconditioner_choice_compute(const tc_preconditioner_question *question,
                                           tc_preconditioner_choice *out);

/* Appends one line about the choice, for instance "solver.preconditioner.name auto: multigrid (18 iterations,
 * work 165); jacobi (at least 166 iterations, work 166), ssor (unusable: ..); unit of work: one cg iteration
 * with jacobi; one multigrid setup for 1 solve". Appends nothing without candidates. */
void tc_preconditioner_choice_format(const tc_preconditioner_choice *choice, tc_line *line);

/* Appends the section `preconditioner_choice` to the items of a report. Appends null if `choice` is NULL or
 * has no candidates. */
void tc_preconditioner_choice_add(const tc_preconditioner_choice *choice, tc_section *section);

#endif
