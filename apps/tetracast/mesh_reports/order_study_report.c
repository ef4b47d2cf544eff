/* `tetracast mesh order --study`: reads its options, counts the memory accesses of every ordering, and writes
 * a table and the config keys of the best ordering. cmd_mesh.c calls app_order_study_read_options on the
 * root, loads the mesh and then calls app_order_study_write. run/dry_run/order_study.c counts the accesses
 * without computing a product. */
#include "mesh_reports/order_study_report.h"

#include <math.h>

#include "base/core/memory.h"
#include "base/document/render.h"
#include "base/text/line.h"
#include "mesh_reports/mesh_summary.h"
#include "options/machine_option.h"

/* Default of --order-blocks: sizes of METIS blocks in cells. The size 0 is one block per rank. */
static const tc_option_numbers usual_blocks = {5, {64, 512, 4096, 32768, 0}};

/* ---- options ---- */

/* Returns an error with the message `why` if the user set one of the options in the list `name`, which ends
 * with NULL. */
static tc_status check_unused_options(const tc_command_call *call, const char *const *name, const char *why) {
  /* Example: --orders: needs --study: add it */
  for (; *name; name++)
    if (tc_command_line_has(call, *name)) return tc_status_create(TC_USAGE, "%s: %s", *name, why);
  return TC_OK;
}

tc_status app_order_study_read_options(const tc_command_call *call, app_order_study *out) {
  static const char *const own[] = {"--orders", "--order-blocks", "--machine", "--json", NULL},
                           *const others[] = {"--method", "--block", NULL};
  const app_options *o = call->options;
  *out = (app_order_study){.requested = o->study, .json = o->run.json, .scheme = o->scheme};
  if (!o->study && tc_command_line_has(call, "--scheme") && !o->pattern)
    return tc_status_create(TC_USAGE, "--scheme: needs --study or --pattern: add one of them");
  if (!o->study) return check_unused_options(call, own, "needs --study: add it");
  TC_TRY(check_unused_options(call, others,
                              "--study compares several orders: use --orders and --order-blocks instead"));
  if (o->output) return tc_status_create(TC_USAGE, "-o: --study writes no mesh: remove -o");
  if (o->pattern) return tc_status_create(TC_USAGE, "--pattern: --study writes no pattern: remove --pattern");
  TC_TRY(app_list_orders(o, &usual_blocks, &out->orders));
  return app_machine_option_find(o->run.machine, &call->log, &out->machine);
}

/* ---- counting ---- */

static tc_layout_options layout_of(const tc_ordering *ordering, const tc_layout_options *layout) {
  tc_layout_options choice = *layout;
  choice.order = ordering->order;
  choice.order_block = ordering->order->in_blocks ? ordering->block : 0;
  return choice;
}

bool app_order_study_uses_objective(const app_order_study *study, const tc_layout_options *layout) {
  for (int i = 0; i < study->orders.count; i++) {
    const tc_layout_options choice = layout_of(&study->orders.ordering[i], layout);
    if (tc_layout_uses_objective(&choice)) return true;
  }
  return false;
}

tc_layout_options app_order_study_layout(const app_order_study_report *s, int order) {
  return layout_of(&s->study->orders.ordering[order], s->layout);
}

static tc_status study_order(const app_order_study_report *s, const tc_log *log,
                             tc_order_study_result *worth) {
  const app_order_study *study = s->study;
  const tc_order_study at = {s->dual, s->curve, study->scheme, s->ranks, &study->machine.machine};
  for (int i = 0; i < study->orders.count; i++) {
    const tc_layout_options choice = app_order_study_layout(s, i);
    tc_line name = {0};
    tc_order_describe(study->orders.ordering[i].order, study->orders.ordering[i].block, &name);
    /* Example: order 2 of 5: metis, 512 cells a block */
    tc_log_write(log, TC_LOG_NORMAL, "order %d of %d: %s", i + 1, study->orders.count, name.text);
    TC_TRY(tc_order_study_run(&at, &choice, &worth[i]));
  }
  return TC_OK;
}

/* ---- output ---- */

static void add_row(const tc_ordering *ordering, const tc_order_study_result *worth, bool best,
                    tc_section *table) {
  tc_section *row = TC_SECTION(table, NULL, TC_VALUE(NULL, ordering->order->name),
                               tc_item_if(ordering->order->in_blocks, TC_VALUE(NULL, ordering->block)),
                               TC_VALUE(NULL, 1e9 * worth->row_s));
  for (int l = 1; l < TC_LEVELS; l++) tc_item_add(row, TC_VALUE(NULL, worth->lines[l]));
  TC_ADD(row, TC_VALUE(NULL, worth->order_s), TC_VALUE(NULL, worth->count_s));
  if (best) tc_section_print(row, " best");
}

/* Returns the relative reduction of the forecast time per row from the order of the mesh file to the best
 * ordering. Returns NaN if the study does not contain the order of the mesh file. */
static double order_gain(const app_order_study_report *s) {
  for (int i = 0; i < s->study->orders.count; i++)
    if (s->study->orders.ordering[i].order == tc_order_find("none"))
      return 1.0 - s->worth[s->best].row_s / s->worth[i].row_s;
  return NAN;
}

static void write_advice(const app_order_study_report *s, tc_section *out) {
  const tc_ordering *ordering = &s->study->orders.ordering[s->best];
  const tc_layout_options taken = app_order_study_layout(s, s->best);
  const double saved = order_gain(s);
  tc_line name = {0};
  tc_order_describe(ordering->order, ordering->block, &name);
  tc_section_print(out, "\nRecommended order: %s, %.2f ns per row", name.text, 1e9 * s->worth[s->best].row_s);
  if (saved > 0.0) tc_section_append(out, ", %.0f %% less than the mesh's own order", 100.0 * saved);
  tc_section_append(out, ". In the config:\n\norder:\n  method: %s", ordering->order->name);
  if (ordering->order->in_blocks && ordering->block > 0)
    tc_section_print(out, "  block: %d", (int)ordering->block);
  if (tc_layout_uses_objective(&taken) && taken.objective != TC_OBJECTIVE_CUT)
    tc_section_print(out, "  objective: %s", tc_objectives.name((int)taken.objective));
  if (taken.kind != TC_DISTRIBUTION_METIS)
    tc_section_print(out, "distribution:\n  kind: %s\n  block_size: %d",
                     tc_distribution_name((int)taken.kind), (int)taken.block_size);
  else if (taken.partitioner != TC_PARTITIONER_AUTO)
    tc_section_print(out, "distribution:\n  partitioner: %s", tc_partitioners.name((int)taken.partitioner));
}

static void write_table(const app_order_study_report *s, tc_section *out) {
  const app_order_study *study = s->study;
  double counting_s = 0.0;
  tc_section_print(out,
                   "%s scheme, width %d; %s distribution%s on %d rank%s (machine: %s)\n"
                   "time per row [ns] (hierarchy model) | cache lines of x per row loaded from beyond L1, "
                   "L2, L3 | "
                   "time to order and to count:",
                   study->scheme->name, study->scheme->width, tc_distribution_name((int)s->layout->kind),
                   app_partition_text(s->layout, s->mesh->cells), (int)s->ranks, s->ranks == 1 ? "" : "s",
                   study->machine.text);
  tc_section *table = tc_list_add(out, NULL);
  TC_COLUMNS(table, tc_column_text("order", -9), tc_column_text("block", 8),
             tc_column_number("ns/row", 9, "%.2f"),
             (tc_column){.label = "L1", .width = 7, .format = "%.3f", .prefix = " | "},
             tc_column_number("L2", 7, "%.3f"), tc_column_number("L3", 7, "%.3f"),
             (tc_column){.label = "ordering", .width = 10, .format = "%.2f s", .prefix = " | "},
             tc_column_number("counting", 10, "%.2f s"));
  for (int i = 0; i < study->orders.count; i++) {
    add_row(&study->orders.ordering[i], &s->worth[i], i == s->best, table);
    counting_s += s->worth[i].count_s;
  }
  tc_section_print(out, "  counting took %.2f s; no product was computed", counting_s);
}

static const char *const missing =
    "\nNo forecast (-): the machine lacks gather4_s and gather16_s (costs of single reads) or row4_s and "
    "row16_s\n(time per row): measure them with tetracast calibrate -o FILE, then use --machine FILE.";

tc_status app_order_study_write(app_order_study_report *s, const tc_log *log, FILE *out) {
  const int count = s->study->orders.count;
  tc_order_study_result *worth = NULL;
  tc_document document;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(worth, count));
  TC_GUARD(status, study_order(s, log, worth));
  s->worth = worth;
  s->best = tc_order_study_best(count, worth);
  tc_section *text = tc_document_begin(&document, NULL);
  write_table(s, text);
  if (s->best < 0)
    tc_section_print(text, "%s", missing);
  else
    write_advice(s, text);
  TC_GUARD(status, tc_document_print(&document, tc_document_text, out));
  if (s->study->json) status = app_order_study_write_json(s);
cleanup:
  tc_free(worth);
  return status;
}
