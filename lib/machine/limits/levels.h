/* Upper limits of the FLOP/s of a cell-centred finite volume scheme. Each cache level and the main memory
 * ("levels" below) impose a limit by their bandwidths. "The scheme" below is y_i = sum_j a_ij (x_j - x_i),
 * where j runs over the four neighbours of cell i. A row, which is the computation of one y_i, has 11 FLOPs.
 * If each value moves once, a row moves 64 bytes, namely 48 of the matrix, 8 read from x and 8 written to y.
 * Words have 8 bytes. The report (report/sections/levels_table.c), the program `kernels` and tests call the
 * functions. Pure, without MPI and clock.
 *
 * Source: equations (2) to (6), as printed, of J. Langguth, N. Wu, J. Chai, X. Cai, "Parallel
 * performance modeling of irregular applications in cell-centered finite volume methods over unstructured
 * tetrahedral meshes", J. Parallel Distrib. Comput. 2015, https://doi.org/10.1016/j.jpdc.2014.10.005. This
 * file also contains figures of the paper.
 *
 * In the paper's Table 2, 17 of 20 cells follow from (6) by rounding to two digits. Three are too low by
 * 0.01, as if truncated (1.24 for 1.2487, 1.21 for 1.2180, 1.04 for 1.0496), although other cells are
 * certainly rounded (6.0689 is printed as 6.07). No single interpretation gives all 20 cells. The
 * interpretations tried are (5) as printed, caches of 4096 words, other numbers of registers, and rounding
 * the hit ratio h or the number of words first. Other slips of the paper:
 * - With (4) as printed and the paper's R = 8/11 and U = 4/11 words per FLOP, (5) gives 4.05 GFLOP/s for a
 * set that fits into registers. Table 2 has 6.07, which is the value of (6) without its term in h.
 * - C_i in (4) is the size of the next faster level, as Table 1 states.
 * - Registers hold 144 words in section 8, 140 in Table 1; kB are 1000 bytes.
 * - levels_limits.def notes misprinted or truncated values of other figures. */
#ifndef TC_MACHINE_LIMITS_LEVELS_H
#define TC_MACHINE_LIMITS_LEVELS_H

#include "machine/parameters/params.h"

enum { TC_FV_FLOPS = 11, TC_FV_ROW_B = 64 };

/* Parameters of the levels L1, L2, L3 and main memory, which have the indices 0 to 3. The symbols are those
 * of Langguth et al. (2015). A value of 0 is unknown. */
typedef struct tc_memory_levels {
  double words[TC_LEVELS]; /* C_i: words that fit into the next faster memory: the registers for L1, L1 for
                              L2, L2 for L3, and L3 for main memory */
  double Bps[TC_LEVELS];   /* BW_i: bandwidth of the level in bytes per second */
  double line;             /* CL: words of 8 bytes per cache line */
} tc_memory_levels;

/* Returns the memory levels that the machine parameters describe. A value is 0 if it is unknown. */
tc_memory_levels tc_memory_levels_from_params(const tc_params *machine);

/* Returns "L1", "L2", "L3" or "memory" for level 0, 1, 2 or 3. */
const char *tc_memory_levels_name(int level);

/* Returns the hit ratio of a cache, which is the fraction of the reads of x that find their value in the
 * cache. `words` > 0 is the number W of words of a part of x that is read several times, and `cache_words` is
 * the number C of words that the cache holds. The result is min(1, C / W), equation (4) of Langguth et al.
 * (2015). */
double tc_memory_levels_hit_ratio(double cache_words, double words);

/* Returns the number of words that a level must deliver or store per FLOP of the scheme. `hits` is the hit
 * ratio of the next faster level, and `line` is the number of words in a cache line. Each read of x that
 * misses loads a line. The result is (8 + 4 (1 - hits) line) / 11, equation (6) of Langguth et al. (2015). */
double tc_memory_levels_scheme_words_per_flop(double hits, double line);

/* Returns the FLOP/s to which one level limits the scheme. `Bps` is the bandwidth of the level in bytes per
 * second, and `words` is the number of words that it moves per FLOP. The result is Bps / (8 words), one term
 * of equation (5) of Langguth et al. (2015). */
double tc_memory_levels_flops(double Bps, double words);

/* Returns the FLOP/s of the scheme that the model of Langguth et al. (2015) forecasts, equations (5) and (6).
 * `words` is the number of different values of x that must stay in a cache, because later rows read them
 * again. In a matrix with independent diagonal blocks, these are the values of x of one block. flops[l]
 * receives the FLOP/s to which level l (L1, L2, L3 or main memory) limits the scheme. The result is the
 * lowest of these limits. A limit is NAN if a parameter of the level is unknown, and then the result is NAN
 * too. */
double tc_memory_levels_forecast(const tc_memory_levels *levels, double words, double flops[TC_LEVELS]);

/* Returns the FLOP/s to which a bandwidth of `Bps` bytes per second limits the scheme if a row moves row_B
 * bytes. Without cache misses row_B is 64, and the result is the roofline limit. Each cache miss increases
 * row_B. */
double tc_memory_levels_roofline(double Bps, double row_B);

/* Returns the number of bytes that a row moves in the worst case, 64 + 4 access_B. Each of the four
 * neighbours then loads a cache line (CPU) or sector (GPU) of access_B bytes that no other read uses. */
double tc_memory_levels_worst_row_B(double access_B);

/* Returns the number of cache accesses per row at which the cache needs as much time for a row as main
 * memory. The write of y is one of these accesses. With more accesses the cache limits the scheme, with fewer
 * the main memory. An access moves access_B bytes, which are 32 on a GPU and 64 on a CPU. The bandwidths are
 * in bytes per second. Equations (2) for GPUs and (3) for CPUs of Langguth et al. (2015). */
double tc_memory_levels_balance(double cache_Bps, double memory_Bps, double access_B);

/* ---- figures of the paper ---- */

enum { TC_MEMORY_LEVELS_SETS = 5 };

/* Returns the parameters of Table 1 of Langguth et al. (2015): a single core of a Sandy Bridge processor. */
tc_memory_levels tc_memory_levels_published(void);

/* One column of Table 2 of Langguth et al. (2015), for one number of words of x that must stay in a cache.
 * `words` is this number, W, the argument `words` of tc_memory_levels_forecast. level[l] is the limit of each
 * level in GFLOP/s. `min` is the lowest of these limits, and `measured` the performance that the paper has
 * measured, both in GFLOP/s. */
typedef struct tc_memory_levels_column {
  double words, level[TC_LEVELS], min, measured;
} tc_memory_levels_column;

extern const tc_memory_levels_column tc_memory_levels_published_columns[TC_MEMORY_LEVELS_SETS];

/* A figure of Langguth et al. (2015), other than those of Table 2, that can be recomputed from parameters in
 * the paper. */
typedef struct tc_memory_levels_limit {
  /* Description; C expression from which the value is computed; unit of the value. */
  const char *what, *formula, *unit;
  double value;        /* value of the formula, not rounded */
  const char *printed; /* the figure as printed; "" if the paper does not print it */
  const char *note;    /* "" if the rounded value is as printed; otherwise the reason for the difference */
} tc_memory_levels_limit;

int tc_memory_levels_limit_count(void);
const tc_memory_levels_limit *tc_memory_levels_limit_at(int index);

#endif
