#include "run/environment/run_environment.h"

#include "run/run_case.h"

ParallelTest(circumstances, when_and_where_are_noted) {
  tc_run_environment c = {0};
  tc_report_run out;
  char host[256] = "";
  const tc_machine machine = {0};
  const tc_config config = {.machine = "auto"};
  unsetenv("SLURM_CLUSTER_NAME");
  gethostname(host, sizeof host - 1);
  expect_ok(tc_run_environment_init(world, &c));
  cr_assert_eq(c.hosts != NULL, world->rank == 0);
  if (world->rank == 0) {
    cr_assert_str_eq(c.here, host);
    cr_assert(strlen(c.date) == 20 && c.date[10] == 'T' && c.date[19] == 'Z', "%s", c.date);
    tc_run_environment_fill_report(&c, &config, &machine, &out);
    cr_assert(out.date == c.date && out.hosts == c.hosts && out.wall_s >= 0.0 && out.cluster == NULL);
    cr_assert_str_eq(out.machine, host);
    cr_assert_not(out.is_other_machine);
    cr_assert(strstr(out.libraries, "HDF5 ") && strstr(out.libraries, "METIS "), "%s", out.libraries);
    cr_assert_eq(out.directory[0], '/');
  }
  tc_run_environment_free(&c);
  cr_assert_null(c.hosts);
}

/* A machine file describes this machine if its host or its name is a host of the run or the cluster. */
ParallelTest(circumstances, a_machine_of_another_name_is_foreign) {
  static const struct {
    const char *host, *name, *reported;
    bool foreign;
  } cases[] = {{"here1", "", "cluster", false},     {"", "here2", "cluster", false},
               {"", "cluster", "cluster", false},   {"here", "", "m.yaml", true},
               {"elsewhere", "Abel", "Abel", true}, {"", "", "m.yaml", true}};
  (void)world;
  setenv("SLURM_CLUSTER_NAME", "cluster", 1);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char hosts[] = "here1\nhere2\n";
    tc_run_environment c = {.here = "cluster", .hosts = hosts};
    const tc_config config = {.machine = "m.yaml"};
    tc_machine machine = {.ranks_per_node = 1};
    tc_report_run out;
    snprintf(machine.host, sizeof machine.host, "%s", cases[i].host);
    snprintf(machine.name, sizeof machine.name, "%s", cases[i].name);
    tc_run_environment_fill_report(&c, &config, &machine, &out);
    cr_assert_eq(out.is_other_machine, cases[i].foreign, "%zu", i);
    cr_assert_str_eq(out.machine, cases[i].reported);
    cr_assert_str_eq(out.cluster, "cluster");
  }
  unsetenv("SLURM_CLUSTER_NAME");
}
