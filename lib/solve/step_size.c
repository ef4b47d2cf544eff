#include "solve/step_size.h"

#include <math.h>

static const double most_steps = 9007199254740992.0; /* 2^53: beyond, step * dt is not exact any more */

tc_status tc_step_size_choose(const char *where, double bound, double dt, double automatic, int64_t steps,
                              double end, tc_step_size *out) {
  if (dt > bound)
    return tc_status_make(TC_NUMERICAL,
                          "%s: a step of %.6g is unstable on this mesh: the bound is %.6g (auto would take "
                          "%.6g)",
                          where, dt, bound, automatic);
  if (dt == 0.0) dt = isfinite(automatic) ? automatic : end > 0.0 ? end : 1.0;
  if (end == 0.0) {
    *out = (tc_step_size){steps, dt};
    return TC_OK;
  }
  double needed =
      ceil(end / dt * (1.0 - 1e-12)); /* an end that is a multiple of dt up to rounding needs no extra step */
  if (!(needed <= most_steps))
    return tc_status_make(TC_USAGE, "%s: reaching t = %.6g takes %.3g steps of %.6g", where, end, needed, dt);
  if (needed < 1.0) needed = 1.0;
  *out = (tc_step_size){(int64_t)needed, end / needed};
  return TC_OK;
}
