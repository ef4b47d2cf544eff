#include "linear/solver/solver_reuse.h"

/* A preconditioner is not reused if the quotient shift / scale has changed by more than this factor. */
static const double most_change = 3.0;

/* True if shift / scale has changed by at most the factor `most_change`. The quotients are compared without a
 * division, because shift is 0 for steady states. */
static bool is_similar(const tc_solver_reuse *r, double shift, double scale) {
  const double now = shift * r->scale, then = r->shift * scale;
  return now == then || (now / then > 0.0 && now / then <= most_change && then / now <= most_change);
}

bool tc_solver_reuse_is_allowed(const tc_solver_reuse *r, double shift, double scale, double rebuild) {
  if (rebuild == 0.0 || (shift == r->shift && scale == r->scale)) return true;
  return is_similar(r, shift, scale) && (double)r->last <= rebuild * (double)r->first;
}

void tc_solver_reuse_restart(tc_solver_reuse *r, double shift, double scale) {
  r->shift = shift;
  r->scale = scale;
  r->first = r->last = 0;
}

void tc_solver_reuse_record(tc_solver_reuse *r, int64_t iterations) {
  if (iterations == 0) return;
  if (r->first == 0) r->first = iterations;
  r->last = iterations;
}
