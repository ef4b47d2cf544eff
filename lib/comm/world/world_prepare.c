#include <mpi.h>
#include <stdlib.h>

#include "comm/world/world.h"

void tc_world_prepare(void) {
#if defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION < 5
  /* The third argument 0 preserves a value that the user has set. */
  setenv("OMPI_MCA_osc", tc_world_osc_setting(), 0);
#endif
}
