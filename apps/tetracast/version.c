#include "version.h"

#include <hdf5.h>
#include <metis.h>
#include <mpi.h>
#include <string.h>

#include "report/provenance.h"

void tc_version_write(FILE *out) {
  char mpi[MPI_MAX_LIBRARY_VERSION_STRING];
  int length;
  unsigned major, minor, release;
  MPI_Get_library_version(mpi, &length);
  mpi[strcspn(mpi, ",\n")] = '\0';
  H5get_libversion(&major, &minor, &release);
  fprintf(out, "tetracast %s (commit %s, %s)\n", tc_provenance_version(), tc_provenance_commit(),
          tc_provenance_compiler());
  fprintf(out, "%s; HDF5 %u.%u.%u; METIS %d.%d.%d\n", mpi, major, minor, release, METIS_VER_MAJOR,
          METIS_VER_MINOR, METIS_VER_SUBMINOR);
}
