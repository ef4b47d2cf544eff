/* Table of methods of time integration, with a line for each method, and its legend. */
#include <math.h>

#include "base/text/number_format.h"
#include "report/document/time_methods.h"

enum { bytes_size = 32 };

/* Appends a count. A lower bound is preceded by ">=", and an unknown count is written as "-". */
static void add_count(tc_section *row, bool is_known, bool is_least, int64_t count) {
  if (is_known)
    tc_cell_print(row, "%s%lld", is_least ? ">= " : "", (long long)count);
  else
    tc_cell_print(row, "-");
}

static void add_bytes(tc_section *row, double bytes) {
  char text[bytes_size];
  tc_cell_print(row, "%s", isnan(bytes) ? "-" : tc_number_format_bytes(bytes, text, sizeof text));
}

static void add_method(tc_section *table, const tc_time_method *m) {
  tc_section *row = tc_section_add(table, NULL);
  tc_cell_print(row, "%s%s", m->method, m->is_own ? " *" : "");
  add_count(row, m->steps > 0, false, m->steps);
  add_count(row, m->stages > 0, m->is_least, m->stages);
  add_count(row, m->products > 0, m->is_least, m->products);
  add_count(row, m->reductions >= 0, false, m->reductions);
  add_bytes(row, m->bytes);
  tc_cell_print(row, isnan(m->error) ? "-" : "%.1e", m->error);
  tc_cell_seconds(row, m->seconds);
}

static const tc_time_method *find_search(const tc_time_methods *methods) {
  for (int i = 0; i < methods->count; i++)
    if (methods->item[i].searches > 0) return &methods->item[i];
  return NULL;
}

static void write_control(const tc_time_methods *methods, tc_section *out) {
  for (int i = 0; i < methods->count; i++) {
    const tc_time_method *m = &methods->item[i];
    if (m->products_high == 0) continue;
    if (m->products_low == m->products_high)
      tc_section_print(out, "  %s: error control; a trial has made all steps", m->method);
    else
      tc_section_print(out,
                       "  %s: error control; %lld to %lld products, from a trial at tolerance %g to t = %.6g",
                       m->method, (long long)m->products_low, (long long)m->products_high,
                       methods->trial_tolerance, methods->trial_until);
  }
}

/* Writes the reasons why methods have no counts, which the table shows as "-". */
static void write_reasons(const tc_time_methods *methods, tc_section *out) {
  for (int i = 0; i < methods->count; i++)
    if (methods->item[i].products == 0 && *methods->item[i].reason)
      tc_section_print(out, "  %s: no counts (-), because %s", methods->item[i].method,
                       methods->item[i].reason);
}

static bool has_error(const tc_time_methods *methods) {
  for (int i = 0; i < methods->count; i++)
    if (isfinite(methods->item[i].error)) return true;
  return false;
}

static void write_legend(const tc_time_methods *methods, tc_section *out) {
  const tc_time_method *search = find_search(methods);
  tc_section_print(out,
                   "  *: time.method of the config; products and reductions of implicit steps: those of the "
                   "first step, times the steps");
  tc_section_print(out, "  bytes: matrix and vectors, in format ell, read and written by all ranks");
  write_control(methods, out);
  write_reasons(methods, out);
  if (search)
    tc_section_print(out, "  %s also needs %s%lld products before the first step", search->method,
                     search->is_least ? "at least " : "", (long long)search->searches);
  if (has_error(methods))
    tc_section_print(out,
                     "  error: expected error in time at the end, relative to the norm of the field, from "
                     "its second and third time derivatives in 16 trial steps of rkl2");
}

void tc_time_methods_write(const tc_time_methods *methods, tc_section *out) {
  if (!methods) return;
  tc_section_print(out, "\nMethods of time integration to t = %.6g:", methods->end);
  tc_section *table = tc_list_add(out, NULL);
  TC_COLUMNS(table, tc_column_text("time.method", -12), tc_column_text("steps", 9),
             tc_column_text("stages", 7), tc_column_text("products", 11), tc_column_text("reductions", 10),
             tc_column_text("bytes", 10), tc_column_text("error", 8), tc_column_text("forecast", 10));
  for (int i = 0; i < methods->count; i++) add_method(table, &methods->item[i]);
  write_legend(methods, out);
}

static void add_item(tc_section *list, const tc_time_method *m) {
  TC_SECTION(list, NULL, TC_VALUE("method", m->method), TC_VALUE("is_own", m->is_own),
             TC_VALUE("is_least", m->is_least), tc_item_count("steps", m->steps),
             tc_item_positive("dt", m->dt), tc_item_count("stages", m->stages),
             tc_item_count("products", m->products),
             tc_item_if(m->reductions >= 0, TC_VALUE("reductions", m->reductions)),
             tc_item_count("products_low", m->products_low), tc_item_count("products_high", m->products_high),
             TC_VALUE("search_products", m->searches), TC_VALUE("bytes", m->bytes),
             TC_VALUE("error", m->error), TC_VALUE("predicted_s", m->seconds));
}

void tc_time_methods_add_items(const tc_time_methods *methods, tc_section *section) {
  if (!methods) {
    tc_item_add(section, tc_item_null("time_methods"));
    return;
  }
  tc_section *list = tc_list_add(section, "time_methods");
  for (int i = 0; i < methods->count; i++) add_item(list, &methods->item[i]);
}

/* ---- choice of time.method: auto ---- */

/* Appends the name of a candidate, the number of the products, and the bytes that its steps move. */
static void format_candidate(const tc_time_method *m, tc_line *line) {
  char bytes[bytes_size];
  tc_line_add(line, "%s", m->method);
  if (m->products == 0) {
    tc_line_add(line, " (unusable: %s)", m->reason);
    return;
  }
  tc_line_add(line, " (%s%lld products", m->is_least ? "at least " : "",
              (long long)(m->products + m->searches));
  if (!isnan(m->bytes)) tc_line_add(line, ", %s", tc_number_format_bytes(m->bytes, bytes, sizeof bytes));
  tc_line_add(line, ")");
}

void tc_time_methods_format_choice(const tc_time_methods *choice, tc_line *line) {
  const char *separator = "; ";
  for (int k = 0; k < choice->count; k++) {
    if (!choice->item[k].is_own) continue;
    tc_line_add(line, "time.method auto: ");
    format_candidate(&choice->item[k], line);
  }
  for (int k = 0; k < choice->count; k++) {
    if (choice->item[k].is_own) continue;
    tc_line_add(line, "%s", separator);
    format_candidate(&choice->item[k], line);
    separator = ", ";
  }
  if (choice->count > 0 && choice->trial_until > 0.0)
    tc_line_add(line, "; trials to t = %.3g at tolerance %g", choice->trial_until, choice->trial_tolerance);
  if (choice->count > 0) tc_line_add(line, "; %lld products before the choice", (long long)choice->trials);
}

void tc_time_methods_add_choice(const tc_time_methods *choice, tc_section *section) {
  if (!choice || choice->count == 0) {
    tc_item_add(section, tc_item_null("method_choice"));
    return;
  }
  tc_section *all = TC_SECTION(section, "method_choice", TC_VALUE("trial_products", choice->trials),
                               tc_item_positive("trial_tolerance", choice->trial_tolerance),
                               tc_item_positive("trial_time", choice->trial_until));
  tc_section *list = tc_list_add(all, "candidates");
  for (int k = 0; k < choice->count; k++) add_item(list, &choice->item[k]);
}
