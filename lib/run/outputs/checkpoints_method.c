#include "run/outputs/checkpoints_method.h"

#include <stdio.h>
#include <string.h>

#include "comm/world/mpi_world.h"
#include "io/config/config_auto.h"

#define TC_PHASE "reading a checkpoint"

static const char separator[] = " of ";

void tc_run_checkpoints_format_method(tc_run_checkpoints *c) {
  const tc_config *config = c->plan->config;
  const tc_integrator *method = config->time.method;
  const bool is_auto = config->time.is_auto;
  if (tc_config_lacks_method(config)) return;
  snprintf(c->format, sizeof c->format, "%d%s%s", method->restart_format, is_auto ? separator : "",
           is_auto ? method->name : "");
}

void tc_run_checkpoints_set_method(tc_run_checkpoints *c) {
  const char *name = strstr(c->found.by_index[TC_CHECKPOINT_format], separator);
  const tc_integrator *method = name ? tc_integrator_find(name + strlen(separator)) : NULL;
  if (!method || !tc_config_lacks_method(c->plan->config)) return;
  tc_config_choose_method(c->plan->config, method);
  tc_run_checkpoints_format_method(c);
}

tc_status tc_run_checkpoints_share_method(const tc_run_checkpoints *c) {
  const tc_plan *plan = c->plan;
  int index = tc_registry_find(&tc_integrator_registry, plan->config->time.method->name);
  if (!plan->config->time.is_auto) return TC_OK;
  TC_TRY(TC_MPI(plan->world, MPI_Bcast(&index, 1, MPI_INT, 0, tc_world_comm(plan->world))));
  tc_config_choose_method(plan->config, tc_integrator_at(index));
  tc_log_write(plan->log, TC_LOG_NORMAL, "time.method auto: %s, as in %s", plan->config->time.method->name,
               c->resumption.from ? c->resumption.from : "");
  return TC_OK;
}
