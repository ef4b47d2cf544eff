/* Members of tc_source. Internal to solve/problem/source*.c, which
 * evaluate formulas with its arrays of variables and states. All arrays contain the owned cells of one rank.
 * No other module may include this header. */
#ifndef TC_SOLVE_PROBLEM_SOURCE_INTERNAL_H
#define TC_SOLVE_PROBLEM_SOURCE_INTERNAL_H

#include <math.h>

#include "base/core/pool.h"
#include "solve/problem/function_failure.h"
#include "solve/problem/source.h"
#include "solve/space/field.h"

/* First invalid source value of the run in a cell whose field value was valid. */
typedef struct tc_source_fault {
  double time; /* Time of the invalid value; INFINITY if there is none. */
  tc_gid cell; /* Lowest cell with an invalid value at that time. */
  int state;   /* Number of a local state that is invalid in this cell and may be the cause; -1 if there is
                  none. */
  double v;    /* Value of the field in that cell. */
} tc_source_fault;

/* Additional data of stabilised steps (solve/problem/source_stages.h). Without local states the arrays
 * [states][cells] have no elements. Without a source `value` and `mean` are NULL. An attempt is a step that
 * has not yet been accepted. */
typedef struct tc_source_stages {
  double *v, *w; /* Field [cells] and states [states][cells] with which formulas are evaluated. */
  /* [cells] Source at the beginning and at the end of the step; NULL if that end is not stored. */
  double *value[2];
  double *rate[2]; /* [states][cells] Rates of the states at the beginning and at the end of the step. */
  double *last;    /* [states][cells] Change of the states since the beginning of the step. */
  double *before;  /* [states][cells] Change of the states in the stage before the current one. */
  double *mean;    /* [cells] Weighted sum over the stages of the changes of the source since the beginning of
                      the step. */
  bool is_attempt; /* True if an attempt has begun. */
  bool has_end;    /* True if value and rate of the end of the step have been computed. */
  /* Copies of the members `fault` and `failure` of tc_source before the attempt. They are restored if the
   * attempt is rejected. */
  tc_source_fault fault;
  tc_function_failure failure;
} tc_source_stages;

struct tc_source {
  const tc_space *space;
  tc_source_options options;
  int32_t cells;
  double time, end; /* Times of the beginning and the end of the current step. */
  double theta;     /* Weight of the source value at the end of a step; used only if `timed` is true. */
  double *value;    /* [cells] Source of the last step; NULL without a source. */
  double *part, *late_part; /* [cells] `part` contains the values of the source function in the last step, and
                               late_part those at the end of this step. NULL without a function. */
  tc_function_failure failure; /* First failure of the function on this rank since the start of the run. */
  double *state;               /* [states][cells] Current values of the states. */
  double *first; /* [states][cells] Initial values stored by tc_source_save_initial_states; NULL if the
                    formulas supply them. */
  int threads;   /* Number of OpenMP threads. */
  /* [threads][states][block] Scratch: rates of the states in the block of cells that each thread
   * evaluates. */
  double *rate;
  tc_strided_values *
      column; /* Values of all variables at the beginning of a step, indexed by variable (TC_SOURCE_X, ..). */
  tc_strided_values late[TC_SOURCE_V]; /* Arrays of x, y, z, t that the formulas read at the end of a step. */
  bool fixed,
      is_here; /* `fixed` is true if the source depends on neither time, v nor states. `is_here` is true if
                  `value` has been evaluated, so that a fixed source need not be evaluated again. */
  bool timed;  /* True if the source reads t, but neither v nor states. It is then weighted by theta. */
  /* [cells] Change of v in the last local step divided by its length (tc_source_local_rate); NULL without
   * operator splitting. */
  double *local_rate;
  double *local_scratch; /* [threads][3 * states][block] Rates at both ends of a part, and predicted states,
                            of the block of each thread. */
  /* [threads][2][variables] Arrays that the formulas read at the beginning and at the end of a part of a
   * local step. */
  tc_strided_values *local_column;
  tc_source_fault fault;   /* First invalid source value since the start of the run. */
  tc_source_stages stages; /* Data of stabilised steps; zeroed until tc_source_begin_stages. */
  tc_pool memory;          /* Owns the arrays of this struct. */
};

/* True if the formula or the function of the source depends on the variable `first` or on a variable with a
 * higher index. */
bool tc_source_depends(const tc_source_options *options, int first);

/* Returns the position of the source for messages. */
const char *tc_source_where(const tc_source *source);

/* Calls the function of the source, which must exist. Errors: TC_CALLBACK if it fails. */
tc_status tc_source_call(const tc_source *source, double t, const double *v, double *out);

/* Sets source->part to the values of the user's function for the current step, weighted by theta. Records a
 * failure of the function. */
void tc_source_update_part(tc_source *source, const double *v);

/* Not collective. Evaluates the formula in the cells from .. to - 1 and adds the values of the function, with
 * the result in source->value. The formula reads the variables source->column. Does nothing if the source is
 * fixed and has been evaluated. Called by one thread. */
void tc_source_evaluate_block(const tc_source *source, int thread, int32_t from, int32_t to);

/* Not collective. Records the first invalid source value of the run. Ignores cells in which the field v is
 * invalid. */
void tc_source_record_fault(tc_source *source, const double *v);

static inline bool tc_source_is_invalid(double value) { return !(fabs(value) <= TC_FIELD_MAX); }

static inline double *tc_source_state_values(double *all, const tc_source *s, int state) {
  return all + (size_t)state * (size_t)s->cells;
}

#endif
