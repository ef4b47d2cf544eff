/* `tetracast mesh order --study`: forecasts the effect of each ordering of the cells on the time per matrix
 * row. The study counts memory accesses and computes no product. cmd_mesh.c reads the options, loads the
 * mesh, fills an app_order_study_report and calls app_order_study_write on the root. No function is
 * collective. */
#ifndef TC_APP_ORDER_STUDY_REPORT_H
#define TC_APP_ORDER_STUDY_REPORT_H

#include "io/machine/machine_lookup.h"
#include "mesh/mesh.h"
#include "options/options.h"
#include "run/dry_run/order_study.h"

/* Values of the options --study, --orders, --order-blocks, --scheme, --machine and --json. */
typedef struct app_order_study {
  bool requested;   /* true if --study is given; otherwise all other members are 0 */
  const char *json; /* path given with --json; NULL if not given */
  app_order_list orders;
  const tc_scheme *scheme;
  tc_machine_source machine;
} app_order_study;

/* Copies the options of --study from the command line to *out. Errors: TC_USAGE, for example if --study and
 * an option that it does not support are given, or an option of the study without --study; those of
 * app_machine_option_find. */
tc_status app_order_study_read_options(const tc_command_call *call, app_order_study *out);

/* Returns true if one of the study's orderings or the distribution of `layout` uses the option --objective
 * (the objective that METIS minimises). */
bool app_order_study_uses_objective(const app_order_study *study, const tc_layout_options *layout);

/* Input and results of the study; all pointers are borrowed. */
typedef struct app_order_study_report {
  const app_order_study *study;
  const tc_mesh *mesh;
  const tc_graph *dual;
  const int32_t
      *curve; /* [mesh->cells] cells in the order of a Hilbert curve; NULL if `layout` does not need it */
  int32_t ranks;
  /* distribution of the cells over the ranks, which is the same for all orderings; its ordering is ignored */
  const tc_layout_options *layout;
  /* [study->orders.count] counts and forecast of each ordering; valid only during app_order_study_write */
  const tc_order_study_result *worth;
  /* index in study->orders of the ordering with the shortest forecast time per row; -1 if there is no
   * forecast */
  int best;
} app_order_study_report;

/* Counts the memory accesses of every ordering and sets `worth` and `best`. Writes to `out` a line for each
 * ordering and the config keys of the best one, and writes the file of --json. `worth` is invalid after the
 * call. Errors: those of tc_order_study_run; TC_OUTPUT. */
tc_status app_order_study_write(app_order_study_report *studied, const tc_log *log, FILE *out);

/* Writes the study to the file of --json. Errors: TC_OUTPUT. */
tc_status app_order_study_write_json(const app_order_study_report *studied);

/* Returns the layout options that create ordering number `order` of the study. */
tc_layout_options app_order_study_layout(const app_order_study_report *studied, int order);

#endif
