/* A world: the ranks that work together, and their number of threads. All other objects belong to one. This
 * is the only public header that includes mpi.h. One thread at a time may use a world and its objects. If MPI
 * provides MPI_THREAD_MULTIPLE, two threads may use two worlds at the same time. But only one thread at a
 * time may call functions that use HDF5, which are those that access snapshots, initial fields or fibres in
 * files. A callback of the program must not call the library on objects of the world that calls it: such a
 * call returns TETRACAST_USAGE.
 *
 * All ranks of the world call a collective function in the same order. Numbers and texts must be equal on all
 * ranks unless the comment of the function states otherwise. */
#ifndef TETRACAST_WORLD_H
#define TETRACAST_WORLD_H

/* The C++ bindings were removed from MPI 3.0. Open MPI 4 still includes them, with warnings. */
#if defined(__cplusplus) && !defined(OMPI_SKIP_MPICXX)
#define OMPI_SKIP_MPICXX 1
#endif
#if defined(__cplusplus) && !defined(MPICH_SKIP_MPICXX)
#define MPICH_SKIP_MPICXX 1
#endif
#include <mpi.h>

#include "error.h"

TETRACAST_BEGIN

/* Collective over `comm`. The world uses a duplicate of `comm`, whose errors are returned. The caller may
 * free `comm` afterwards, and its error handler is unchanged. Nodes are the groups of ranks that share memory
 * if `ranks_per_node` is 0. A number K > 0 counts K consecutive ranks as a node. Destroy the world before
 * MPI_Finalize. Errors (on all ranks): TETRACAST_USAGE if MPI is not initialised or is finalised, if `comm`
 * is MPI_COMM_NULL or an inter-communicator, if `ranks_per_node` is negative or differs between ranks, or if
 * `out` is NULL; TETRACAST_INTERNAL. */
TETRACAST_RESULT tetracast_error *tetracast_world_create(MPI_Comm comm, int ranks_per_node,
                                                         tetracast_world **out);

/* Equivalent of tetracast_world_create for Fortran and for languages without MPI_Comm. `comm` is a Fortran
 * handle (MPI_Comm_c2f, mpi4py's Comm.py2f()). TETRACAST_COMM_WORLD_F is MPI_COMM_WORLD. */
#define TETRACAST_COMM_WORLD_F (-1)
TETRACAST_RESULT tetracast_error *tetracast_world_create_f(MPI_Fint comm, int ranks_per_node,
                                                           tetracast_world **out);

typedef enum tetracast_level {
  TETRACAST_LEVEL_WARNING = 0, /* only warnings: the result may differ from what the caller expects */
  TETRACAST_LEVEL_NORMAL = 1,  /* also each phase with its time in s, and automatic choices */
  TETRACAST_LEVEL_VERBOSE = 2
} tetracast_level;

/* A function of the program that receives one line of the log. `text` has no newline and is valid only during
 * the call. */
typedef void tetracast_log_function(void *self, tetracast_level level, const char *text);

/* Not collective. From now on, passes to `log` all lines whose level is at most `level`. `log` NULL (the
 * default) discards all lines. In this version only rank 0 of the world produces lines, but programs should
 * set the log on all ranks. The library calls `log` in the thread that called the library. `self` is borrowed
 * until the world and its objects are destroyed. */
TETRACAST_API void tetracast_world_set_log(tetracast_world *world, tetracast_log_function *log, void *self,
                                           tetracast_level level);

/* Collective. Calls on objects of this world use `threads` OpenMP threads per rank. 0 (the default) uses
 * omp_get_max_threads() of the calling thread. The number of threads of the caller's own parallel regions
 * does not change. Errors (on all ranks): TETRACAST_USAGE if `threads` is negative, differs between ranks,
 * exceeds OMP_THREAD_LIMIT or 16 per core, or exceeds 1 while MPI provides MPI_THREAD_SINGLE only. */
TETRACAST_RESULT tetracast_error *tetracast_world_set_threads(tetracast_world *world, int threads);

/* Collective. Frees the world and sets *world to NULL. NULL and a pointer to NULL are allowed. A world with
 * objects remains until the last of them is destroyed. */
TETRACAST_API void tetracast_world_destroy(tetracast_world **world);

/* Changes of the process that a program may request. The library makes none of them without a request. */
typedef enum tetracast_process_flag {
  TETRACAST_PROCESS_WINDOWS = 1, /* sets OMPI_MCA_osc if it is unset, so that MPI windows work over TCP */
  TETRACAST_PROCESS_FILE_SIZE =
      2, /* ignores SIGXFSZ, so that a write beyond a file size limit returns an error */
  /* prevents HDF5 from closing files at exit (H5dont_atexit); allowed only before any use of HDF5 */
  TETRACAST_PROCESS_HDF5_EXIT = 4,
  TETRACAST_PROCESS_LARGE_ARRAYS = 8 /* mallopt: free() returns arrays of at least 4 MiB to the system */
} tetracast_process_flag;

/* Not collective. Makes the changes whose flags are set. Call it before MPI_Init. Error: TETRACAST_USAGE for
 * an unknown flag, or for TETRACAST_PROCESS_WINDOWS after MPI_Init. */
TETRACAST_RESULT tetracast_error *tetracast_process_prepare(unsigned flags);

TETRACAST_END
#endif
