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
  const char *where_dt, *where_stabilisation; /* Positions of the keys of dt and of the stabilisation in the
                                                 config, with which error messages begin. */
  double stabilisation;                       /* Stabilisation that the user set; negative if it is auto. */
  double dt, safety, end; /* dt and `end` are arguments of tc_step_size_compute, dt = 0 for auto. An automatic
                             step is `safety` times the largest stable step. */
  double
      multiple; /* 0 for explicit Euler. A positive value selects implicit steps, which only a source limits.
                   If dt is auto, the step is then this multiple of the largest stable explicit step. */
  int64_t steps;
  tc_stiffness stiffness; /* Stiffness of the source; all members 0 without a source. */
  bool steady;            /* True for a steady state, in which the length of a step is irrelevant. */
} tc_stable_step_options;

typedef struct tc_stable_step {
  bool takes_one; /* True if the scheme has a stabilisation, as `gradient` has. */
  double stabilisation;
  int64_t distant; /* Number of faces whose harmonic point is far from the face (fv/scheme/face.h). */
  bool limited;    /* True if harmonic points are limited, that is, moved closer to their faces. */
  tc_certificate certificate;
  bool proved; /* True if the certificate holds in all cells, so that stability is proved. */
  tc_spectrum spectrum;
  double
      bound; /* Largest stable step of explicit Euler; for implicit steps the limit that the source sets. */
  double slowed;        /* Factor by which the source shortens the step; 1 without a source. */
  double bound_without; /* Value of `bound` with stabilisation 0, although that stabilisation may be unusable;
                           0 if unknown. */
  tc_step_size step;
  tc_step_size looked;  /* Explicit steps for which growth was estimated: equal to `step` for explicit Euler,
                           otherwise explicit steps that reach the same end. */
  tc_growth growth;     /* Growth estimate; products = 0 if it was not needed. */
  tc_response response; /* Response to noise; products = 0 if it was not needed. */
  tc_extreme_cell jump_gain; /* Cell whose row has the largest gain across a jump of the tensor
                                (solve/stability/tensor_jump.h); its value is 0 without jumps. */
  int products;              /* Number of products of all estimates. */
} tc_stable_step;

/* Pure. Returns the stabilisation that tc_stable_step_find tries first if the user set `stabilisation`,
 * negative for auto. If the caller creates the problem with the result, the first trial needs no second
 * assembly. */
double tc_stable_step_first_stabilisation(double stabilisation);

/* Collective. Chooses a stabilisation and a step, and assembles the problem with that stabilisation.
 *
 * A stabilisation of auto is replaced by 0 if all cells are then certified. Otherwise the search tries 0.3,
 * 1, 3, 10, 30 and 100 in this order. It chooses the first value with which all cells are certified, or with
 * which no mode grows and no localised mode is slow (solve/stability/noise_response.h). If the trial of 0.3
 * fails and some harmonic points are distant, it is repeated with limited points, and all later trials use
 * limited points too.
 *
 * If not all cells are certified, the growth estimate makes one product per ten steps of the run, within
 * limits of 480 (or twice the steps if that is less) and 20 000. A first estimate with at most 480 products
 * finds fast growth. If dt is auto, the accuracy of the source limits it too (tc_stiffness_accuracy_bound).
 * For implicit steps the stabilisation is chosen as for explicit steps over the same time, because no mode of
 * R may grow.
 *
 * Errors (on all ranks): TC_NUMERICAL if the user's dt is too large (the message names the bound), or if no
 * step is stable (the message names the cell, the growth rate and a remedy). TC_USAGE if the user set a
 * stabilisation and the scheme has none. Also the errors of tc_step_size_compute. */
tc_status tc_stable_step_find(tc_problem *problem, const tc_stable_step_options *wish, const tc_log *log,
                              tc_stable_step *out);

/* Not collective. Formats one line for the log with the stabilisation and with the reason why the step is
 * stable. `cells` is the number of cells of the mesh. */
void tc_stable_step_format(const tc_stable_step *safe, tc_gid cells, char *out, size_t size);

#endif
