/* What Open MPI is told before it starts. No MPI in here. */
#include <stdlib.h>
#include <unistd.h>

#include "comm/world/world.h"
#include "support/expect.h"

/* An include list is fatal with versions that lack one of its names (5 has no pt2pt). UCX stays where it has
 * a network of its own, and without one it does not take TCP away from pt2pt. */
Test(prepare, excludes_ucx_at_most_and_only_without_its_networks) {
  unsetenv("OMPI_MCA_osc");
  tc_world_prepare();
  const char *told = getenv("OMPI_MCA_osc");
  if (!told) return; /* another MPI, or a version that needs no help */
  if (access("/sys/class/infiniband", F_OK) != 0) cr_assert_str_eq(told, "^ucx");
  cr_assert(strcmp(told, "^ucx") == 0 || strcmp(told, "^none") == 0, "%s", told);
}

Test(prepare, leaves_the_users_choice_alone) {
  setenv("OMPI_MCA_osc", "sm,rdma", 1);
  tc_world_prepare();
  cr_assert_str_eq(getenv("OMPI_MCA_osc"), "sm,rdma");
}
