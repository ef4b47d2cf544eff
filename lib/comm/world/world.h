/* World: the ranks of a run, the nodes on which they run, and agreement on errors. A program calls
 * tc_world_prepare before MPI_Init and creates the world after it. Almost every collective function has the
 * world as its first parameter. The status of each setup phase passes through tc_world_agree, so that all
 * ranks return the same error. This header does not need MPI: files that call MPI include
 * comm/world/mpi_world.h, which also has the function that creates a world. */
#ifndef TC_COMM_WORLD_WORLD_H
#define TC_COMM_WORLD_WORLD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"
#include "base/numeric/dot.h"
#include "base/numeric/sum.h"
#include "comm/world/placement.h"

typedef struct tc_world {
  struct tc_world_mpi *mpi; /* communicators (comm/world/mpi_world.h); not NULL */
  int rank, ranks;
  int shm_rank;    /* number of this rank within its group of ranks that share memory */
  int shm_ranks;   /* number of ranks in its group */
  int node, nodes; /* nodes are numbered by their lowest rank */
  /* [ranks] node of each rank as counted in traffic, reports and models; may be virtual */
  int *node_of_rank;
  int max_ranks_on_node;  /* largest number of ranks on a node, nodes counted like that */
  int shm_groups;         /* number of groups of ranks that share memory */
  int *shm_group_of_rank; /* [ranks] group of each rank, numbered by lowest rank */
  int max_shm_ranks;      /* number of ranks in the largest group */
  bool virtual_nodes; /* true if nodes differ from the groups that share memory (tc_world_set_ranks_per_node)
                       */
  tc_placement placement; /* placement of arrays allocated from now on; initially local */
} tc_world;

/* Must be called before MPI_Init. Open MPI up to version 4 can open windows between nodes connected by TCP
 * only with its component pt2pt, which Debian excludes in a parameter file (osc=^ucx,pt2pt). Unless the user
 * has made a choice (OMPI_MCA_osc, --mca osc), tc_world_osc_setting() replaces this exclusion. An exclusion
 * is accepted by every version, whereas a list of included components is fatal if one of them is missing. The
 * function also ignores SIGXFSZ, so that a limit of the file size (ulimit -f) becomes an error of the writing
 * function, like a full disk. This includes the files that MPI uses as shared memory. */
void tc_world_prepare(void);

/* Returns "^ucx" on a host without InfiniBand or a similar network: UCX would be preferred there, but has
 * nothing except TCP and prints warnings. Returns "^none", which excludes nothing, on other hosts, where UCX
 * is the fastest component. */
const char *tc_world_osc_setting(void);

/* Not collective, but all ranks must pass the same value. Changes which ranks count as a node; ranks_per_node
 * is as in tc_world_create. */
void tc_world_set_ranks_per_node(tc_world *world, int ranks_per_node);
void tc_world_destroy(tc_world **world);

/* Not collective. Returns the number of ranks in the largest group. group_of_rank[ranks] contains group
 * numbers from 0 without gaps; members[ranks] is scratch. */
int tc_world_max_group_size(int ranks, const int *group_of_rank, int *members);

/* Collective. Called at the end of each setup phase with the status of this rank. If all ranks pass TC_OK,
 * returns TC_OK. Otherwise every rank returns the code and the text of the lowest failing rank. Takes
 * ownership of `own`. */
tc_status tc_world_agree(const tc_world *world, tc_status own);

/* Collective. Allocates an array of zeros on all ranks. If the allocation fails on any rank, no rank has an
 * array. Counts may differ between ranks. TC_WORLD_ALLOC(world, array, n) allocates n elements for `array`
 * (tc_free). Errors (on all ranks): TC_INTERNAL if memory is exhausted. */
tc_status tc_world_alloc(const tc_world *world, size_t count, size_t size, const char *what, void *out);
#define TC_WORLD_ALLOC(world, array, count)                                                                  \
  tc_world_alloc(world, (size_t)(count), sizeof *(array), #array, &(array))

/* Collective. The root reads a text file of at most `most` bytes and broadcasts it. *out is a NUL-terminated
 * copy on every rank (tc_free). Errors (on all ranks): `code`, with the name of the file. */
tc_status tc_world_read_text(const tc_world *world, const char *path, size_t most, tc_code code, char **out);

/* Collective reductions with the result on every rank. Errors: TC_INTERNAL if MPI fails. */
tc_status tc_world_max(const tc_world *world, double *values, int count);
tc_status tc_world_min(const tc_world *world, double *values, int count);
tc_status tc_world_sum_int64(const tc_world *world, int64_t *values, int count);
/* Collective. Returns the reproducible sum of `part` over all ranks, each initialised with the same
 * `largest`. The result has the same bits on any number of ranks. */
tc_status tc_world_sum(const tc_world *world, const tc_sum *part, double *value);
/* Collective. Computes reproducible sums of several values at once, each initialised with its own `largest`.
 * part[k] becomes the sum over all ranks. */
tc_status tc_world_sums(const tc_world *world, int count, tc_sum *part);
/* Collective. Merges the parts of dot products over all ranks. Each dot product was initialised with the same
 * top on all ranks. dot[k] becomes the sum over all ranks. Its `found` is exact except that the two middle
 * steps of the window are not distinguished. One integer reduction suffices for up to TC_WORLD_DOTS dot
 * products. If the largest term of one is outside its window, or if all its terms are zero, a second, short
 * reduction follows. Does nothing with one rank. */
enum { TC_WORLD_DOTS = 512 };
tc_status tc_world_dots(const tc_world *world, int count, tc_dot *dot);

#endif
