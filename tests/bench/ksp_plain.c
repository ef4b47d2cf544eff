/* Plain dot products that replace base/numeric/dot.c and comm/world/world_dots.c, to measure the cost of
 * reproducible dot products. The linker option --wrap redirects the calls to these functions, so the
 * library needs no switch. The first limb of a tc_dot then contains the plain sum. */
#include <string.h>

#include "comm/world/mpi_world.h"
#include "ksp_peer.h"

#define TC_PHASE "dot products were summed"

void __real_tc_dot_init(int top, tc_dot *out);
void __wrap_tc_dot_init(int top, tc_dot *out);
void __real_tc_dot_add(tc_dot *dot, int32_t n, const double *weight, const double *x, const double *y);
void __wrap_tc_dot_add(tc_dot *dot, int32_t n, const double *weight, const double *x, const double *y);
void __real_tc_dot_merge(tc_dot *dot, const tc_dot *part);
void __wrap_tc_dot_merge(tc_dot *dot, const tc_dot *part);
double __real_tc_dot_value(const tc_dot *dot);
double __wrap_tc_dot_value(const tc_dot *dot);
tc_status __real_tc_world_dots(const tc_world *world, int count, tc_dot *dot);
tc_status __wrap_tc_world_dots(const tc_world *world, int count, tc_dot *dot);

static bool is_plain;

void ksp_set_plain(bool plain) { is_plain = plain; }

static double sum_of(const tc_dot *dot) {
  double sum;
  memcpy(&sum, &dot->limb[0], sizeof sum);
  return sum;
}

static void set_sum(tc_dot *dot, double sum) { memcpy(&dot->limb[0], &sum, sizeof sum); }

/* A zeroed tc_dot counts as summed within its window, so the solver does not repeat the sum. */
void __wrap_tc_dot_init(int top, tc_dot *out) {
  if (is_plain)
    *out = (tc_dot){0};
  else
    __real_tc_dot_init(top, out);
}

/* Sums with eight independent partial sums, so that additions do not wait for each other. */
static double sum_up(int32_t n, const double *weight, const double *x, const double *y) {
  enum { sums = 8 };
  double part[sums] = {0.0}, sum = 0.0;
  int32_t i = 0;
  for (; i + sums <= n; i += sums)
    for (int k = 0; k < sums; k++) part[k] += weight[i + k] * (x[i + k] * y[i + k]);
  for (; i < n; i++) sum += weight[i] * (x[i] * y[i]);
  for (int k = 0; k < sums; k++) sum += part[k];
  return sum;
}

void __wrap_tc_dot_add(tc_dot *dot, int32_t n, const double *weight, const double *x, const double *y) {
  if (is_plain)
    set_sum(dot, sum_of(dot) + sum_up(n, weight, x, y));
  else
    __real_tc_dot_add(dot, n, weight, x, y);
}

void __wrap_tc_dot_merge(tc_dot *dot, const tc_dot *part) {
  if (is_plain)
    set_sum(dot, sum_of(dot) + sum_of(part));
  else
    __real_tc_dot_merge(dot, part);
}

double __wrap_tc_dot_value(const tc_dot *dot) { return is_plain ? sum_of(dot) : __real_tc_dot_value(dot); }

tc_status __wrap_tc_world_dots(const tc_world *world, int count, tc_dot *dot) {
  double sum[TC_WORLD_DOTS];
  if (!is_plain) return __real_tc_world_dots(world, count, dot);
  if (world->ranks == 1) return TC_OK;
  if (count > TC_WORLD_DOTS) return tc_status_create(TC_INTERNAL, "too many plain dot products at once");
  for (int k = 0; k < count; k++) sum[k] = sum_of(&dot[k]);
  TC_TRY(TC_MPI(world, MPI_Allreduce(MPI_IN_PLACE, sum, count, MPI_DOUBLE, MPI_SUM, tc_world_comm(world))));
  for (int k = 0; k < count; k++) set_sum(&dot[k], sum[k]);
  return TC_OK;
}
