/* `tetracast mesh order --study`: effect of each ordering on the time per row, by counting alone. cmd_mesh.c
 * reads the options, loads the mesh, fills an app_order_study_report and calls app_order_study_write on the
 * root. No function is collective. */
#ifndef TC_APP_ORDER_STUDY_REPORT_H
#define TC_APP_ORDER_STUDY_REPORT_H

#include "commands/list_options.h"
#include "io/machine/machine_lookup.h"
#include "mesh/mesh.h"
#include "run/dry_run/order_study.h"

/* Options --study, --orders, --order-blocks, --scheme, --machine and --json. */
typedef struct app_order_study {
  bool requested;   /* true if --study is given; otherwise all other members are 0 */
  const char *json; /* NULL if not given */
  app_order_list orders;
  const tc_scheme *scheme;
  tc_machine_source machine;
} app_order_study;

/* Reads the options of the study. Errors: TC_USAGE, also for an option of the study without --study and for
 * an option that --study does not support; those of app_machine_option_find. */
tc_status app_order_study_read_options(const app_arguments *arguments, const tc_log *log,
                                       app_order_study *out);

/* True if one of the orderings or the distribution uses METIS. */
bool app_order_study_uses_metis(const app_order_study *study, const tc_layout_options *layout);

/* Input and results of the study; all pointers are borrowed. */
typedef struct app_order_study_report {
  const app_order_study *study;
  const tc_mesh *mesh;
  const tc_graph *dual;
  int32_t ranks;
  const tc_layout_options *layout; /* distribution of the cells over the ranks, the same for all orderings */
  const tc_order_study_result *worth; /* [study->orders.count] result of each ordering */
  int best;                           /* index of the best ordering; -1 if there is no forecast */
} app_order_study_report;

/* Sets `worth` and `best`, writes a line for each ordering, the config keys of the best one and the file of
 * --json. `worth` is invalid after the call. Errors: those of tc_order_study_run; TC_OUTPUT. */
tc_status app_order_study_write(app_order_study_report *studied, const tc_log *log, FILE *out);

/* Writes the study as JSON. Errors: TC_OUTPUT. */
tc_status app_order_study_write_json(const app_order_study_report *studied);

/* Returns the layout options of one of the orderings. */
tc_layout_options app_order_study_layout(const app_order_study_report *studied, int order);

#endif
