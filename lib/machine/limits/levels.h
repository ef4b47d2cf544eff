/* What the levels of a memory hierarchy allow a cell-centred scheme, y_i = sum_j a_ij (x_j - x_i) over four
 * neighbours: equations (2) to (6) of J. Langguth, N. Wu, J. Chai, X. Cai, "Parallel performance modeling of
 * irregular applications in cell-centered finite volume methods over unstructured tetrahedral meshes",
 * J. Parallel Distrib. Comput. 2015, https://doi.org/10.1016/j.jpdc.2014.10.005, as printed, and what the
 * paper prints of them. Pure; no MPI, no clock. A row has 11 FLOPs and, when each value moves once, 64 bytes:
 * 48 of the matrix, 8 read of x, 8 written of y. Words have 8 bytes.
 *
 * Of the paper's Table 2, 17 of 20 cells follow from (6) by rounding to two digits; three are 0.01 low, as if
 * cut (1.24 for 1.2487, 1.21 for 1.2180, 1.04 for 1.0496), though others are certainly rounded (6.0689 is
 * printed as 6.07). No one reading gives all 20: not (5) as printed, caches of 4096 words, other numbers of
 * registers, nor h or the words rounded first. Other slips of the paper:
 * - With (4) as it stands, R = 8/11 and U = 4/11, (5) gives 4.05 GFLOP/s for a set that fits into registers;
 *   Table 2 has 6.07, which is (6): h does not count.
 * - C_i in (4) is what the level above holds, as Table 1 says.
 * - Registers hold 144 words in section 8, 140 in Table 1; kB are 1000 bytes.
 * - What is misprinted or cut among other figures is said in levels_limits.def. */
#ifndef TC_MACHINE_LIMITS_LEVELS_H
#define TC_MACHINE_LIMITS_LEVELS_H

#include "machine/parameters/params.h"

enum { TC_FV_FLOPS = 11, TC_FV_ROW_B = 64 };

/* L1, L2, L3, memory. 0: not known. */
typedef struct tc_memory_levels {
  double words[TC_LEVELS]; /* C_i: what the level above holds: registers, L1, L2, L3 */
  double Bps[TC_LEVELS];   /* BW_i */
  double line;             /* CL: words of a line */
} tc_memory_levels;

/* As machine files and calibrations have them. */
tc_memory_levels tc_memory_levels_from_params(const tc_params *machine);

const char *tc_memory_levels_name(int level);

/* h_i = min(1, C/W) of (4): the share of accesses that the level above serves. W > 0. */
double tc_memory_levels_hit_ratio(double cache, double wanted);

/* (4), WpF: words that a level moves for each FLOP. stream: R, moved in any case; reused: U, moved again, by
 * whole lines, when they miss. */
double tc_memory_levels_words_per_flop(double stream, double reused, double hits, double line);

/* (6): the same of the scheme, (8 + 4 (1 - h) CL) / 11. */
double tc_memory_levels_scheme_words_per_flop(double hits, double line);

/* A term of (5), FLOP/s: BW / (8 WpF). */
double tc_memory_levels_flops(double Bps, double words);

/* (5) with (6): FLOP/s of the scheme when W words should be cached (in a matrix of diagonal blocks the
 * values of one), the least of what each level allows, which goes to flops. NAN where it is not known. */
double tc_memory_levels_forecast(const tc_memory_levels *levels, double wanted, double flops[TC_LEVELS]);

/* FLOP/s that a bandwidth allows when a row moves so many bytes: 64, the roofline; more when it misses. */
double tc_memory_levels_roofline(double Bps, double row_B);

/* Bytes of a row when each neighbour brings a line or sector of its own: 64 + 4 of these. */
double tc_memory_levels_worst_row_B(double access_B);

/* (2), accesses of 32 bytes (GPU), and (3), of 64 (CPU): of so many a row, the write among them, the cache
 * limits a row as much as memory does; of more the cache alone. */
double tc_memory_levels_balance(double cache_Bps, double memory_Bps, double access_B);

/* ---- what the paper prints ---- */

enum { TC_MEMORY_LEVELS_SETS = 5 };

tc_memory_levels tc_memory_levels_published(void); /* Table 1: one core of a Sandy Bridge alone */

/* Table 2: W of a column, and GFLOP/s of a level, of the least of them, and measured. */
double tc_memory_levels_published_set(int set);
double tc_memory_levels_published_cell(int level, int set);
double tc_memory_levels_published_min(int set);
double tc_memory_levels_published_measured(int set);

/* What else can be computed from parameters in the paper. */
typedef struct tc_memory_levels_limit {
  const char *what, *formula, *unit;
  double value;
  const char *printed; /* "" where the paper does not give it */
  const char *note;    /* "" when the value, rounded, is what is printed; else why not */
} tc_memory_levels_limit;

int tc_memory_levels_limit_count(void);
const tc_memory_levels_limit *tc_memory_levels_limit_at(int index);

#endif
