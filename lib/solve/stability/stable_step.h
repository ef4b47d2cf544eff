/* Stable step: chooses a step size and a stabilisation with which nothing grows. The session setup and
 * run/plan/mesh_step.c call tc_stable_step_find before the time loop. Order for each stabilisation: assembly,
 * certificate, spectrum, step size, growth estimate, response to noise. */
#ifndef TC_SOLVE_STABILITY_STABLE_STEP_H
#define TC_SOLVE_STABILITY_STABLE_STEP_H

#include "base/program/log.h"
#include "solve/problem/stiffness.h"
#include "solve/stability/certificate.h"
#include "solve/stability/growth.h"
#include "solve/stability/noise_response.h"
#include "solve/stability/spectrum.h"
#include "solve/stability/step_size.h"
#include "solve/stability/tensor_jump.h"

typedef struct tc_stable_step_options {
  const char *where_dt, *where_stabilisation; /* Keys that begin the messages. */
  double stabilisation;                       /* Negative for auto. */
  double dt, safety, end;                     /* Arguments of tc_step_size_compute. */
  double multiple; /* 0 for steps of explicit Euler. Otherwise steps are implicit and limited by a source
                      only; if dt is auto, it is this multiple of the largest explicit step, without the
                      safety factor. */
  int64_t steps;
  tc_stiffness stiffness; /* Stiffness of the source; zero without. */
  bool steady;            /* True if no steps are made, so that the length of a step is irrelevant. */
} tc_stable_step_options;

typedef struct tc_stable_step {
  bool takes_one; /* True if the scheme has a stabilisation. */
  double stabilisation;
  int64_t distant; /* Number of faces with a distant harmonic point (fv/scheme/face.h). */
  bool limited;    /* True if these points are limited. */
  tc_certificate certificate;
  bool proved; /* True if the energy of no cell can grow. */
  tc_spectrum spectrum;
  double bound;         /* Largest stable step; for implicit steps the limit of the source. */
  double slowed;        /* Factor by which the source shortens the step; 1 without a source. */
  double bound_without; /* Bound with stabilisation 0, which may be unusable; 0 if unknown. */
  tc_step_size step;
  tc_step_size
      looked; /* Explicit steps for which growth was estimated; differ from `step` for implicit steps only. */
  tc_growth growth;          /* products = 0 if not needed. */
  tc_response response;      /* products = 0 if not needed. */
  tc_extreme_cell jump_gain; /* Largest gain of a row across a jump of the tensor; 0 without. */
  int products;              /* Products of all estimates. */
} tc_stable_step;

/* Pure. Returns the stabilisation that is tried first. A problem created with it need not be assembled again.
 */
double tc_stable_step_first_stabilisation(double stabilisation);

/* Collective. Assembles the problem with the chosen stabilisation. auto chooses 0 if that certifies all
 * cells. Otherwise it chooses the first of 0.3, 1, 3, 10, 30, 100 with which all cells are certified, or no
 * mode grows and no localised mode is slow (solve/stability/noise_response.h). Those with which errors across
 * jumps of the tensor are multiplied by more than TC_JUMP_GAIN_LIMIT are left out if a larger one is better.
 * Distant harmonic points are limited if the first stabilisation above 0 fails without. Growth estimates of
 * cells that are not certified use a tenth of the steps, at least 480 products (twice the steps if these are
 * fewer) and at most 20 000; a first estimate of 480 finds fast growth. A dt that is not given also follows
 * the source (tc_stiffness_accuracy_bound). For implicit steps the stabilisation is that of explicit ones
 * over the same time, because nothing may grow in R. Errors (on all ranks): TC_NUMERICAL if the step is too
 * large (with the bound) or no step is stable (place, rate, remedy); TC_USAGE if the scheme has no
 * stabilisation and one is given; those of tc_step_size_compute. */
tc_status tc_stable_step_find(tc_problem *problem, const tc_stable_step_options *wish, const tc_log *log,
                              tc_stable_step *out);

/* Not collective. Formats one line: the stabilisation and the evidence of stability. */
void tc_stable_step_format(const tc_stable_step *safe, tc_gid cells, char *out, size_t size);

#endif
