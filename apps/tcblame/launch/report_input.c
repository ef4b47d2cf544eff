/* Options of report and diff, and the steps that open their input (see report_input.h).
 * tb_report_options_prepare checks the options before any work is done. tb_report_input_open
 * then reads the samples, finds the facts, builds the profile and selects its stacks. */
#include "launch/report_input.h"
#include "base/core/print.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "base/file/file_list.h"
#include "base/text/line.h"
#include "blame/closure/transfer.h"

/* ---- options ---- */

static tc_status set_points(const tc_option *option, const char *value, void *text) {
  if (*(const char **)text) return tc_status_create(TC_USAGE, "%s: is given twice: remove one", option->name);
  return tc_option_set_text(option, value, text);
}

static tc_status parse_blame_points(tb_report_options *o) {
  char *text = NULL;
  int count = 0;
  if (!o->point_list) return TC_OK;
  TC_TRY(tc_alloc_zero(1,
                       (TB_REPORT_OPTIONS_POINTS + 1) * sizeof *o->blame_points + strlen(o->point_list) + 1,
                       "names", &o->blame_points));
  text = strcpy((char *)(o->blame_points + TB_REPORT_OPTIONS_POINTS + 1), o->point_list);
  for (char *save, *at = strtok_r(text, ",", &save); at; at = strtok_r(NULL, ",", &save))
    if (count++ < TB_REPORT_OPTIONS_POINTS) o->blame_points[count - 1] = at;
  if (count > 0 && count <= TB_REPORT_OPTIONS_POINTS) return TC_OK;
  return tc_option_error("--points", o->point_list, "a comma-separated list of 1 to 64 functions");
}

static tc_status set_waiting(const tc_option *option, const char *value, void *member) {
  const bool blame = strcmp(value, "blame") == 0;
  *(bool *)member = blame;
  /* "apart" is the former spelling of "separate" */
  if (blame || strcmp(value, "separate") == 0 || strcmp(value, "apart") == 0) return TC_OK;
  return tc_option_error(option->name, value, "separate or blame");
}

static tc_status set_share(const tc_option *option, const char *value, void *member) {
  char *end;
  const double percent = tc_strtod(value, &end);
  if (end == value || (*end && strcmp(end, "%") != 0) || !(percent >= 0.0 && percent <= 100.0))
    return tc_option_error(option->name, value, "a percentage from 0 to 100");
  *(double *)member = percent / 100.0;
  return TC_OK;
}

#define TEXT(member) TC_OPTION_TEXT(tb_report_options, member)
const tc_option tb_report_options_table[] = {
    {"DIR", "a directory of samples", NULL, TC_OPTION_TEXTS(tb_report_options, folders), .commands = "diff",
     .is_required = true},
    {"DIR", "a directory of samples", NULL,
     TC_OPTION_SET(tb_report_options, folders, tc_option_texts, tc_option_set_texts), .commands = "report",
     .is_required = true},
    {"--by", "WHAT", "columns: one per rank, one per thread, or none for all",
     TC_OPTION_SET(tb_report_options, view.by, tb_view_by, tc_option_set_index), .list = &tb_view_by_registry,
     .commands = "report", .initial = "all"},
    {"--points", "LIST",
     "comma-separated functions whose variables the view hybrid shows in addition to those of main",
     TC_OPTION_SET(tb_report_options, point_list, const char *, set_points), .commands = "report"},
    {"--facts", "FILE",
     "facts of `tcblame analyze` (default: facts in the directory of the samples, then in the current one; "
     "without facts the views data and hybrid are omitted)",
     TEXT(facts)},
    {"--view", "LIST", "comma-separated views, or all (default: data,touch; see `tcblame list`)",
     TEXT(views)},
    {"--from", "FUNCTION", "only samples within this function", TEXT(view.from)},
    {"--transfer", "NAME",
     "rule that transfers blame between statements: full or certain; see `tcblame list`",
     TC_OPTION_INDEX(tb_report_options, transfer, tb_transfer_registry), .initial = "full"},
    {"--waiting", "HOW",
     "samples that wait for other ranks or threads: separate, in rows of their own, or blame, like all "
     "others",
     TC_OPTION_SET(tb_report_options, view.blame_waiting, bool, set_waiting), .initial = "separate"},
    {"--min", "PERCENT", "smallest share of a row that is shown",
     TC_OPTION_SET(tb_report_options, view.share_min, double, set_share), .initial = "1%"},
    {"--top", "N", "largest number of rows of a table",
     TC_OPTION_INT32(tb_report_options, view.rows_max, 1, 1000000), .initial = "20"},
    {"--all", NULL, "show every row of every table", TC_OPTION_FLAG(tb_report_options, view.shows_all)},
    {"--skid", "N", "instructions between the one that waited and the sampled one: 0 or 1",
     TC_OPTION_INT32(tb_report_options, skid, 0, 1), .initial = "1"},
    {"--json", "FILE", "also write the result as JSON", TEXT(json)},
    {"--csv", "FILE", "also write the result as CSV", TEXT(csv)},
    {"--html", "FILE", "also write the result as an HTML page with pictures", TEXT(html)},
    {0},
};

void tb_report_options_free(tb_report_options *options) {
  tc_free(options->blame_points);
  options->blame_points = NULL;
}

/* ---- preparation ---- */

static tc_status select_views(tb_report_options *o, int unsupported_view) {
  const bool all = o->views && strcmp(o->views, "all") == 0;
  int index[TB_VIEWS], count = 0;
  if (o->views && !all)
    TC_TRY(tc_registry_parse_list(&tb_view_registry, "--view", o->views, "all", TB_VIEWS, index, &count));
  for (int v = 0; v < TB_VIEWS; v++)
    o->is_selected[v] = all || (!o->views && (v == TB_VIEW_data || v == TB_VIEW_touch));
  for (int i = 0; i < count; i++) {
    if (index[i] < 0)
      return tc_status_create(TC_USAGE,
                              "--view %s: all cannot be combined with other views: remove all or the others",
                              o->views);
    if (index[i] == unsupported_view)
      return tc_status_create(TC_USAGE, "--view: %s is not supported by this command: remove it",
                              tb_view_at(unsupported_view)->name);
    o->is_selected[index[i]] = true;
  }
  if (unsupported_view < TB_VIEWS) o->is_selected[unsupported_view] = false;
  return TC_OK;
}

tc_status tb_report_options_prepare(tb_report_options *o, int unsupported_view) {
  tc_file_list files = {0};
  TC_TRY(select_views(o, unsupported_view));
  TC_TRY(parse_blame_points(o));
  o->view.blame_points = o->blame_points;
  TC_TRY(tc_file_list_add_output(&files, "--json", o->json));
  TC_TRY(tc_file_list_add_output(&files, "--csv", o->csv));
  TC_TRY(tc_file_list_add_output(&files, "--html", o->html));
  return tb_report_check(o->json, o->csv, o->html);
}

/* ---- input ---- */

static bool needs_facts(int view) { return view == TB_VIEW_data || view == TB_VIEW_hybrid; }

static bool has_named_views(const tb_report_options *o) { return o->views && strcmp(o->views, "all") != 0; }

/* Selects the views to show if there are no facts. Removes the views that need facts. Returns an error if the
 * user named one of these. Without --view, selects touch, code and lines. */
static tc_status select_views_without_facts(const char *folder, tb_report_options *o) {
  for (int v = 0; v < TB_VIEWS; v++) {
    if (o->is_selected[v] && needs_facts(v) && has_named_views(o))
      return tc_status_create(TC_USAGE,
                              "--view %s needs facts: create them with tcblame analyze and set --facts",
                              tb_view_at(v)->name);
    o->is_selected[v] = needs_facts(v) ? false : o->is_selected[v] || !o->views;
  }
  if (!has_named_views(o))
    fprintf(stderr,
            "tcblame: %s: no facts, so the views data and hybrid are omitted: create facts with tcblame "
            "analyze and set --facts\n",
            folder);
  return TC_OK;
}

static tc_status find_facts(const char *folder, tb_report_options *o, tb_facts **out) {
  tc_line of_folder = {0};
  const char *const candidates[] = {of_folder.text, "facts"};
  if (o->facts) return tb_facts_read(o->facts, out);
  tc_line_add(&of_folder, "%s/facts", folder);
  for (size_t p = 0; p < sizeof candidates / sizeof *candidates; p++)
    if (tc_file_starts_with(candidates[p], "tcblame-facts ")) return tb_facts_read(candidates[p], out);
  return select_views_without_facts(folder, o);
}

tc_status tb_report_input_open(const char *folder, tb_report_options *o, tb_report_input *out) {
  const tb_profile_options options = {.skid = o->skid, .transfer = (tb_transfer_rule)o->transfer};
  *out = (tb_report_input){0};
  TC_TRY(tb_samples_open(folder, &out->samples));
  TC_TRY(find_facts(folder, o, &out->facts));
  TC_TRY(tb_profile_create(out->samples, out->facts, &options, &out->profile));
  return tb_selection_create(out->profile, &o->view, &out->selection);
}

void tb_report_input_free(tb_report_input *input) {
  tb_selection_destroy(&input->selection);
  tb_profile_destroy(&input->profile);
  tb_facts_destroy(&input->facts);
  tb_samples_close(&input->samples);
}
