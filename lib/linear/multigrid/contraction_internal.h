/* Steps of a contraction (contraction.h): numbers of the aggregates (coarse_rows.c), exchange of members
 * whose aggregate belongs to another rank (member_records.c), and addition of the members
 * (contraction_merge.c). Internal to these files and contraction.c. */
#ifndef TC_LINEAR_MULTIGRID_CONTRACTION_INTERNAL_H
#define TC_LINEAR_MULTIGRID_CONTRACTION_INTERNAL_H

#include "base/containers/array.h"
#include "linear/multigrid/contraction.h"

/* Aggregates that this rank owns, and places of the aggregates to which the rank's rows belong. */
typedef struct tc_coarse_rows {
  int32_t count;
  tc_gid *id; /* [count] ids of the aggregates */
  /* [fine rows + ghosts] place of each row's aggregate; owner -1 if it has none; borrowed */
  tc_row_place *place;
} tc_coarse_rows;

/* Collective. Numbers the aggregates of `fine` on their owners, and sets out->place[fine rows + ghosts],
 * which the caller has allocated. `pool` owns the ids. Errors (on all ranks): TC_INTERNAL if memory is
 * exhausted; those of MPI messages. */
tc_status tc_coarse_rows_create(const tc_level_graph *fine, const tc_aggregate *aggregate,
                                tc_level_owners owners, tc_pool *pool, tc_coarse_rows *out);

/* Rows of other ranks whose aggregates this rank owns. Their entries contain neither couplings within the
 * aggregate nor couplings to excluded rows, which the excess contains. */
typedef struct tc_received_members {
  int32_t count;
  int32_t *aggregate;            /* [count] local number of the aggregate */
  tc_gid *id;                    /* [count] id of the member */
  double *excess, *diagonal_sum; /* [count] excess and diagonal sum of the member (level_graph.h) */
  int32_t *begin;                /* [count + 1] entries of member m: begin[m] .. begin[m+1]-1 */
  tc_gid *entry_id;              /* [begin[count]] id of the neighbour's aggregate */
  tc_row_place *entry_place;     /* [begin[count]] place of the neighbour's aggregate */
  float *entry_coupling;         /* [begin[count]] coupling of the member to the neighbour */
} tc_received_members;

/* Collective. Sends the members whose aggregate belongs to another rank to this rank. `pool` owns the arrays.
 * Errors (on all ranks): TC_INTERNAL if memory is exhausted or a rank sends too many numbers; those of MPI
 * messages. */
tc_status tc_member_records_exchange(const tc_level_graph *fine, const tc_aggregate *aggregate,
                                     const tc_row_place *place, tc_pool *pool, tc_received_members *out);

/* A reference to an aggregate of another rank, by a column or by an entry of a received member.
 * number_remotes writes the coarse column of the aggregate to *column. */
typedef struct tc_remote_use {
  tc_row_place place;
  tc_gid id;
  int32_t *column;
} tc_remote_use;

/* State of a contraction on one rank. */
typedef struct tc_contraction {
  const tc_level_graph *fine;
  const tc_aggregate *aggregate;
  tc_coarse_rows rows;
  tc_received_members received;
  int32_t *column;       /* [fine rows + ghosts] coarse column of each row's aggregate; -1 if it has none */
  int32_t *entry_column; /* [received entries] coarse column of the neighbour's aggregate */
  /* References to aggregates of other ranks. They are `remotes` different aggregates, and aggregate number r
   * has the provisional coarse column rows.count + r. */
  TC_ARRAY(tc_remote_use) remote_uses;
  int32_t remotes;
  tc_row_place *remote_place; /* [remotes] place of each of these aggregates */
  tc_gid *remote_id;          /* [remotes] id of each of these aggregates */
  uint8_t *is_read;           /* [remotes] 1 if a coarse row reads the aggregate */
  int32_t *ghost_column;      /* [remotes] final column of each of these aggregates in the coarse graph */
  /* Members of aggregate I: member[member_begin[I]] .. member[member_begin[I+1]-1], sorted by id. Member m is
   * fine row m, or received member m - fine->rows. */
  int32_t *member_begin, *member;
  /* Entries of the coarse graph. Thread t merges consecutive rows and writes their entries one after another
   * from entry first[t] on. There is space for the entries of all members. */
  int threads;
  int64_t *first; /* [threads] entry from which each thread writes */
  tc_level_graph *coarse;
  tc_pool memory; /* owns the arrays, but not those of `coarse` and `remote_uses` */
} tc_contraction;

/* Not collective. Adds the members of each aggregate and sets the rows of the coarse graph: excess,
 * diagonal_sum, begin, column and coupling. Columns of aggregates of other ranks are provisional (`remotes`).
 * Sets `is_read`. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_contraction_merge(tc_contraction *contraction);

#endif
