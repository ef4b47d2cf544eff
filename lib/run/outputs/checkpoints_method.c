#include "run/outputs/checkpoints_method.h"

#include <stdio.h>
#include <string.h>

#include "comm/world/mpi_world.h"
#include "io/config/config_auto.h"

#define TC_PHASE "reading a checkpoint"

/* Texts that precede the name of the method and of the preconditioner in the attribute `format`. */
static const char of[] = " of ", with[] = " with ";

void tc_run_checkpoints_format_method(tc_run_checkpoints *c) {
  const tc_config *config = c->plan->config;
  const tc_integrator *method = config->time.method;
  const bool is_auto = config->time.is_auto,
             chooses = method->solves && config->solver.preconditioner.is_auto;
  if (tc_config_lacks_method(config) || (chooses && tc_config_lacks_preconditioner(config))) return;
  snprintf(c->format, sizeof c->format, "%d%s%s%s%s", method->restart_format, is_auto ? of : "",
           is_auto ? method->name : "", chooses ? with : "",
           chooses ? config->solver.preconditioner.name->name : "");
}

/* Returns the name that follows `text` in the attribute of the checkpoint; NULL without it. */
static const char *find_name(const tc_run_checkpoints *c, const char *text) {
  const char *found = strstr(c->found.by_index[TC_CHECKPOINT_format], text);
  return found ? found + strlen(text) : NULL;
}

static void set_preconditioner(tc_run_checkpoints *c) {
  const char *name = find_name(c, with);
  const tc_preconditioner *preconditioner = name ? tc_preconditioner_find(name) : NULL;
  if (!preconditioner || !tc_config_lacks_preconditioner(c->plan->config)) return;
  tc_config_choose_preconditioner(c->plan->config, preconditioner);
  tc_run_checkpoints_format_method(c);
}

void tc_run_checkpoints_set_method(tc_run_checkpoints *c) {
  const char *name = find_name(c, of);
  const tc_integrator *method = name ? tc_integrator_find(name) : NULL;
  set_preconditioner(c);
  if (!method || !tc_config_lacks_method(c->plan->config)) return;
  tc_config_choose_method(c->plan->config, method);
  tc_run_checkpoints_format_method(c);
}

static tc_status share_preconditioner(const tc_run_checkpoints *c) {
  const tc_plan *plan = c->plan;
  tc_config *config = plan->config;
  int index = tc_registry_find(&tc_preconditioner_registry, config->solver.preconditioner.name->name);
  if (!config->time.method->solves || !config->solver.preconditioner.is_auto) return TC_OK;
  TC_TRY(TC_MPI(plan->world, MPI_Bcast(&index, 1, MPI_INT, 0, tc_world_comm(plan->world))));
  tc_config_choose_preconditioner(config, tc_preconditioner_at(index));
  tc_log_write(plan->log, TC_LOG_NORMAL, "solver.preconditioner.name auto: %s, as in %s",
               config->solver.preconditioner.name->name, c->resumption.from ? c->resumption.from : "");
  return TC_OK;
}

tc_status tc_run_checkpoints_share_method(const tc_run_checkpoints *c) {
  const tc_plan *plan = c->plan;
  TC_TRY(share_preconditioner(c));
  int index = tc_registry_find(&tc_integrator_registry, plan->config->time.method->name);
  if (!plan->config->time.is_auto) return TC_OK;
  TC_TRY(TC_MPI(plan->world, MPI_Bcast(&index, 1, MPI_INT, 0, tc_world_comm(plan->world))));
  tc_config_choose_method(plan->config, tc_integrator_at(index));
  tc_log_write(plan->log, TC_LOG_NORMAL, "time.method auto: %s, as in %s", plan->config->time.method->name,
               c->resumption.from ? c->resumption.from : "");
  return TC_OK;
}
