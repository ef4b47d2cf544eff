/* `tetracast mesh order --study`: what each order would be worth, by counting alone. */
#ifndef TC_APP_ORDER_STUDY_REPORT_H
#define TC_APP_ORDER_STUDY_REPORT_H

#include "io/machine/machine_lookup.h"
#include "list_options.h"
#include "mesh/mesh.h"
#include "run/dry_run/order_study.h"

/* The options --study, --orders, --order-blocks, --scheme, --machine and --json. */
typedef struct app_order_study {
  bool requested;
  const char *json; /* NULL: none */
  app_order_list orders;
  const tc_scheme *scheme;
  tc_machine_source machine;
} app_order_study;

/* Errors: TC_USAGE, also when one of them is given without --study, or what it does not take beside it. */
tc_status app_order_study_read_options(const app_arguments *arguments, const tc_log *log,
                                       app_order_study *out);

/* Whether METIS splits anything for any of the orders. */
bool app_order_study_uses_metis(const app_order_study *study, const tc_layout_options *layout);

/* What is studied, and what came of it; all of it is borrowed. */
typedef struct app_order_study_report {
  const app_order_study *study;
  const tc_mesh *mesh;
  const tc_graph *dual;
  int32_t ranks;
  const tc_layout_options *layout;    /* how orders are dealt */
  const tc_order_study_result *worth; /* of each order */
  int best;                           /* -1: nothing is forecast */
} app_order_study_report;

/* Fills worth and best in; a line for each order, then what to put into a config, and the file of --json.
 * Errors: those of tc_order_study_run; TC_OUTPUT. */
tc_status app_order_study_write(app_order_study_report *studied, const tc_log *log, FILE *out);

/* The same as JSON; with the order that the config would have. */
tc_status app_order_study_write_json(const app_order_study_report *studied);

/* One of the orders, dealt in the same way. */
tc_layout_options app_order_study_layout(const app_order_study_report *studied, int order);

#endif
