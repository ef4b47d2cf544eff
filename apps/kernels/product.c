/* Products on the processor, with the functions of sparse/ell_kernels.h, which tetracast uses for its
 * products too. The kernels `simple` and `placed` differ only in which threads touch the arrays first,
 * which determines the NUMA node of each page. Creating a product sets the number of OpenMP threads of
 * the program. */
#include "product.h"

#include <math.h>
#include <omp.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/program/numa_pages.h"
#include "base/program/thread_count.h"
#include "sparse/ell_kernels.h"
#include "sparse/matrix.h"
#include "test_values.h"

static const kn_row_form forms[] = {
    {"difference", "y_i = sum of a_ij (x_j - x_i)", -1, 3, 16, true},
    {"matrix", "y_i = a_ii x_i + sum of a_ij x_j", 1, 2, 24, false},
};
TC_REGISTRY_NAMED_ITEMS(kn_row_forms, forms);
const kn_row_form *kn_row_form_at(int index) { return &forms[index]; }

int kn_row_form_flop(const kn_row_form *form, int width) { return form->flop + form->flop_per_entry * width; }
int kn_row_form_bytes(const kn_row_form *form, int width) {
  return form->bytes + width * (int)(sizeof(double) + sizeof(int32_t));
}

static const kn_kernel kernels[] = {
    {"simple", "the first thread touches all arrays", false, false, 0},
    {"placed", "each thread touches its own part first", true, false, 0},
    {"shared", "tiles of a device copy values and columns into shared memory", true, true, TC_STAGING_SHARED},
    {"direct", "rows of a device read values and columns through its cache", true, true, TC_STAGING_DIRECT},
};
TC_REGISTRY_NAMED_ITEMS(kn_kernels, kernels);
const kn_kernel *kn_kernel_at(int index) { return &kernels[index]; }

/* Fills A, x and y. This is the first access to the pages of x and y, which places each of them on the NUMA
 * node of the thread that fills it. The pages of A are placed when A is created. */
static void fill_vectors(kn_product *p, const int32_t *column) {
  const size_t width = (size_t)p->A->width;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < p->A->rows; i++) {
    for (size_t e = (size_t)i * width; e < ((size_t)i + 1) * width; e++) {
      p->A->column[e] = column[e];
      p->A->value[e] = kn_test_weight(i, column[e]);
      p->A->diagonal[i] -= p->A->value[e];
    }
    p->x[i] = (double)kn_test_x(i, 0);
    p->y[i] = 0.0;
  }
}

tc_status kn_product_create(const kn_row_form *form, const kn_kernel *kernel, const tc_ell_pattern *columns,
                            int threads, kn_product **out) {
  const int32_t rows = columns->rows;
  kn_product *p = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC_ZERO(p, 1));
  p->form = form;
  /* sets the number of threads that make the first access to the pages */
  TC_GUARD(status, tc_thread_count_set(kernel->is_placed ? threads : 1));
  TC_GUARD(status, tc_ell_create(rows, rows, columns->width, &p->A));
  TC_GUARD(status, TC_ALLOC(p->x, rows));
  TC_GUARD(status, TC_ALLOC(p->y, rows));
  fill_vectors(p, columns->column);
  if (form->differences) tc_ell_use_differences(p->A, 0.0);
  TC_GUARD(status, tc_thread_count_set(threads));
  *out = p;
  return TC_OK;
cleanup:
  kn_product_destroy(&p);
  return status;
}

void kn_product_destroy(kn_product **product) {
  if (!*product) return;
  tc_ell_destroy(&(*product)->A);
  tc_free((*product)->x);
  tc_free((*product)->y);
  tc_free(*product);
  *product = NULL;
}

void kn_product_multiply(kn_product *p) { tc_ell_multiply(p->A, p->x, p->y); }

/* Adds to *pages the numbers of local and remote pages in the arrays of rows begin to end - 1. A page is
 * local if it is on the NUMA node of the calling thread. */
static void locate_product(const kn_product *p, int32_t begin, int32_t end, tc_numa_pages *pages) {
  const size_t rows = (size_t)(end - begin);
  tc_ell_locate(p->A, begin, end, pages);
  tc_numa_pages_count(p->x + begin, rows * sizeof *p->x, pages);
  tc_numa_pages_count(p->y + begin, rows * sizeof *p->y, pages);
}

double kn_product_local_page_share(const kn_product *p) {
  int64_t local = 0, total = 0;
#pragma omp parallel reduction(+ : local, total)
  {
    int32_t begin, end;
    tc_numa_pages pages = {0};
    tc_matrix_thread_rows(p->A->rows, omp_get_thread_num(), omp_get_num_threads(), &begin, &end);
    locate_product(p, begin, end, &pages);
    local += pages.local;
    total += pages.local + pages.remote;
  }
  return total > 0 ? (double)local / (double)total : NAN;
}

void kn_product_advance(kn_product *p) {
  p->step++;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < p->A->rows; i++) p->x[i] += i & 3;
}

double kn_product_step(kn_product *p) {
  kn_product_advance(p);
  const double begin = tc_now_s();
  kn_product_multiply(p);
  return tc_now_s() - begin;
}

static double time_fastest_step(kn_product *p, int steps) {
  double fastest_s = INFINITY;
  for (int s = 0; s < steps; s++) fastest_s = fmin(fastest_s, kn_product_step(p));
  return fastest_s;
}

void kn_product_warm_up(kn_product *p) {
  enum { batch = 4, max_steps = 256 };
  const double min_improvement = 0.98, limit_s = 0.5, begin = tc_now_s();
  double previous, fastest_s = time_fastest_step(p, 1);
  do {
    previous = fastest_s;
    fastest_s = fmin(previous, time_fastest_step(p, batch));
  } while (fastest_s < min_improvement * previous && p->step < max_steps && tc_now_s() - begin < limit_s);
}
