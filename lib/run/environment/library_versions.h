/* The libraries that the program runs with. Not collective. */
#ifndef TC_RUN_ENVIRONMENT_LIBRARY_VERSIONS_H
#define TC_RUN_ENVIRONMENT_LIBRARY_VERSIONS_H

#include <stddef.h>

/* "Open MPI v4.1.4; HDF5 1.10.8; METIS 5.1.0"; 160 characters are enough. Also before MPI is started. */
void tc_library_versions_format(char *out, size_t size);

#endif
