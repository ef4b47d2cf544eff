/* A forecast of what it takes to make a solver ready, from counts and parameters of the machine. Pure: no
 * MPI, no clock.
 *
 * Set-up hardly computes: it looks at values where a list says, one after the other, as messages are
 * gathered. So it costs pack_s for each that it looks at. The numbers are those of the statements in the
 * loops, w the width and C the colours:
 *
 * - transpose (comm/layout/transpose.c): an entry looks for itself in half of the row of its column, at the
 * entry and the volume there, and writes value and column: (w + 1) / 2 + 5, w times a row.
 *
 * - colours (comm/layout/colour.c): rows are sorted by a hash, log2(rows) times two are compared and one, of
 * two words, is moved: 6 each time. Then a row looks at column, hash and colour of w neighbours, and at 6
 * values of its own. Ranks exchange colours until no row waits. A row with colour c has waited for a row of
 * each lower one, so that takes about C rounds with a reduction each; one rank alone needs one.
 *
 * - factors (sparse/triangular_factor_build.c): 2 w + 14 to copy the matrix and its diagonal; for each
 * triangle, entries are counted (3), followed (5) and copied (4) and rows are looked at for each colour and
 * sorted (10): 12 w + C + 10. ILU(0) (linear/precondition/ilu0.c) before that: half of the entries of a row
 * are eliminated, each with a row of w entries that are looked at in 4 places, and rows are copied, listed
 * and marked in 12 w: 2 w^2 + 12 w. Each row of factors goes to those that have it as a ghost, with its
 * columns: 2 w + 1 values in place of one. Incomplete factors with fill depend on the values of the matrix,
 * which no count tells.
 *
 * Colours and factors follow the order of elimination and not that of the rows in memory, so that they come
 * from where the matrix lies: there they take as much longer as rows of the product do than in the first
 * cache. Colours and triangles are made by one thread, while parameters are those of all. The exchange of a
 * transpose, one in all, is left out. */
#ifndef TC_MODEL_SETUP_SETUP_FORECAST_H
#define TC_MODEL_SETUP_SETUP_FORECAST_H

#include "base/ledger/counts.h"
#include "base/ledger/setup_stages.h"
#include "machine/parameters/params.h"

/* How the triangles are made that sweeps solve. */
typedef enum tc_factoring {
  TC_FACTORING_NONE, /* there are no such */
  TC_FACTORING_COPY, /* from entries of the matrix */
  TC_FACTORING_ILU0,
  TC_FACTORING_FILL
} tc_factoring;

/* What a rank makes. */
typedef struct tc_setup_load {
  int32_t rows;
  int width;
  int threads; /* with which the machine was measured */
  int times;   /* preconditioners: 2 where the adjoint has its own */
  tc_factoring factoring;
  int sweeps;             /* through the rows each time that it is applied: so many triangles */
  int colours;            /* 0: rows are taken as the rank has them */
  tc_counts sweep_counts; /* what one sweep exchanges */
} tc_setup_load;

/* load[ranks], on so many nodes. The longest of any rank, stage by stage. NaN: the machine is not known well
 * enough. */
tc_setup_times tc_setup_predict(const tc_params *machine, int nodes, int ranks, const tc_setup_load *load);

#endif
