/* Reuse distances of the vector x in a rank's product. The reuse distance of a read is the number of bytes
 * touched since the last read of the same cache line. The kernels read x as owned rows followed by ghosts in
 * the order of halos (comm/layout/halo.h). The columns of a dry run are global positions, so this module
 * first numbers them as a halo would. Runs and dry runs therefore get the same counts. Time and memory are
 * those of tc_reuse_count (sparse/reuse_distance.h) and of sorting the ghosts. Not collective; no MPI. */
#ifndef TC_COUNT_PATTERN_REUSE_H
#define TC_COUNT_PATTERN_REUSE_H

#include "count/distribution.h"
#include "count/pattern.h"
#include "sparse/reuse_distance.h"

/* Counts the reads of x in a product by their reuse distance, for the rows of `rank`, whose sparsity pattern
 * is `pattern`. The distances include the bytes that a row touches in addition to x: its values, its 32-bit
 * columns, its diagonal and its result. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_pattern_count_reuse(const tc_pattern *pattern, const tc_distribution *distribution, int32_t rank,
                                 tc_reuse *out);

#endif
