/* Source and local states in the stages of a stabilised step (solve/step/stabilised_internal.h). D_j and W_j
 * are the changes of the field and of the states after stage j. A step from the field y_0 with states w_0 at
 * time t uses in stage j the change of the source, s(t_(j-1), y_0 + D_(j-1), w_0 + W_(j-1)) - s(t, y_0, w_0).
 * The states are part of the system: W_j satisfies the same recurrence as D_j, with the rates of the states.
 * Order of calls: tc_source_begin_stages once. For each step tc_source_add_rate with TC_FORCING_BEGIN, unless
 * the previous step has called it with TC_FORCING_END. Then tc_source_begin_attempt, tc_source_add_stage for
 * stages 2, 3, .., optionally tc_source_add_rate with TC_FORCING_END, and tc_source_accept. If the attempt is
 * rejected, tc_source_begin_attempt is called instead of tc_source_accept. Called by
 * solve/problem/forcing_stages.c. */
#ifndef TC_SOLVE_PROBLEM_SOURCE_STAGES_H
#define TC_SOLVE_PROBLEM_SOURCE_STAGES_H

#include "solve/problem/source.h"

/* The two times of a step at which rates are evaluated, its beginning and its end. */
typedef enum tc_forcing_side { TC_FORCING_BEGIN, TC_FORCING_END } tc_forcing_side;

/* Stage j of a step. It computes D_j = last D_(j-1) + before D_(j-2) + product (F(D_(j-1)) - F_0) + first
 * F_0, where F is the rate of change and F_0 its value at the beginning of the step. `product` and `first`
 * contain the length of the step as a factor. */
typedef struct tc_forcing_stage {
  double time; /* simulated time to which D_(j-1) belongs */
  double last, before, product, first;
  double flow; /* weight of F(D_(j-1)) - F_0 in the mean rate of the step */
} tc_forcing_stage;

/* Not collective. Prepares the source for stabilised steps. `keeps_end` is true if tc_source_add_rate will be
 * called with TC_FORCING_END. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_source_begin_stages(tc_source *source, bool keeps_end);

/* Not collective; uses OpenMP threads. Evaluates source and rates at the beginning or the end of the step
 * (`side`), at time t with the field v[owned], and adds the source to rate[owned]. The states are w_0, or at
 * the end w_0 + W_s, those after the last stage s. Records phase and counts like tc_source_advance. */
void tc_source_add_rate(tc_source *source, tc_forcing_side side, double t, const double *v, double *rate,
                        tc_ledger *ledger);

/* Not collective. Returns the source at the beginning of the step, [owned]; NULL if there are only states. */
const double *tc_source_value_at_begin(const tc_source *source);

/* Not collective. Begins an attempt with stage 1, in which the states change by W_1 = `first` times their
 * rates. If the previous attempt was not accepted, discards its results, including invalid values that it has
 * recorded. */
void tc_source_begin_attempt(tc_source *source, double first);

/* Not collective; uses OpenMP threads. Evaluates source and rates with the field field + change, adds
 * stage->product times the change of the source since the beginning of the step to next[owned], and computes
 * W_j. Does nothing if tc_source_is_fixed. */
void tc_source_add_stage(tc_source *source, const tc_forcing_stage *stage, const double *field,
                         const double *change, double *next, tc_ledger *ledger);

/* Not collective. Adds W_s, the change after the last stage, to the states and ends the step. tc_source_value
 * then returns the mean of the source in the step, with the weights of the stages. */
void tc_source_accept(tc_source *source);

#endif
