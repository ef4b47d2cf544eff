/* Steps on a device. They are not in test_stepper.c, because tests that use devices run without a leak
 * check. */
#include "api/stepper_case.h"
#include "support/device.h"
#include "support/parallel.h"

TestSuite(stepper_device, .init = host_begin);

/* If the program requests a stop, the stepper does not copy the field from the device. Reading the field
 * afterwards must copy it. */
ParallelTest(stepper_device, field_of_a_device_after_a_stop) {
  (void)world;
  if (tc_backend_devices(tc_backend_at(0)) < 1) return;
  static const char plain[] = "diffusion: {scheme: two-point}\n"
                              "initial: \"x\"\n"
                              "storage: ell\n";
  tetracast_problem *problem = create_problem(plain, "device", "opencl");
  tetracast_stepper *whole = NULL, *stopped = NULL;
  succeeds(tetracast_stepper_create(problem, NULL, "neighbour", &whole));
  succeeds(tetracast_stepper_create(problem, NULL, "neighbour", &stopped));
  succeeds(tetracast_stepper_advance(whole, 3));
  succeeds(tetracast_stepper_advance(stopped, 2));
  tetracast_stepper_request_stop(stopped);
  fails(TETRACAST_STOPPED, "step 3", tetracast_stepper_advance(stopped, 5));
  cr_assert_eq(hash_of(stopped), hash_of(whole));
  tetracast_stepper_destroy(&whole);
  tetracast_stepper_destroy(&stopped);
  tetracast_problem_destroy(&problem);
}
