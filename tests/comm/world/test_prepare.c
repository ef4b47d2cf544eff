/* Environment variables that Tetracast sets before Open MPI starts. This program does not start MPI. */
#include <stdlib.h>
#include <unistd.h>

#include "comm/world/world.h"
#include "support/expect.h"

/* The variable OMPI_MCA_osc excludes components by "^", because Open MPI rejects a list with an unknown
 * component (version 5 has no pt2pt). UCX is excluded only if the host has no network for UCX. UCX would
 * otherwise replace pt2pt over TCP. */
Test(prepare, excludes_ucx_at_most_and_only_without_its_networks) {
  unsetenv("OMPI_MCA_osc");
  tc_world_prepare();
  const char *setting = getenv("OMPI_MCA_osc");
  if (!setting) return; /* another MPI library, or a version of Open MPI that needs no setting */
  if (access("/sys/class/infiniband", F_OK) != 0) cr_assert_str_eq(setting, "^ucx");
  cr_assert(strcmp(setting, "^ucx") == 0 || strcmp(setting, "^none") == 0, "%s", setting);
}

Test(prepare, leaves_the_users_choice_alone) {
  setenv("OMPI_MCA_osc", "sm,rdma", 1);
  tc_world_prepare();
  cr_assert_str_eq(getenv("OMPI_MCA_osc"), "sm,rdma");
}
