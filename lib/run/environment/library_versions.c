#include "run/environment/library_versions.h"

#include <hdf5.h>
#include <metis.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

void tc_library_versions_format(char *out, size_t size) {
  char mpi[MPI_MAX_LIBRARY_VERSION_STRING];
  int length;
  unsigned major, minor, release;
  MPI_Get_library_version(mpi, &length);
  mpi[strcspn(mpi, ",\n")] = '\0';
  H5get_libversion(&major, &minor, &release);
  snprintf(out, size, "%.80s; HDF5 %u.%u.%u; METIS %d.%d.%d", mpi, major, minor, release, METIS_VER_MAJOR,
           METIS_VER_MINOR, METIS_VER_SUBMINOR);
}
