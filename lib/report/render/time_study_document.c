/* Documents of a study of time integration: a table for text and HTML, all values for JSON and HTML, and a
 * row for each run for CSV. Also checks the paths of the files before the runs. */
#include <math.h>

#include "base/file/directory.h"
#include "report/document/report_text.h"
#include "report/document/time_study.h"
#include "report/render/report_items.h"

/* Appends a section with a run or with the reference run, and returns the section. */
static tc_section *add_run(tc_section *parent, const char *key, const tc_time_run *r) {
  return TC_SECTION(parent, key, TC_VALUE("method", r->method), tc_item_positive("theta", r->theta),
                    TC_VALUE("steps", r->steps), TC_VALUE("dt", r->dt), tc_item_count("stages", r->stages),
                    tc_item_count("products", r->products), tc_item_count("iterations", r->iterations),
                    TC_VALUE("error", r->error), TC_VALUE("hash", r->hash));
}

static void add_order(tc_section *run, const tc_time_run *r) {
  TC_ADD(run, TC_VALUE("order", r->order), TC_VALUE("order_bias", r->bias), TC_VALUE("wall_s", r->wall_s));
}

/* Appends the times of a run, and the ratios of the products, error and time to those of the first run. */
static void add_ratios(tc_section *run, const tc_time_run *r, const tc_time_run *first) {
  TC_ADD(run, TC_VALUE("products_ratio", (double)r->products / (double)first->products),
         TC_VALUE("error_ratio", r->error / first->error), TC_VALUE("wall_s", r->wall_s),
         TC_VALUE("wall_ratio", r->wall_s / first->wall_s), TC_VALUE("search_s", r->search_s),
         TC_VALUE("stabilisation", r->stabilisation), TC_VALUE("storage", r->storage));
}

static void add_runs(tc_section *list, const tc_time_study *s, bool has_orders) {
  for (int i = 0; i < s->count; i++) {
    tc_section *run = add_run(list, NULL, &s->run[i]);
    if (has_orders)
      add_order(run, &s->run[i]);
    else
      add_ratios(run, &s->run[i], s->run);
  }
}

static void add_study(tc_section *section, const tc_time_study *s, bool has_orders) {
  tc_items_add_program(section, "tetracast");
  TC_ADD(section, TC_VALUE("command", has_orders ? "verify" : "compare"), TC_VALUE("title", s->title),
         TC_VALUE("config", s->config));
  tc_list_add_texts(section, "overrides", s->overrides, s->override);
  TC_ADD(section, TC_VALUE("ranks", s->ranks), TC_VALUE("threads", s->threads));
  tc_items_add_device_use(section, &s->device);
  TC_ADD(section, TC_VALUE("scheme", s->scheme), TC_VALUE("stabilisation", s->stabilisation),
         TC_VALUE("cells", s->cells), TC_VALUE("end", s->end), TC_VALUE("rounds", s->rounds));
  if (has_orders) tc_item_add(section, TC_VALUE("order", tc_time_study_order(s)));
  tc_section *reference = add_run(section, "reference", &s->reference);
  if (!has_orders) tc_item_add(reference, TC_VALUE("stabilisation", s->reference.stabilisation));
  add_runs(tc_list_add(section, "runs"), s, has_orders);
}

/* ---- text ---- */

static const char *format_method(tc_section *out, const tc_time_run *r) {
  return r->theta > 0.0 ? tc_document_format(out->document, "%s (theta %g)", r->method, r->theta) : r->method;
}

static void print_head(const tc_time_study *s, tc_section *out) {
  const tc_time_run *reference = &s->reference;
  if (s->title) tc_section_print(out, "%s", s->title);
  tc_section_print(out, "%s: %lld cells, %s", s->config, (long long)s->cells, s->scheme);
  if (!isnan(s->stabilisation)) tc_section_append(out, ", stabilisation %.3g", s->stabilisation);
  tc_section_append(out, ", steps to t = %.6g; %d rank%s x %d thread%s", s->end, s->ranks,
                    tc_plural_suffix(s->ranks), s->threads, tc_plural_suffix(s->threads));
  tc_report_text_device(&s->device, out);
  tc_section_print(out,
                   "error: L2 norm of the difference from %lld step%s of %s, over the norm of the latter",
                   (long long)reference->steps, tc_plural_suffix(reference->steps),
                   format_method(out, reference));
  if (!isnan(reference->error))
    tc_section_append(out, " (estimated error of the reference %.1e)", reference->error);
}

static void print_orders(const tc_time_study *s, tc_section *out) {
  const tc_time_run *last = &s->run[s->count - 1];
  print_head(s, out);
  tc_section_print(out, "\n%s", format_method(out, s->run));
  tc_section *table = tc_list_add(out, NULL);
  TC_COLUMNS(table, tc_column_text("steps", 9), tc_column_number("dt", 9, "%.4g"),
             tc_column_text("stages", 6), tc_column_text("products", 9), tc_column_text("iterations", 10),
             tc_column_number("error", 9, "%.2e"), tc_column_number("order", 6, "%.2f"));
  for (int i = 0; i < s->count; i++) {
    const tc_time_run *r = &s->run[i];
    TC_SECTION(table, NULL, TC_VALUE(NULL, r->steps), TC_VALUE(NULL, r->dt), tc_item_count(NULL, r->stages),
               tc_item_count(NULL, r->products), tc_item_count(NULL, r->iterations), TC_VALUE(NULL, r->error),
               TC_VALUE(NULL, r->order));
  }
  if (isnan(last->bias))
    tc_section_print(out, "  no order: the errors do not fall with the number of steps");
  else
    tc_section_print(out,
                     "  order %.2f between the last two runs, after subtraction of %.3f, which the error of "
                     "the reference adds",
                     last->order - last->bias, last->bias);
  if (tc_time_study_exceeds_order(s))
    tc_section_print(out,
                     "  orders above %d, the order of the method: the errors of such long steps fall faster "
                     "than with this order; use more steps to observe the order",
                     s->method_order);
}

/* True if the runs have different values of the stabilisation. */
static bool has_stabilisations(const tc_time_study *s) {
  return isnan(s->stabilisation) && !isnan(s->reference.stabilisation);
}

static void add_method_row(tc_section *table, const tc_time_run *r, const tc_time_run *first, bool differs) {
  tc_section *row = TC_SECTION(table, NULL, TC_VALUE(NULL, format_method(table, r)), TC_VALUE(NULL, r->steps),
                               TC_VALUE(NULL, r->dt), tc_item_count(NULL, r->stages),
                               tc_item_count(NULL, r->products), tc_item_count(NULL, r->iterations),
                               TC_VALUE(NULL, (double)r->products / (double)first->products),
                               TC_VALUE(NULL, r->error), TC_VALUE(NULL, r->error / first->error));
  tc_cell_seconds(row, r->wall_s);
  tc_item_add(row, TC_VALUE(NULL, r->wall_s / first->wall_s));
  tc_cell_seconds(row, r->search_s);
  if (differs) tc_item_add(row, TC_VALUE(NULL, r->stabilisation));
}

static void print_methods(const tc_time_study *s, tc_section *out) {
  print_head(s, out);
  tc_section_print(out,
                   "ratio: to %s; steps: median wall time of %d round%s; search: wall time of the search for "
                   "a stable step",
                   format_method(out, s->run), s->rounds, tc_plural_suffix(s->rounds));
  if (has_stabilisations(s))
    tc_section_print(out,
                     "stab.: stabilisation; the reference has %.3g, so errors with other values contain the "
                     "difference between the discretisations",
                     s->reference.stabilisation);
  tc_section *table = tc_list_add(out, NULL);
  TC_COLUMNS(table, tc_column_text("method", -8), tc_column_text("steps", 9),
             tc_column_number("dt", 9, "%.4g"), tc_column_text("stages", 6), tc_column_text("products", 9),
             tc_column_text("iterations", 10), tc_column_number("ratio", 6, "%.3g"),
             tc_column_number("error", 9, "%.2e"), tc_column_number("ratio", 6, "%.3g"),
             tc_column_text("steps", 9), tc_column_number("ratio", 6, "%.3g"), tc_column_text("search", 9));
  if (has_stabilisations(s)) TC_COLUMNS(table, tc_column_number("stab.", 6, "%.3g"));
  for (int i = 0; i < s->count; i++) add_method_row(table, &s->run[i], s->run, has_stabilisations(s));
}

static void build(const tc_time_study *s, bool has_orders, tc_document *document) {
  tc_section *root = tc_document_begin(document, NULL);
  tc_section *text = tc_group_add(root, TC_RENDERER_TEXT | TC_RENDERER_HTML);
  if (has_orders)
    print_orders(s, text);
  else
    print_methods(s, text);
  tc_section *values = tc_group_add(root, TC_RENDERER_JSON | TC_RENDERER_HTML);
  values->label = "All values";
  add_study(values, s, has_orders);
  add_runs(tc_list_add(tc_group_add(root, TC_RENDERER_CSV), "runs"), s, has_orders);
  root->label = s->title ? s->title : s->config;
}

void tc_time_study_build_orders(const tc_time_study *s, tc_document *document) { build(s, true, document); }

void tc_time_study_build_methods(const tc_time_study *s, tc_document *document) { build(s, false, document); }

tc_status tc_time_study_prepare(const char *command, const char *json, const char *csv, const char *html) {
  TC_TRY(tc_report_prepare("tetracast", json, NULL));
  TC_TRY(tc_report_check_command(command, json, NULL));
  TC_TRY(tc_file_prepare(csv, "method,theta,steps,", "a CSV report of time steps"));
  return tc_report_prepare_html(command, html);
}
