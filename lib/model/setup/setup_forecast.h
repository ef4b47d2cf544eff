/* Forecast of the setup of a linear solver, from counts and machine parameters. run/plan/step_forecast.c
 * calls it for transposes, colours and factors. Pure: no MPI, no clock.
 *
 * Setup hardly computes: it reads values through lists, one after another, as messages are gathered. So
 * each read costs pack_s. The numbers of reads follow the statements in the loops, with the width w and
 * the number of colours C:
 * - Transpose (comm/layout/transpose.c): an entry searches for itself in half of the row of its column,
 * reads the entry and the volume there, and writes value and column: (w + 1) / 2 + 5 reads, w times a row.
 * - Colours (comm/layout/colour.c): rows are sorted by a hash, which compares two and moves one of two
 * words log2(rows) times: 6 reads each time. Then a row reads column, hash and colour of w neighbours and
 * 6 values of its own. Ranks exchange colours until no row waits. A row of colour c has waited for a row
 * of each lower colour, so that needs about C rounds with a reduction each; a single rank needs one.
 * - Factors (sparse/triangular_factor_build.c): 2 w + 14 to copy the matrix and its diagonal; for each
 * triangle, entries are counted (3), followed (5) and copied (4), and rows are visited for each colour and
 * sorted (10): 12 w + C + 10. ILU(0) (linear/precondition/ilu0.c) comes first: half of the entries of a
 * row are eliminated, each with a row of w entries that are read in 4 places, and rows are copied, listed
 * and marked in 12 w: 2 w^2 + 12 w. Each row of the factors is sent to the ranks that have it as a ghost,
 * with its columns: 2 w + 1 values instead of one. Incomplete factors with fill depend on the values of
 * the matrix, so their cost is not known from counts.
 *
 * Colours and factors follow the order of elimination, not that of the rows in memory, so their data come
 * from the memory level of the matrix. They are slower by the ratio of the product's rows there to those
 * in the first cache. One thread builds colours and triangles, while parameters hold for all threads. The
 * single exchange of a transpose is neglected. */
#ifndef TC_MODEL_SETUP_SETUP_FORECAST_H
#define TC_MODEL_SETUP_SETUP_FORECAST_H

#include "base/ledger/counts.h"
#include "base/ledger/setup_stages.h"
#include "machine/parameters/params.h"

/* Construction of the triangles that sweeps solve. */
typedef enum tc_factoring {
  TC_FACTORING_NONE, /* no triangles */
  TC_FACTORING_COPY, /* entries of the matrix */
  TC_FACTORING_ILU0,
  TC_FACTORING_FILL
} tc_factoring;

/* Setup work of one rank. */
typedef struct tc_setup_load {
  int32_t rows;
  int width;
  int threads; /* number of threads that the machine was measured with */
  int times;   /* number of preconditioners: 2 if the adjoint has its own */
  tc_factoring factoring;
  int sweeps;             /* sweeps per application, one per triangle */
  int colours;            /* 0: rows are swept in their order in memory */
  tc_counts sweep_counts; /* exchange of one sweep */
} tc_setup_load;

/* Returns for each phase of the setup the longest time of any rank. load[ranks], on `nodes` nodes. NaN if
 * a parameter is unknown. */
tc_setup_times tc_setup_predict(const tc_params *machine, int nodes, int ranks, const tc_setup_load *load);

#endif
