/* What a source is made of. Internal to solve/problem/source and solve/problem/source_slopes. */
#ifndef TC_SOLVE_PROBLEM_SOURCE_INTERNAL_H
#define TC_SOLVE_PROBLEM_SOURCE_INTERNAL_H

#include "solve/problem/source.h"

/* What made the field wild that was not yet. */
typedef struct tc_source_fault {
  double time; /* INFINITY: none */
  tc_gid cell; /* the lowest */
  int state;   /* -1: the source itself */
  double v;    /* there */
} tc_source_fault;

struct tc_source {
  const tc_space *space;
  tc_source_options options;
  int32_t cells;
  double time, end;                    /* of the step: its beginning, its end */
  double theta;                        /* weight of the end, where a source is weighted */
  double *value;                       /* [cells]; NULL without a source */
  double *state;                       /* [states][cells] */
  double *first;                       /* [states][cells] that they begin with; NULL: by their formulas */
  int threads;                         /* that work */
  double *rate;                        /* [threads][states][block]: of the cells at hand */
  tc_strided_values *column;           /* of each variable, */
  tc_strided_values late[TC_SOURCE_V]; /* and of x, y, z, t at the end of a step */
  bool fixed, is_here;                 /* the source is the same at any time; it was evaluated */
  bool timed;                          /* it reads t, but neither v nor states: it is weighted */
  tc_source_fault fault;               /* the first */
};

static inline double *tc_source_state_values(double *all, const tc_source *s, int state) {
  return all + (size_t)state * (size_t)s->cells;
}

#endif
