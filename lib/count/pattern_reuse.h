/* How far apart a rank's products use their vector, as kernels read it: its own rows, and behind them the
 * ghosts in the order of halos (comm/layout/halo.h). Of real patterns and imagined ones the same numbers. No
 * MPI, not collective. Time and memory are those of sparse/reuse_distance.h; the ghosts of imagined patterns
 * are sorted. */
#ifndef TC_COUNT_PATTERN_REUSE_H
#define TC_COUNT_PATTERN_REUSE_H

#include "count/distribution.h"
#include "count/pattern.h"
#include "sparse/reuse_distance.h"

/* Of `rank`, whose rows `pattern` describes. A row streams its values, 32-bit columns, diagonal and result.
 * Errors: TC_INTERNAL out of memory. */
tc_status tc_pattern_count_reuse(const tc_pattern *pattern, const tc_distribution *distribution, int32_t rank,
                                 tc_reuse *out);

/* Sectors that a device reads for a row: tc_reuse_count_tiles. Errors: TC_INTERNAL out of memory. */
tc_status tc_pattern_count_tiles(const tc_pattern *pattern, const tc_distribution *distribution, int32_t rank,
                                 int32_t tile, int sector_bytes, double *sectors_a_row);

#endif
