#include "run/reads.h"

#include "machine/bench_product.h"

tc_status tc_reads_compare(int ranks, int width, tc_measure *measured) {
  tc_reuse usual = {.rows = 0};
  for (tc_measure *m = measured; m < measured + ranks; m++) {
    if (m->rows > 0 && usual.rows != m->rows) TC_TRY(tc_bench_matrix_reuse(m->rows, width, &usual));
    m->beyond = m->reuse;
    tc_reuse_subtract(&m->beyond, &usual);
  }
  return TC_OK;
}
