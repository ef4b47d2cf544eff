/* Stable step: chooses a step size and a stabilisation (damping coefficient of the scheme `gradient`) with
 * which no mode grows. The session setup and run/plan/mesh_step.c call tc_stable_step_find before the time
 * loop. For each value of the stabilisation it runs, in this order: assembly, certificate, spectrum, step
 * size, growth estimate, response to noise, ellipse of the eigenvalues (stabilised steps only). */
#ifndef TC_SOLVE_STABILITY_STABLE_STEP_H
#define TC_SOLVE_STABILITY_STABLE_STEP_H

#include "base/program/log.h"
#include "solve/local/stiffness.h"
#include "solve/stability/certificate.h"
#include "solve/stability/ellipse.h"
#include "solve/stability/growth.h"
#include "solve/stability/noise_response.h"
#include "solve/stability/spectrum.h"
#include "solve/stability/stabilised_coefficients.h"
#include "solve/stability/step_size.h"
#include "solve/stability/tensor_jump.h"

/* A new member that changes the result must also be added to the key of the cache of results
 * (run/plan/cached_step.c). */
typedef struct tc_stable_step_options {
  const char *where_dt, *where_stabilisation; /* Positions of the keys time.dt and diffusion.stabilisation in
                                                 the config. Error messages begin with them. */
  double stabilisation;                       /* Stabilisation that the user set; negative if it is auto. */
  /* dt is the user's step size, or 0 for auto; `end` is the end time (see tc_step_size_compute). An automatic
   * step is `safety` times the largest stable step. */
  double dt, safety, end;
  double multiple; /* 0 selects explicit Euler. A positive value selects implicit steps, whose size is limited
                      only by a source. If dt is auto, an implicit step is `multiple` times the largest stable
                      explicit step. */
  /* Method of stabilised explicit steps; NULL selects explicit Euler or, with `multiple`, implicit steps. The
   * user's dt is then the size of all steps, and the search finds the number of stages. */
  const tc_stabilised_method *stabilised;
  /* largest number of stages (key time.stages) of a stabilised step; unused by other methods */
  int most_stages;
  /* True with error control of the step lengths. The run then ends at the time `end`, and dt and `steps` are
   * 0. */
  bool controls_error;
  const char *where_stages; /* position of the key time.stages in the config */
  int64_t steps;
  tc_stiffness stiffness; /* Stiffness of the source; all its members are 0 if there is no source. */
  bool splits; /* True if operator splitting advances the source in local steps. The source then limits only
                  the accuracy of an automatic step. */
  bool steady; /* True if the run solves for a steady state. The step size then has no effect. */
} tc_stable_step_options;

/* Result of the search. A new member needs a line in the table of io/machine/step_entry.c, which stores
 * results in the cache. */
typedef struct tc_stable_step {
  bool takes_one; /* True if the scheme has a stabilisation parameter. Scheme `gradient` has one. */
  double stabilisation;
  int64_t distant; /* Number of faces whose harmonic point is far from the face (fv/scheme/face.h). */
  bool limited;    /* True if distant harmonic points are moved closer to their faces (fv/scheme/face.h). */
  tc_certificate certificate;
  bool proved; /* True if the certificate holds in all cells, so that stability is proved. For stabilised
                  steps this requires a symmetric scheme, too. */
  /* True if stability is not proved for a value of the stabilisation that was tried, so that the result
   * depends on the number of steps over which growth was estimated. */
  bool depends_on_steps;
  tc_spectrum spectrum;
  double bound; /* Largest stable step of explicit Euler. For implicit steps, the largest step that the source
                   allows. For stabilised steps, the largest step with `most_stages` stages. */
  double slowed;        /* Factor by which the source reduces the largest stable step; 1 without a source. */
  double bound_without; /* Value of `bound` with stabilisation 0, for comparison only, because stabilisation 0
                           may be unusable; 0 if it was not computed. */
  tc_step_size step;
  /* Largest stable step of explicit Euler with the stabilisation that a run with explicit Euler would have.
   * Set for stabilised steps only. Their stabilisation may be larger, because a larger one may need fewer
   * stages. */
  double euler_bound;
  int stages; /* Number of stages of a stabilised step; 0 for other methods. With error control the steps of
                 the run have different numbers of stages, and this is the number for which the stabilisation
                 is chosen and forecasts are made. */
  /* The following three members are 0 without error control and for implicit steps. `rate` is the largest
   * |eigenvalue| that the stages must cover, `most_stages` the largest number of stages of a step, and
   * `covered` the time that one product covers in a step of `stages` stages. */
  double rate, covered;
  int most_stages;
  tc_ellipse ellipse; /* Ellipse of the eigenvalues for which a step with `stages` stages is stable; only for
                         stabilised steps. */
  /* Number and size of the steps of explicit Euler for which growth was estimated. They equal `step` for
   * explicit Euler. For other methods they are stable steps of explicit Euler that reach the same end
   * time. */
  tc_step_size tested;
  tc_growth growth;     /* Growth estimate; growth.products is 0 if no estimate was needed. */
  tc_response response; /* Response to noise; response.products is 0 if the test was not needed. */
  /* Cell whose matrix row amplifies errors most across a jump of the diffusion tensor
   * (solve/stability/tensor_jump.h). The member `value` is 0 if there are no jumps. */
  tc_extreme_cell jump_gain;
  int trials;   /* Number of trials: values of the stabilisation, with and without `limited`. */
  int products; /* Number of matrix-vector products of all estimates together. */
  /* The functions of run/plan/cached_step.h set the next two members. Both are 0 after
   * tc_stable_step_find. */
  uint64_t cache_key;  /* key of this result in the cache; 0 if the cache does not contain it */
  int cached_products; /* products that the cache has saved; `products` is then 0 */
} tc_stable_step;

/* Pure. Returns the stabilisation that tc_stable_step_find tries first. The argument is the user's value,
 * negative for auto. If the caller creates the problem with the returned value, the first trial needs no
 * second assembly. */
double tc_stable_step_first_stabilisation(double stabilisation);

/* Collective. Chooses a stabilisation and a step, and assembles the problem with that stabilisation.
 *
 * If the stabilisation is auto, the search first tries 0, and chooses it if stability is then proved in all
 * cells. Otherwise the search tries 0.3, 1, 3, 10, 30 and 100 in this order. It chooses the first value with
 * which stability is proved in all cells, or with which no mode grows and no localised mode decays too slowly
 * (solve/stability/noise_response.h). If 0.3 fails and some harmonic points are distant from their faces, 0.3
 * is tried again with these points moved closer (`limited`). All later trials then move the points too.
 *
 * If stability is not proved in all cells, the growth estimate performs one matrix-vector product per ten
 * steps of the run. The number of products is at most 20 000. It is at least the smaller of 480 and twice the
 * number of steps. A first estimate with at most 480 products detects fast growth. An automatic dt is also
 * small enough to follow the source accurately (tc_stiffness_accuracy_bound). For implicit steps the
 * stabilisation is chosen as for explicit steps over the same time, because no mode of R may grow.
 *
 * For stabilised steps the search also finds the ellipse of the eigenvalues (solve/stability/ellipse.h) and
 * the smallest number of stages with which a step of the user's dt is stable. A value of the stabilisation is
 * unusable if no ellipse is found. If the stabilisation is auto, the search then also tries larger values up
 * to 3, because eigenvalues closer to the real axis may need fewer stages. It chooses a larger value if that
 * saves over 10 % of the stages. The ellipse is widened by the uncertainty of the search (tc_ellipse_widen)
 * for rkc2, and for rkl2 if a step has more than tc_ellipse_certain_stages stages.
 *
 * With error control the number of steps is 0 (unknown), and their size is the largest stable step of
 * explicit Euler. For stabilised steps the search chooses the stabilisation with which a product of a step of
 * 40 stages, or of `most_stages` if that is less, covers the most time. The ellipse is that of a search for
 * 100 stages. The ellipse is widened for rkc2. Steps of rkl2 have at most tc_ellipse_certain_stages stages
 * instead, so that the ellipse need not be widened.
 *
 * Errors (on all ranks): TC_NUMERICAL if the user's dt is too large or needs more than `most_stages` stages
 * (the message names the bound), or if no step is stable (the message names the cell, the growth rate and a
 * remedy). TC_USAGE if the user set a stabilisation and the scheme has none. Also the errors of
 * tc_step_size_compute. */
tc_status tc_stable_step_find(tc_problem *problem, const tc_stable_step_options *options, const tc_log *log,
                              tc_stable_step *out);

/* Not collective. Adapts *step, the result of an earlier search, to `options`, which may differ in the number
 * of steps and the end time, but not in the user's dt. Sets the members `step` and `tested`. Sets *is_equal
 * to false if a search with `options` could have another result. Errors: those of tc_step_size_compute. */
tc_status tc_stable_step_set_steps(const tc_stable_step_options *options, tc_stable_step *step,
                                   bool *is_equal);

/* Not collective. Formats one line for the log with the stabilisation and with the reason why the step is
 * stable. `cells` is the number of cells of the mesh. */
void tc_stable_step_format(const tc_stable_step *safe, tc_gid cells, char *out, size_t size);

#endif
