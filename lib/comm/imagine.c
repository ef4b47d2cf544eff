#include "comm/imagine.h"

/* One rank: its pattern is made once and counted for every strategy. */
static tc_status count_rank(const tc_imagined *run, int32_t rank, int strategies,
                            const tc_strategy *const *strategy, tc_counts *traffic) {
  tc_pattern *pattern = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_pattern_imagine(run->dual, run->order, run->position, run->distribution, rank,
                                      run->rings, run->width, &pattern));
  for (int s = 0; s < strategies; s++)
    TC_GUARD(status,
             tc_strategy_counts(strategy[s], pattern, run->distribution, run->node_of_rank, rank,
                                &traffic[(size_t)s * (size_t)run->distribution->ranks + (size_t)rank]));
cleanup:
  tc_pattern_destroy(&pattern);
  return status;
}

tc_status tc_imagine_counts(const tc_imagined *run, int strategies, const tc_strategy *const *strategy,
                            tc_counts *traffic) {
  tc_status failure = TC_OK;
#pragma omp parallel for schedule(dynamic, 1)
  for (int32_t rank = 0; rank < run->distribution->ranks; rank++) {
    tc_status status = count_rank(run, rank, strategies, strategy, traffic);
    if (!status) continue;
#pragma omp critical(tc_imagine_failure)
    {
      if (failure)
        tc_status_free(&status);
      else
        failure = status;
    }
  }
  return failure;
}
