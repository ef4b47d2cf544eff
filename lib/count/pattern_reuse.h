/* Reuse distances of the vector x in a rank's product. The kernels read x as owned rows followed by ghosts in
 * the order of halos (comm/layout/halo.h). Runs and dry runs call it and get the same numbers, because
 * columns without local numbers are numbered here as a halo would number them. Time and memory are those of
 * sparse/reuse_distance.h and of sorting the ghosts. Not collective; no MPI. */
#ifndef TC_COUNT_PATTERN_REUSE_H
#define TC_COUNT_PATTERN_REUSE_H

#include "count/distribution.h"
#include "count/pattern.h"
#include "sparse/reuse_distance.h"

/* Counts the reuse of columns by the rows of `rank`, which `pattern` describes. A row also reads its values,
 * its 32-bit columns and its diagonal and writes its result. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_pattern_count_reuse(const tc_pattern *pattern, const tc_distribution *distribution, int32_t rank,
                                 tc_reuse *out);

/* Counts the sectors that a device reads per row (tc_reuse_count_tiles). Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_pattern_count_tiles(const tc_pattern *pattern, const tc_distribution *distribution, int32_t rank,
                                 int32_t tile, int sector_bytes, double *sectors_a_row);

#endif
