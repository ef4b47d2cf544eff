/* The ranks of a run, the nodes they live on, and how they agree on errors. */
#ifndef TC_COMM_WORLD_WORLD_H
#define TC_COMM_WORLD_WORLD_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"
#include "base/numeric/dot.h"
#include "base/numeric/sum.h"
#include "comm/world/mpi_error.h"
#include "comm/world/placement.h"

typedef struct tc_world {
  MPI_Comm comm; /* own duplicate of the communicator given; errors are returned, not fatal */
  int rank, ranks;
  MPI_Comm node_comm;     /* the ranks that share memory with this one */
  int node, nodes;        /* nodes are numbered by their lowest rank */
  int *node_of_rank;      /* [ranks] what counts as a node: for traffic, reports, the model */
  int max_ranks_on_node;  /* ranks of the fullest of these */
  int shm_groups;         /* groups of ranks that really share memory */
  int *shm_group_of_rank; /* [ranks] number of the sharing group, by lowest rank */
  int max_shm_ranks;      /* ranks of the fullest of these groups */
  int shm_rank;           /* number of this rank among those of its group, */
  int shm_ranks;          /* and how many these are */
  bool virtual_nodes;     /* nodes are not the sharing groups (tc_world_set_ranks_per_node) */
  tc_placement placement; /* of arrays that are made from now on; local at first */
} tc_world;

/* To be called before MPI_Init. Open MPI up to 4 opens windows between nodes connected by TCP with its
 * component pt2pt only, which Debian excludes in a parameter file (osc=^ucx,pt2pt): unless the user has
 * chosen (OMPI_MCA_osc, --mca osc), tc_world_osc_setting() is what is excluded. (An exclusion is safe with
 * every version; a list of what to include is fatal where one of its names is missing.) A limit of the size
 * of files (ulimit -f) becomes an error of whoever writes, like a full disk: MPI's shared memory is files,
 * too.
 */
void tc_world_prepare(void);

/* "^ucx" where there is no InfiniBand or the like: UCX would be preferred, has nothing but TCP as well, and
 * complains of it. "^none", which excludes nothing, where there is: UCX is the fast way. */
const char *tc_world_osc_setting(void);

/* Collective over comm. ranks_per_node: 0 for the real nodes; K counts every K consecutive ranks as a node
 * (for what-if studies: it changes what is counted as remote, not how data moves). */
tc_status tc_world_create(MPI_Comm comm, int ranks_per_node, tc_world **out);

/* Changes what counts as a node afterwards, as ranks_per_node above. Not collective, but the same on all
 * ranks. */
void tc_world_set_ranks_per_node(tc_world *world, int ranks_per_node);
void tc_world_destroy(tc_world **world);

/* The ranks of the fullest group, where group_of_rank[ranks] numbers groups from 0 on without gaps.
 * members[ranks] is scratch. Not collective. */
int tc_world_max_group_size(int ranks, const int *group_of_rank, int *members);

/* Collective: call it at the end of each set-up phase with the rank's own outcome. Returns TC_OK everywhere
 * when all succeeded; otherwise every rank gets an error with the code and text of the lowest failing rank.
 * Takes over `own`. */
tc_status tc_world_agree(const tc_world *world, tc_status own);

/* Collective: an array of zeros on all ranks, or on none when one has no memory for its own; counts may
 * differ. TC_WORLD_ALLOC(world, array, n): array becomes n elements (tc_free). Errors on all ranks. */
tc_status tc_world_alloc(const tc_world *world, size_t count, size_t size, const char *what, void *out);
#define TC_WORLD_ALLOC(world, array, count)                                                                  \
  tc_world_alloc(world, (size_t)(count), sizeof *(array), #array, &(array))

/* Turns an MPI return code into a status (TC_INTERNAL, with MPI's words), unless the program ends the run
 * then (comm/world/mpi_error.h). Not collective. A source that uses TC_MPI says in TC_PHASE what it was
 * doing, for the user: "MPI failed while <TC_PHASE>: ..". */
#define TC_MPI(call) tc_mpi_error_check((call), TC_PHASE)

/* Collective: the root reads a text file of at most `most` bytes and everybody gets a NUL-terminated copy
 * (tc_free). Errors on all ranks: `code`, naming the file. */
tc_status tc_world_read_text(const tc_world *world, const char *path, size_t most, tc_code code, char **out);

/* Collective reductions; every rank gets the result. */
tc_status tc_world_max(const tc_world *world, double *values, int count);
tc_status tc_world_min(const tc_world *world, double *values, int count);
tc_status tc_world_sum_int64(const tc_world *world, int64_t *values, int count);
/* All ranks started their sum with the same `largest`; the result has the same bits on any number of ranks.
 */
tc_status tc_world_sum(const tc_world *world, const tc_sum *part, double *value);
/* The same for several sums at once, each started with a `largest` of its own: part[k] becomes that of all
 * ranks. */
tc_status tc_world_sums(const tc_world *world, int count, tc_sum *part);
/* Merges all ranks' parts of some dot products, each started with the same top everywhere: dot[k] becomes
 * that of all ranks, its `found` up to the two steps in the middle of the window. One reduction of integers
 * for up to TC_WORLD_DOTS of them, and a second, short one where some are not settled or are of nothing but
 * zeros. With one rank there is nothing to do. */
enum { TC_WORLD_DOTS = 512 };
tc_status tc_world_dots(const tc_world *world, int count, tc_dot *dot);

#endif
