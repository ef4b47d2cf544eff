/* Stable step: chooses a step size and a stabilisation with which no mode grows. The session setup and
 * run/plan/mesh_step.c call tc_stable_step_find before the time loop. For each stabilisation the order is
 * assembly, certificate, spectrum, step size, growth estimate, response to noise. */
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
  const char *where_dt, *where_stabilisation; /* Keys of the config, with which the messages begin. */
  double stabilisation;                       /* Stabilisation that the user set; negative for auto. */
  double dt, safety, end;                     /* Arguments of tc_step_size_compute; dt = 0 for auto. */
  double multiple; /* 0 for explicit Euler. Otherwise steps are implicit, and only a source limits them. If dt
                      is auto, it is this multiple of the largest stable explicit step, without the safety
                      factor. */
  int64_t steps;
  tc_stiffness stiffness; /* Stiffness of the source; all members 0 without a source. */
  bool steady;            /* True for a steady state, in which the length of a step is irrelevant. */
} tc_stable_step_options;

typedef struct tc_stable_step {
  bool takes_one; /* True if the scheme has a stabilisation. */
  double stabilisation;
  int64_t distant; /* Number of faces with a distant harmonic point (fv/scheme/face.h). */
  bool limited;    /* True if these points are limited. */
  tc_certificate certificate;
  bool proved; /* True if the energy of no cell can grow, so that stability is proved. */
  tc_spectrum spectrum;
  double bound;  /* Largest stable step; for implicit steps the limit that the source sets. */
  double slowed; /* Factor by which the source shortens the step; 1 without a source. */
  double
      bound_without; /* Bound with stabilisation 0, which may be unusable for other reasons; 0 if unknown. */
  tc_step_size step;
  tc_step_size looked;  /* Explicit steps for which growth was estimated. They differ from `step` for implicit
                           steps only. */
  tc_growth growth;     /* Growth estimate; products = 0 if it was not needed. */
  tc_response response; /* Response to noise; products = 0 if it was not needed. */
  tc_extreme_cell
      jump_gain; /* Largest gain of a row across a jump of the tensor (tensor_jump.h); 0 without jumps. */
  int products;  /* Number of products of all estimates. */
} tc_stable_step;

/* Pure. Returns the stabilisation that tc_stable_step_find tries first. A problem that is created with it
 * need not be assembled again for this trial. */
double tc_stable_step_first_stabilisation(double stabilisation);

/* Collective. Chooses a stabilisation and a step, and assembles the problem with that stabilisation.
 *
 * If the stabilisation is auto, the search chooses 0 if that certifies all cells. Otherwise it tries 0.3, 1,
 * 3, 10, 30 and 100 in this order. It chooses the first one with which all cells are certified, or with which
 * no mode grows and no localised mode is slow (solve/stability/noise_response.h). If the first value above 0
 * fails, distant harmonic points are limited from then on.
 *
 * If cells are not certified, the growth estimate uses a tenth of the steps, at least 480 products (twice the
 * steps if these are fewer) and at most 20 000. A first estimate of 480 products finds fast growth. If dt is
 * auto, it also follows the source (tc_stiffness_accuracy_bound). For implicit steps the stabilisation is
 * chosen as for explicit steps over the same time, because no mode of R may grow.
 *
 * Errors (on all ranks): TC_NUMERICAL if the given step is too large (with the bound) or no step is stable
 * (with place, rate and remedy). TC_USAGE if the user set a stabilisation and the scheme has none. Those of
 * tc_step_size_compute. */
tc_status tc_stable_step_find(tc_problem *problem, const tc_stable_step_options *wish, const tc_log *log,
                              tc_stable_step *out);

/* Not collective. Formats one line that states the stabilisation and the evidence of stability. */
void tc_stable_step_format(const tc_stable_step *safe, tc_gid cells, char *out, size_t size);

#endif
