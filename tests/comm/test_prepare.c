/* What Open MPI is told before it starts. No MPI in here. */
#include <stdlib.h>

#include "comm/world.h"
#include "support/expect.h"

/* An include list is fatal with versions that lack one of its names (5 has no pt2pt), and would forbid what
 * it leaves out (ucx). */
Test(prepare, excludes_and_forbids_nothing_that_exists) {
  unsetenv("OMPI_MCA_osc");
  tc_world_prepare();
  const char *told = getenv("OMPI_MCA_osc");
  if (!told) return; /* another MPI, or a version that needs no help */
  cr_assert_eq(told[0], '^', "%s", told);
  static const char *const components[] = {"sm", "rdma", "pt2pt", "ucx", "portals4", "monitoring"};
  for (size_t i = 0; i < sizeof components / sizeof *components; i++)
    cr_assert_null(strstr(told, components[i]), "%s", told);
}

Test(prepare, leaves_the_users_choice_alone) {
  setenv("OMPI_MCA_osc", "sm,rdma", 1);
  tc_world_prepare();
  cr_assert_str_eq(getenv("OMPI_MCA_osc"), "sm,rdma");
}
