/* Numbers of cells, nodes and rows of the whole mesh. What lies on one rank is counted with 32 bits; whatever
 * crosses ranks or counts all of them has 64. */
#ifndef TC_BASE_CORE_GID_H
#define TC_BASE_CORE_GID_H

#include <stdint.h>

typedef int64_t tc_gid;

#define TC_MPI_GID  MPI_INT64_T /* for those who include mpi.h */
#define TC_GID_NONE INT64_MAX   /* no number; of several the lowest is looked for */

#endif
