/* Versions of the libraries that the program runs with. The environment of a run stores them for its report,
 * and --version prints them. The versions of MPI and HDF5 are those in use at run time, and the version of
 * METIS is that at compile time. Not collective. */
#ifndef TC_RUN_ENVIRONMENT_LIBRARY_VERSIONS_H
#define TC_RUN_ENVIRONMENT_LIBRARY_VERSIONS_H

#include <stddef.h>

/* Formats the versions of MPI, HDF5 and METIS, for example "Open MPI v4.1.4; HDF5 1.10.8; METIS 5.1.0".
 * 160 characters are enough. May be called before MPI_Init. */
void tc_library_versions_format(char *out, size_t size);

#endif
