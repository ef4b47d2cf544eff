/* Limits that the levels of a memory hierarchy impose on a cell-centred scheme, y_i = sum_j a_ij (x_j - x_i)
 * over four neighbours. These are equations (2) to (6) of J. Langguth, N. Wu, J. Chai, X. Cai, "Parallel
 * performance modeling of irregular applications in cell-centered finite volume methods over unstructured
 * tetrahedral meshes", J. Parallel Distrib. Comput. 2015, https://doi.org/10.1016/j.jpdc.2014.10.005, as
 * printed, and the figures that the paper prints. The report, the program kernels and tests call the
 * functions. A row has 11 FLOPs and, if each value moves once, 64 bytes: 48 of the matrix, 8 read of x, 8
 * written of y. Words have 8 bytes. Pure; no MPI, no clock.
 *
 * In the paper's Table 2, 17 of 20 cells follow from (6) by rounding to two digits. Three are 0.01 low, as if
 * truncated (1.24 for 1.2487, 1.21 for 1.2180, 1.04 for 1.0496), although other cells are certainly rounded
 * (6.0689 is printed as 6.07). No single interpretation gives all 20 cells. The interpretations tried are (5)
 * as printed, caches of 4096 words, other numbers of registers, and rounding the hit ratio h or the number of
 * words first. Other slips of the paper:
 * - With (4) as printed and the paper's R = 8/11 and U = 4/11 words per FLOP, (5) gives 4.05 GFLOP/s for a
 * set that fits into registers. Table 2 has 6.07, which is the value of (6) without its term in h.
 * - C_i in (4) is the size of the next faster level, as Table 1 states.
 * - Registers hold 144 words in section 8, 140 in Table 1; kB are 1000 bytes.
 * - levels_limits.def notes misprinted or truncated values of other figures. */
#ifndef TC_MACHINE_LIMITS_LEVELS_H
#define TC_MACHINE_LIMITS_LEVELS_H

#include "machine/parameters/params.h"

enum { TC_FV_FLOPS = 11, TC_FV_ROW_B = 64 };

/* Parameters of the levels L1, L2, L3 and main memory, with the symbols of Langguth et al. (2015). A value of
 * 0 is unknown. */
typedef struct tc_memory_levels {
  double words[TC_LEVELS]; /* C_i: size of the next faster level in words, which is registers, L1, L2 or L3 */
  double Bps[TC_LEVELS];   /* BW_i: bandwidth of the level in bytes per second */
  double line;             /* CL: words of 8 bytes per cache line */
} tc_memory_levels;

/* Returns the memory levels that the parameters `machine` describe; a value is 0 if unknown. */
tc_memory_levels tc_memory_levels_from_params(const tc_params *machine);

const char *tc_memory_levels_name(int level);

/* Returns the hit ratio h = min(1, C / W) of equation (4) of Langguth et al. (2015). It is the fraction of
 * the accesses that the next faster level serves, if C = `cache_words` is its size in words and W = `words`
 * words are accessed repeatedly. W must be positive. */
double tc_memory_levels_hit_ratio(double cache_words, double words);

/* Returns the words that a level moves per FLOP of the scheme by equation (6) of Langguth et al. (2015): (8 +
 * 4 (1 - hits) line) / 11, with the hit ratio `hits` and `line` words per cache line. */
double tc_memory_levels_scheme_words_per_flop(double hits, double line);

/* Returns the FLOP/s to which one level limits the scheme, a term of equation (5) of Langguth et al. (2015):
 * Bps / (8 words), where `Bps` is the bandwidth of the level and `words` the number of words that it moves
 * per FLOP. */
double tc_memory_levels_flops(double Bps, double words);

/* Evaluates equations (5) and (6) of Langguth et al. (2015). Returns the FLOP/s of the scheme if it accesses
 * W = `words` words of x repeatedly. For a matrix of diagonal blocks, W is the number of values of x in one
 * block. `flops` receives the limit of each level, and the result is the smallest of them. A limit, and then
 * also the result, is NAN if a parameter is unknown. */
double tc_memory_levels_forecast(const tc_memory_levels *levels, double words, double flops[TC_LEVELS]);

/* Returns the FLOP/s of the scheme that a bandwidth of `Bps` allows if a row moves row_B bytes. With row_B =
 * 64 each value moves once, and the result is the roofline limit. Cache misses increase row_B. */
double tc_memory_levels_roofline(double Bps, double row_B);

/* Returns the bytes that a row moves if each of the four neighbours loads a separate line or sector: 64 + 4
 * access_B. */
double tc_memory_levels_worst_row_B(double access_B);

/* Evaluates equation (2) of Langguth et al. (2015) for accesses of access_B = 32 bytes (GPU) or equation (3)
 * for accesses of 64 bytes (CPU). Returns the number of accesses per row, the write included, at which cache
 * and memory limit a row equally. With more accesses only the cache limits it. */
double tc_memory_levels_balance(double cache_Bps, double memory_Bps, double access_B);

/* ---- figures of the paper ---- */

enum { TC_MEMORY_LEVELS_SETS = 5 };

/* Returns the parameters of Table 1 of Langguth et al. (2015): a single core of a Sandy Bridge processor. */
tc_memory_levels tc_memory_levels_published(void);

/* Column of Table 2 of Langguth et al. (2015): the number of words W to which it applies, and in GFLOP/s the
 * limit of each level, the minimum over the levels, and the measured performance. */
typedef struct tc_memory_levels_column {
  double words, level[TC_LEVELS], min, measured;
} tc_memory_levels_column;

extern const tc_memory_levels_column tc_memory_levels_published_columns[TC_MEMORY_LEVELS_SETS];

/* A figure of Langguth et al. (2015), other than those of Table 2, that can be recomputed from parameters in
 * the paper. */
typedef struct tc_memory_levels_limit {
  const char *what, *formula, *unit;
  double value;
  const char *printed; /* the figure as printed; "" if the paper does not print it */
  const char *note;    /* "" if the rounded value is as printed; otherwise the reason for the difference */
} tc_memory_levels_limit;

int tc_memory_levels_limit_count(void);
const tc_memory_levels_limit *tc_memory_levels_limit_at(int index);

#endif
