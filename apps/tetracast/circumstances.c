#include "circumstances.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/timer.h"
#include "comm/hosts.h"
#include "io/machine_auto.h"

tc_status tc_circumstances_note(tc_app *app) {
  const time_t now = time(NULL);
  struct tm utc;
  app->began_s = tc_now_s();
  if (gmtime_r(&now, &utc)) strftime(app->date, sizeof app->date, "%Y-%m-%dT%H:%M:%SZ", &utc);
  TC_TRY(tc_hosts_gather(app->world, &app->hosts));
  const char *cluster = getenv("SLURM_CLUSTER_NAME");
  if (cluster && *cluster)
    snprintf(app->here, sizeof app->here, "%s", cluster);
  else if (app->hosts)
    snprintf(app->here, sizeof app->here, "%.*s", (int)strcspn(app->hosts, "\n"), app->hosts);
  return TC_OK;
}

void tc_circumstances_forget(tc_app *app) {
  tc_free(app->hosts);
  app->hosts = NULL;
}

/* Whether one of the lines is this name. */
static bool has_line(const char *lines, const char *name) {
  const size_t length = strlen(name);
  for (const char *at = lines; at && *at; at += strspn(at, "\n")) {
    if (strcspn(at, "\n") == length && strncmp(at, name, length) == 0) return true;
    at += strcspn(at, "\n");
  }
  return false;
}

/* A machine file is of this machine when it was measured on one of these hosts, or bears its name. */
static bool is_here(const tc_app *app, const tc_machine *machine) {
  return has_line(app->hosts, machine->host) || has_line(app->hosts, machine->name) ||
         strcmp(machine->name, app->here) == 0;
}

void tc_circumstances_tell(const tc_app *app, const tc_config *config, const tc_files *files,
                           const tc_machine *machine, tc_report_run *out) {
  const bool file = tc_machine_kind_of(config->machine) == TC_MACHINE_FILE;
  *out = (tc_report_run){.date = app->date,
                         .wall_s = tc_now_s() - app->began_s,
                         .hosts = app->hosts,
                         .cluster = getenv("SLURM_CLUSTER_NAME"),
                         .machine = app->here,
                         .foreign = file && !is_here(app, machine),
                         .config_file = config->path,
                         .config_text = config->text,
                         .files = files,
                         .log = app->log.record};
  if (out->foreign) out->machine = machine->name[0] ? machine->name : config->machine;
}
