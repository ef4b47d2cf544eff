/* `tetracast mesh order --study`: what each order would be worth, by counting alone. */
#ifndef TC_APP_MESH_STUDY_H
#define TC_APP_MESH_STUDY_H

#include "io/machine_known.h"
#include "lists.h"
#include "run/order_study.h"

/* The options --study, --orders, --order-blocks, --scheme and --machine. */
typedef struct tc_mesh_study {
  bool asked;
  tc_order_list orders;
  const tc_scheme *scheme;
  tc_machine_origin machine;
} tc_mesh_study;

/* Errors: TC_USAGE, also when one of them is given without --study, or what it does not take beside it. */
tc_status tc_mesh_study_read(const tc_arguments *arguments, const tc_log *log, tc_mesh_study *out);

/* Whether METIS splits anything for any of the orders. */
bool tc_mesh_study_splits(const tc_mesh_study *study, const tc_layout_choice *layout);

/* A line for each order, dealt to `ranks` as `layout` says; then what to put into a config. Errors: those of
 * tc_order_study_look. */
tc_status tc_mesh_study_write(const tc_mesh_study *study, const tc_graph *dual, int32_t ranks,
                              const tc_layout_choice *layout, const tc_log *log, FILE *out);

#endif
