/* Coefficients of stabilised explicit methods (stabilised_coefficients.h). The stability polynomial of stage
 * j is P_j(z) = a_j + b_j p_j(w0 + w1 z) with the Gegenbauer polynomials p_j, scaled to p_j(1) = 1, whose
 * recurrence is p_j(x) = A_j x p_(j-1)(x) - B_j p_(j-2)(x). With b_j = p_j''/p_j'^2 at w0, a_j = 1 - b_j p_j
 * and w1 = p_s'/p_s'' for s stages, the step and every stage after the first one are accurate to second
 * order. p_j(w0) grows like exp(eta j) with cosh(eta) = w0, so this file computes only ratios that do not
 * overflow: p_j/p_(j-1), p_j'/p_j, p_j''/p_j, and b_j p_j, which is between 0 and 1 and is called `share`. */
#include "solve/stability/stabilised_coefficients.h"

#include <math.h>

#include "base/core/memory.h"

const tc_stabilised_method tc_stabilised_rkl2 = {.alpha = 0.5, .damping = 0.0};
const tc_stabilised_method tc_stabilised_rkc2 = {.alpha = 0.0, .damping = 2.0 / 13.0};

/* A polynomial p_j and its derivatives at the argument w0, as ratios that do not overflow. */
typedef struct polynomial {
  double growth;    /* p_j/p_(j-1) */
  double slope;     /* p_j'/p_j */
  double curvature; /* p_j''/p_j */
} polynomial;

/* Polynomials of two consecutive stages, from which the recurrence computes that of the next stage. */
typedef struct recurrence {
  double alpha, argument; /* `argument` is w0 */
  int stage;              /* number of the polynomial `last` */
  double a, b;            /* A_j and B_j of this stage */
  polynomial last, before;
} recurrence;

/* Initialises the recurrence with the polynomials of stages 1 and 0, which are w0 and 1. */
static recurrence begin_recurrence(double alpha, double argument) {
  return (recurrence){.alpha = alpha,
                      .argument = argument,
                      .stage = 1,
                      .last = {.growth = argument, .slope = 1.0 / argument},
                      .before = {.growth = 1.0}};
}

static void advance(recurrence *r) {
  const int j = ++r->stage;
  const double w0 = r->argument, divisor = j + 2.0 * r->alpha - 1.0;
  const polynomial last = r->last, before = r->before;
  r->a = 2.0 * (j + r->alpha - 1.0) / divisor;
  r->b = (j - 1.0) / divisor;
  const double a = r->a, b = r->b / last.growth, growth = a * w0 - b;
  r->before = last;
  r->last = (polynomial){
      .growth = growth,
      .slope = (a * (1.0 + w0 * last.slope) - b * before.slope) / growth,
      .curvature = (a * (2.0 * last.slope + w0 * last.curvature) - b * before.curvature) / growth,
  };
}

/* Returns the recurrence after `stages` stages: its member `last` is the polynomial of that stage. */
static recurrence advance_to(double alpha, double argument, int stages) {
  recurrence r = begin_recurrence(alpha, argument);
  while (r.stage < stages) advance(&r);
  return r;
}

/* Returns b_j p_j of the stage j = 2, 3, .. */
static double compute_share(const recurrence *r) {
  return r->last.curvature / (r->last.slope * r->last.slope);
}

static double compute_beta(const recurrence *r) {
  return (r->argument + 1.0) * (r->last.curvature / r->last.slope);
}

double tc_stabilised_argument(const tc_stabilised_method *method, int stages, double axis_ratio) {
  const double of_ellipse = 1.0 / sqrt((1.0 - axis_ratio) * (1.0 + axis_ratio));
  const double lowest = 1.0 + method->damping / ((double)stages * stages);
  return of_ellipse > lowest ? of_ellipse : lowest;
}

double tc_stabilised_beta(const tc_stabilised_method *method, int stages, double axis_ratio) {
  const recurrence r = advance_to(method->alpha, tc_stabilised_argument(method, stages, axis_ratio), stages);
  return compute_beta(&r);
}

int tc_stabilised_count_stages(const tc_stabilised_method *method, double axis_ratio, double reach,
                               int most) {
  int low = TC_STABILISED_STAGES_MIN, high = most;
  if (most < low || !(tc_stabilised_beta(method, most, axis_ratio) >= reach)) return 0;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (tc_stabilised_beta(method, middle, axis_ratio) >= reach)
      high = middle;
    else
      low = middle + 1;
  }
  return high;
}

/* Sets the coefficients of stages 0 and 1. By definition b_0 = b_1 = b_2, and the shares b_j p_j follow from
 * that of stage 2 and the ratios p_j/p_(j-1). Returns the share b_1 p_1 of stage 1. */
static double set_first_stages(const recurrence *second, double w1, tc_stage_coefficients *stage) {
  const double share = compute_share(second) / second->last.growth;
  const double first = share / second->before.growth * w1;
  stage[0] = (tc_stage_coefficients){0};
  stage[1] = (tc_stage_coefficients){.product = first, .first = first, .time = first};
  return share;
}

/* Sets the coefficients of stages 2 .. stages. `ratio` is b_j/b_(j-1). In the papers the factor of tau F_0
 * (step length times initial rate) is mu~_j - a_(j-1) mu~_j = b_(j-1) p_(j-1) mu~_j. The time of stage j is
 * P_j'(0) = w1 p_j''/p_j'. */
static void set_stages(recurrence *r, double w1, tc_stabilised_coefficients *out) {
  double last_share = 0.0, last_ratio = 1.0;
  for (int j = TC_STABILISED_STAGES_MIN; j <= out->stages; j++) {
    advance(r);
    if (j == TC_STABILISED_STAGES_MIN) last_share = set_first_stages(r, w1, out->stage);
    const double share = compute_share(r), ratio = share / (last_share * r->last.growth);
    out->stage[j] = (tc_stage_coefficients){.last = r->a * r->argument * ratio,
                                            .before = -r->b * (ratio * last_ratio),
                                            .product = r->a * w1 * ratio,
                                            .first = r->a * w1 * (share / r->last.growth),
                                            .time = w1 * (r->last.curvature / r->last.slope)};
    last_share = share;
    last_ratio = ratio;
  }
}

/* Sets the member `flow` of the stages. Evaluates the recurrence of the differences D_j backwards, from the
 * last stage to stage 2. `share` is the factor with which D_j contributes to D_stages, the change of the
 * whole step. */
static void set_flows(tc_stabilised_coefficients *c) {
  double share = 1.0, next_share = 0.0;
  for (int j = c->stages; j >= TC_STABILISED_STAGES_MIN; j--) {
    const double before = j < c->stages ? c->stage[j + 1].before : 0.0;
    c->stage[j].flow = c->stage[j].product * share;
    const double earlier = c->stage[j].last * share + before * next_share;
    next_share = share;
    share = earlier;
  }
}

tc_status tc_stabilised_coefficients_create(const tc_stabilised_method *method, int stages, double axis_ratio,
                                            tc_stabilised_coefficients **out) {
  const double argument = tc_stabilised_argument(method, stages, axis_ratio);
  const recurrence end = advance_to(method->alpha, argument, stages);
  recurrence start = begin_recurrence(method->alpha, argument);
  tc_stabilised_coefficients *c = NULL;
  TC_TRY(tc_alloc(1, sizeof *c + ((size_t)stages + 1) * sizeof *c->stage, "coefficients", &c));
  c->stages = stages;
  c->beta = compute_beta(&end);
  set_stages(&start, end.last.slope / end.last.curvature, c);
  set_flows(c);
  *out = c;
  return TC_OK;
}
