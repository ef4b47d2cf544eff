#include "run/environment/run_environment.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "comm/world/host_names.h"
#include "io/machine/machine_lookup.h"
#include "run/environment/library_versions.h"

tc_status tc_run_environment_init(const tc_world *world, tc_run_environment *out) {
  const time_t now = time(NULL);
  struct tm utc;
  if (!(out->start_s > 0.0)) out->start_s = tc_now_s();
  if (gmtime_r(&now, &utc)) strftime(out->date, sizeof out->date, "%Y-%m-%dT%H:%M:%SZ", &utc);
  tc_library_versions_format(out->libraries, sizeof out->libraries);
  if (world->rank == 0)
    out->directory = getcwd(NULL, 0); /* getcwd returns NULL if the directory is not accessible */
  TC_TRY(tc_host_names_gather(world, &out->hosts));
  const char *cluster = getenv("SLURM_CLUSTER_NAME");
  if (cluster && *cluster)
    snprintf(out->here, sizeof out->here, "%s", cluster);
  else if (out->hosts)
    snprintf(out->here, sizeof out->here, "%.*s", (int)strcspn(out->hosts, "\n"), out->hosts);
  return TC_OK;
}

void tc_run_environment_free(tc_run_environment *c) {
  tc_free(c->hosts);
  free(c->directory);
  c->hosts = c->directory = NULL;
}

/* True if one line of the text `lines` equals `name`. */
static bool has_line(const char *lines, const char *name) {
  const size_t length = strlen(name);
  for (const char *at = lines; at && *at; at += strspn(at, "\n")) {
    if (strcspn(at, "\n") == length && strncmp(at, name, length) == 0) return true;
    at += strcspn(at, "\n");
  }
  return false;
}

/* True if the machine file was measured on one of this run's hosts, or contains the name of one of these
 * hosts or of this cluster. */
static bool is_this_machine(const tc_run_environment *c, const tc_machine *machine) {
  return has_line(c->hosts, machine->host) || has_line(c->hosts, machine->name) ||
         strcmp(machine->name, c->here) == 0;
}

void tc_run_environment_fill_report(const tc_run_environment *c, const tc_config *config,
                                    const tc_machine *machine, tc_report_run *out) {
  const bool file = tc_machine_kind_of(config->machine) == TC_MACHINE_FILE;
  *out = (tc_report_run){.command = c->command,
                         .libraries = c->libraries,
                         .directory = c->directory,
                         .date = c->date,
                         .wall_s = tc_now_s() - c->start_s,
                         .hosts = c->hosts,
                         .cluster = getenv("SLURM_CLUSTER_NAME"),
                         .machine = c->here,
                         .is_other_machine = file && !is_this_machine(c, machine)};
  if (out->is_other_machine) out->machine = machine->name[0] ? machine->name : config->machine;
}
