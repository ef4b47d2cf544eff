/* Part of the world for files that call MPI: communicators, creation, and conversion of MPI's errors. Other
 * files include only comm/world/world.h, so that CMake targets without MPI can use worlds. */
#ifndef TC_COMM_WORLD_MPI_WORLD_H
#define TC_COMM_WORLD_MPI_WORLD_H

#include <mpi.h>

#include "comm/world/mpi_error.h"
#include "comm/world/world.h"

/* Communicators of a world, which owns them. MPI calls on these communicators return errors instead of ending
 * the run. */
typedef struct tc_world_mpi {
  MPI_Comm comm;      /* duplicate of the communicator given to tc_world_create */
  MPI_Comm node_comm; /* ranks that share memory with this one */
  bool is_broken;     /* true after an MPI call failed on this rank (comm/world/mpi_error.h) */
} tc_world_mpi;

/* Collective over comm. Creates the world. If ranks_per_node is 0, the nodes are the physical nodes. If
 * ranks_per_node is K > 0, every K consecutive ranks count as a node. Such virtual nodes serve what-if
 * studies: they change which traffic is counted as remote, but not how data are transferred. Errors (on all
 * ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status tc_world_create(MPI_Comm comm, int ranks_per_node, tc_world **out);

/* Returns the communicator of all ranks. The world owns it. */
static inline MPI_Comm tc_world_comm(const tc_world *world) { return world->mpi->comm; }

/* Returns the communicator of the ranks that share memory with this one. The world owns it. */
static inline MPI_Comm tc_world_node_comm(const tc_world *world) { return world->mpi->node_comm; }

/* Not collective. Makes an MPI call of a world, unless the world is broken, and converts its return code into
 * a status (comm/world/mpi_error.h). A source file that uses TC_MPI defines TC_PHASE as the phrase that
 * completes the user's message "MPI failed while <TC_PHASE>: ..". */
#define TC_MPI(world, call)                                                                                  \
  tc_mpi_error_check((world)->mpi, (world)->mpi->is_broken ? MPI_ERR_OTHER : (call), TC_PHASE)

#endif
