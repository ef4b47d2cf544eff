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
  int shm_rank;    /* number of this rank among the ranks that share memory with it, from 0 */
  int shm_ranks;   /* number of ranks that share memory, including this one */
  int node, nodes; /* node of this rank, and number of nodes; nodes are numbered from 0 in the order of their
                      lowest ranks */
  /* [ranks] node of each rank. Traffic counts, reports and models use these nodes, which may be virtual. */
  int *node_of_rank;
  int max_ranks_on_node; /* largest number of ranks on a node of node_of_rank */
  int shm_groups;        /* number of groups of ranks that share memory */
  /* [ranks] group of ranks sharing memory to which each rank belongs; groups are numbered from 0 in the order
   * of their lowest ranks */
  int *shm_group_of_rank;
  int max_shm_ranks;      /* number of ranks in the largest group of ranks that share memory */
  bool virtual_nodes;     /* true if nodes are virtual: node_of_rank then differs from shm_group_of_rank */
  tc_placement placement; /* placement of the arrays that are allocated next; initially local */
} tc_world;

/* Prepares the environment of the process. Only programs call it, before MPI_Init.
 *
 * If nodes are connected by TCP, Open MPI up to version 4 requires its component pt2pt to open windows
 * between them. Debian excludes this component in a parameter file (osc=^ucx,pt2pt). The function replaces
 * this exclusion by tc_world_osc_setting(), unless the user has set OMPI_MCA_osc or --mca osc. The value
 * excludes components instead of listing allowed ones, because Open MPI aborts if a listed component is
 * missing. */
void tc_world_prepare(void);

/* Returns the value of OMPI_MCA_osc that tc_world_prepare sets. The value is "^ucx" on a host without
 * InfiniBand or a similar network. On such a host Open MPI would otherwise select the component UCX, which
 * could use only TCP and would print warnings. On other hosts UCX is the fastest component, and the value is
 * "^none", which excludes no component. */
const char *tc_world_osc_setting(void);

/* Not collective, but all ranks must pass the same value. Changes the nodes of node_of_rank; ranks_per_node
 * is as in tc_world_create. */
void tc_world_set_ranks_per_node(tc_world *world, int ranks_per_node);
void tc_world_destroy(tc_world **world);

/* Not collective. Returns the number of ranks in the largest group. group_of_rank[ranks] contains the group
 * of each rank; groups are numbered from 0 without gaps. members[ranks] is scratch. */
int tc_world_max_group_size(int ranks, const int *group_of_rank, int *members);

/* Collective. Agrees on the status of a setup phase. All ranks call it at the end of each setup phase with
 * their status `own`. If all ranks pass TC_OK, returns TC_OK. Otherwise every rank returns the code and the
 * text of the lowest failing rank, as a status for which tc_status_is_local is false. Takes ownership of
 * `own`. If the world is broken (comm/world/mpi_error.h), returns `own` or another local error at once. */
tc_status tc_world_agree(const tc_world *world, tc_status own);

/* Collective. Evaluates `call`, which returns a status, on the root only. Returns its status on all ranks. */
#define TC_ON_ROOT(world, call) tc_world_agree((world), (world)->rank == 0 ? (call) : TC_OK)

/* Collective. Allocates on each rank an array of `count` elements of `size` bytes, all zero, and stores the
 * address in the pointer at `out`. `count` may differ between ranks. `what` names the array in an error
 * message. If the allocation fails on any rank, no rank has an array. The caller frees it with tc_free.
 * TC_WORLD_ALLOC(world, array, n) allocates n elements for the pointer `array`. Errors (on all ranks):
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_world_alloc(const tc_world *world, size_t count, size_t size, const char *what, void *out);
#define TC_WORLD_ALLOC(world, array, count)                                                                  \
  tc_world_alloc(world, (size_t)(count), sizeof *(array), #array, &(array))

/* Collective. Copies the root's text to a new string on all ranks, which the caller frees with tc_free.
 * `text` is used on the root only. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_world_broadcast_text(const tc_world *world, const char *text, char **out);

/* Collective. The root reads a text file of at most `bytes_max` bytes and broadcasts it. *out is a
 * NUL-terminated copy of the text on every rank, which the caller frees with tc_free. Errors (on all ranks):
 * `code`, with the name of the file. */
tc_status tc_world_read_text(const tc_world *world, const char *path, size_t bytes_max, tc_code code,
                             char **out);

/* Collective. Gathers the `size` bytes at `own` from each rank on the root. Stores in the pointer at `out` an
 * array with one entry per rank on the root, which frees it with tc_free, and NULL on other ranks. Errors (on
 * all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_world_gather(const tc_world *world, const void *own, size_t size, void *out);

/* Collective. Each function replaces every element of values[count] by its maximum, minimum or sum over all
 * ranks. Errors: TC_INTERNAL if MPI fails. */
tc_status tc_world_max(const tc_world *world, double *values, int count);
tc_status tc_world_min(const tc_world *world, double *values, int count);
tc_status tc_world_sum_int64(const tc_world *world, int64_t *values, int count);
/* Collective. Adds up the partial sums `part` of all ranks reproducibly. All ranks must have initialised
 * `part` with the same bound `largest` of the terms (tc_sum_init). *value has the same bits on any number of
 * ranks. */
tc_status tc_world_sum(const tc_world *world, const tc_sum *part, double *value);
/* Collective. Computes `count` reproducible sums with one reduction. sum[k] becomes its sum over all ranks.
 * The bound `largest` of sum k (tc_sum_init) must be the same on all ranks but may differ between the
 * sums. */
tc_status tc_world_sums(const tc_world *world, int count, tc_sum *sum);
/* Collective. Adds up `count` partial dot products (base/numeric/dot.h) over all ranks. dot[k] becomes its
 * sum over all ranks. All ranks must have initialised dot[k] with the same `top`. The member `largest_bin` of
 * a result is exact, except that the third step of the window is returned as the second step. Callers treat
 * both steps equally. One integer reduction serves up to TC_WORLD_DOTS dot products. If the largest term of a
 * dot product is outside its window, or if all its terms are zero, a second, short reduction follows. Does
 * nothing with one rank. */
enum { TC_WORLD_DOTS = 512 };
/* Number of 64-bit integers of each dot product in the reduction. */
enum { TC_WORLD_DOT_NUMBERS = TC_DOT_LIMBS + 2 };
tc_status tc_world_dots(const tc_world *world, int count, tc_dot *dot);

#endif
