/* Pairing: one of the three passes that form the aggregates of a level. A pass first computes the greedy
 * matching of the rows in a total order of the edges, then joins rows that remained single to a pair to which
 * they are strongly coupled. The result depends on ids and values alone, not on ranks, threads or the order
 * of rows. Source: the matching is that of Manne, Bisseling, "A parallel approximation algorithm for the
 * weighted maximum matching problem", 2007; the rules of strength and joining are described in
 * decisions/107-joining-by-own-diagonal.md. */
#ifndef TC_LINEAR_MULTIGRID_PAIRING_H
#define TC_LINEAR_MULTIGRID_PAIRING_H

#include "linear/multigrid/level_graph.h"

/* Aggregate of a row. `id` is the smallest id of the members. `owner` and `local` are the place of the member
 * with this id: the rank that owns it and its row number there. All three are -1 if the row has no
 * aggregate. */
typedef struct tc_aggregate {
  tc_gid id;
  int32_t owner, local;
} tc_aggregate;

/* Collective. Sets aggregate[rows + ghosts], for owned rows and ghosts. Two rows may be paired if the
 * strength of their edge, the coupling relative to their diagonal sums, is above `strength`. `is_first` is
 * true in the first pass of a level: rows without couplings, and rows whose excess is at least 0.3 of their
 * diagonal sum, then have no aggregate. In later passes rows without couplings are aggregates of one row.
 * Adds the number of rounds, which does not depend on the distribution, to *rounds. Errors (on all ranks):
 * TC_INTERNAL if memory is exhausted; those of MPI messages. */
tc_status tc_pairing_run(const tc_level_graph *graph, bool is_first, double strength, tc_aggregate *aggregate,
                         int64_t *rounds);

#endif
