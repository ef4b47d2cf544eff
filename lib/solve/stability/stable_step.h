/* A step and a stabilisation with which nothing grows, found before the time loop. */
#ifndef TC_SOLVE_STABILITY_STABLE_STEP_H
#define TC_SOLVE_STABILITY_STABLE_STEP_H

#include "base/program/log.h"
#include "solve/problem/stiffness.h"
#include "solve/stability/certificate.h"
#include "solve/stability/growth.h"
#include "solve/stability/noise_response.h"
#include "solve/stability/spectrum.h"
#include "solve/stability/step_size.h"

typedef struct tc_stable_step_options {
  const char *where_dt, *where_stabilisation; /* begin messages */
  double stabilisation;                       /* below 0: auto */
  double dt, safety, end;                     /* of tc_step_size_compute */
  double multiple; /* 0: steps of explicit Euler. Else implicit ones, which nothing but a source bounds; when
                      they are not given, so many times the largest explicit one, and without safety */
  int64_t steps;
  tc_stiffness stiffness; /* of the source; zero without */
  bool steady;            /* no step is made: what depends on the length of a step does not matter */
} tc_stable_step_options;

typedef struct tc_stable_step {
  bool takes_one; /* the scheme has a stabilisation */
  double stabilisation;
  int64_t distant; /* faces with a harmonic point far from them (fv/scheme/face.h) */
  bool limited;    /* these points are limited */
  tc_certificate certificate;
  bool proved; /* the energy of no cell can grow */
  tc_spectrum spectrum;
  double bound;         /* the largest stable step: of implicit ones what the source allows */
  double slowed;        /* so many times longer the step could be without a source; 1 without */
  double bound_without; /* that of stabilisation 0, which may be no use; 0: not known */
  tc_step_size step;
  tc_step_size
      looked;       /* explicit ones, for which growth was looked for: the same unless steps are implicit */
  tc_growth growth; /* products 0 where it was not needed */
  tc_response response; /* products 0 where it was not needed */
  int products;         /* of all estimates together */
} tc_stable_step;

/* The first stabilisation that a wish tries: a problem that is created with it need not be assembled again.
 */
double tc_stable_step_first_stabilisation(double stabilisation);

/* Collective. The problem's system becomes that of the chosen stabilisation. auto takes 0 where that
 * certifies all cells, else the first of 0.3, 1, 3, 10, 30, 100 with which all cells are certified or no mode
 * grows and no localised mode is slow (solve/stability/noise_response.h). Where systems are solved and no
 * response is measured, up to 7680 products are spent on finding the slowest mode. Where tensors turn so
 * sharply that harmonic points lie far from their faces, these are limited when the first stabilisation above
 * 0 does not do without. A tenth of the steps, at least 480 (twice the steps when these are fewer) and at
 * most 20 000, go into looking for growth where not all cells are certified; 480 of them first, which is
 * enough for what grows fast. A step that is not given is one that follows the source as well
 * (tc_stiffness_accuracy_bound). For implicit steps the stabilisation is that of explicit ones over the same
 * time: nothing may grow in R. Errors on all ranks: TC_NUMERICAL when the step is too large (with the bound)
 * or no step is stable (where, how fast, what helps); TC_USAGE when a scheme that takes no stabilisation is
 * given one, or what tc_step_size_compute says. */
tc_status tc_stable_step_find(tc_problem *problem, const tc_stable_step_options *wish, const tc_log *log,
                              tc_stable_step *out);

/* True if it is known how fast localised modes decay: by proof, by their response to noise, or because the
 * slowest mode was found. Not collective. */
bool tc_safe_step_is_settled(const tc_stable_step *safe);

/* One line: which stabilisation, and how it is known that nothing grows. Not collective. */
void tc_stable_step_format(const tc_stable_step *safe, tc_gid cells, char *out, size_t size);

#endif
