/* Settings that are made before Open MPI starts. This program does not start MPI. */
#include <stdlib.h>
#include <unistd.h>

#include "comm/world/world.h"
#include "support/expect.h"

/* The setting excludes components, because Open MPI rejects a list with an unknown component (version 5 has
 * no pt2pt). UCX is excluded only if the host lacks a network for UCX, because UCX would then replace pt2pt
 * over TCP. */
Test(prepare, excludes_ucx_at_most_and_only_without_its_networks) {
  unsetenv("OMPI_MCA_osc");
  tc_world_prepare();
  const char *setting = getenv("OMPI_MCA_osc");
  if (!setting) return; /* another MPI, or a version that needs no setting */
  if (access("/sys/class/infiniband", F_OK) != 0) cr_assert_str_eq(setting, "^ucx");
  cr_assert(strcmp(setting, "^ucx") == 0 || strcmp(setting, "^none") == 0, "%s", setting);
}

Test(prepare, leaves_the_users_choice_alone) {
  setenv("OMPI_MCA_osc", "sm,rdma", 1);
  tc_world_prepare();
  cr_assert_str_eq(getenv("OMPI_MCA_osc"), "sm,rdma");
}
