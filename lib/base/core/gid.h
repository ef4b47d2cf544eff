/* Global numbers of cells, vertices and rows of the whole mesh. Numbers that ranks exchange and counts over
 * all ranks have 64 bits. Local indices and numbers of items on one rank have 32 bits. */
#ifndef TC_BASE_CORE_GID_H
#define TC_BASE_CORE_GID_H

#include <stdint.h>

typedef int64_t tc_gid;

#define TC_MPI_GID MPI_INT64_T /* MPI data type of tc_gid, for files that include mpi.h */
/* Value of a tc_gid that means "no number". It is larger than all numbers, so a minimum over numbers ignores
 * it. */
#define TC_GID_NONE INT64_MAX

#endif
