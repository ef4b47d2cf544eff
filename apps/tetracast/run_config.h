/* The straight path from a config to snapshots and a report. */
#ifndef TC_APP_RUN_CONFIG_H
#define TC_APP_RUN_CONFIG_H

#include "command.h"
#include "run/studies/rerun.h"

/* Collective, with errors on all ranks. again: what is compared with the outcome, NULL: nothing. */
tc_status app_run_config(app_context *app, const tc_run_options *choice, tc_rerun *again);

#endif
