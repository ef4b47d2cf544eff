/* What a run with any number of ranks would move, counted exactly and without starting it. No MPI. */
#ifndef TC_COUNT_DRY_RUN_COUNTS_H
#define TC_COUNT_DRY_RUN_COUNTS_H

#include "count/layout.h"
#include "count/pattern_reuse.h"
#include "count/traffic.h"

/* What is prescribed, by cell of the mesh. */
typedef struct tc_imagined_input {
  const uint8_t *given;    /* [cells] boundary faces that have a datum; NULL: none has */
  const uint8_t *changing; /* [cells] those of them whose datum is evaluated in every step */
  bool source;             /* a source or states in every cell */
} tc_imagined_input;

/* A run that does not take place. */
typedef struct tc_imagined {
  const tc_graph *dual;
  const int32_t *order;    /* [cells] order[position] = cell */
  const int32_t *position; /* [cells] the inverse */
  const tc_distribution *distribution;
  const int *node_of_rank; /* [ranks] */
  int rings, width;        /* of the scheme */
  tc_imagined_input input;
} tc_imagined;

/* moved[s * ranks + r]: what one step with the strategy of traffic[s] moves for rank r: the same numbers as
 * tc_traffic_add and, of what is prescribed, a real run's step gives. reuse[r]: reads of columns in a
 * product of rank r (count/pattern_reuse.h); NULL: not counted. Not collective; the ranks are
 * shared by OpenMP threads, each of which holds one rank's pattern at a time. Errors: TC_INTERNAL out of
 * memory. */
tc_status tc_imagine_counts(const tc_imagined *run, int strategies, const tc_traffic *traffic,
                            tc_counts *moved, tc_reuse *reuse);

/* How sweeps through triangles go: by colour (comm/layout/colour.h). */
typedef struct tc_imagined_colours {
  const int32_t *of; /* [cells] by position */
  int colours;
  bool back; /* there and back; else there only */
} tc_imagined_colours;

/* moved[r]: what applying such triangles once moves for rank r (comm/exchange/colour_exchange.h): after each
 * colour but the last, there and back. Not collective, threads and errors as above. */
tc_status tc_imagine_sweeps(const tc_imagined *run, const tc_imagined_colours *colours, tc_counts *moved);

#endif
