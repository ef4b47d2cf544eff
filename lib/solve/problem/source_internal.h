/* Members of tc_source. Internal to solve/problem/source.c and solve/problem/source_slopes.c, which share the
 * columns of variables and the states. All arrays are those of one rank. No other module may include this
 * header. */
#ifndef TC_SOLVE_PROBLEM_SOURCE_INTERNAL_H
#define TC_SOLVE_PROBLEM_SOURCE_INTERNAL_H

#include "solve/problem/source.h"

/* First invalid source value in a cell whose field was valid. */
typedef struct tc_source_fault {
  double time; /* INFINITY if there is none. */
  tc_gid cell; /* Lowest cell in which a value is invalid. */
  int state;   /* State that is invalid; -1 if it is the source itself. */
  double v;    /* Value of the field in that cell. */
} tc_source_fault;

struct tc_source {
  const tc_space *space;
  tc_source_options options;
  int32_t cells;
  double time, end;                    /* Beginning and end of the step. */
  double theta;                        /* Weight of the end of a step, for weighted sources. */
  double *value;                       /* [cells]; NULL without a source. */
  double *state;                       /* [states][cells] Current values of the states. */
  double *first;                       /* [states][cells] Initial values; NULL if the formulas supply them. */
  int threads;                         /* Number of OpenMP threads. */
  double *rate;                        /* [threads][states][block] Rates of the current block. */
  tc_strided_values *column;           /* Arrays of all variables at the beginning of a step. */
  tc_strided_values late[TC_SOURCE_V]; /* Arrays of x, y, z, t at the end of a step. */
  bool fixed, is_here;   /* `fixed` is true if the source does not depend on time, v or states; `is_here` if
                            such a source has been evaluated. */
  bool timed;            /* True if the source reads t, but neither v nor states: it is weighted. */
  tc_source_fault fault; /* First fault since the start of the run. */
};

static inline double *tc_source_state_values(double *all, const tc_source *s, int state) {
  return all + (size_t)state * (size_t)s->cells;
}

#endif
