#include "report/sections/quote_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/document/render.h"
#include "report/document/job_text.h"
#include "report/job_sample.h"
#include "support/expect.h"
#include "support/golden.h"

enum { cases = 4 };

static tc_job_report job[cases];
static tc_quote_case item[cases];

/* Fills in a job forecast with 120 s of setup, `steps_s` seconds of steps and 40 s of snapshots. The bound of
 * the job time is 1.375 times the forecast. */
static void set_job(tc_job_report *out, double steps_s) {
  *out = (tc_job_report){.has_forecast = true,
                         .has_bound = true,
                         .identity = "lumi-standard",
                         .forecast = {.missing = -1},
                         .bound = {.level = 0.95, .records = 61}};
  job_set(out, TC_JOB_PHASE_assemble, 120.0, 0.0);
  job_set(out, TC_JOB_PHASE_steps, steps_s, 0.0);
  job_set(out, TC_JOB_PHASE_snapshots, 40.0, 0.0);
  job_bound(out, 1.375);
  out->total_s = 0.0;
}

static void set_case(int i, int nodes, double steps_s, double memory_B) {
  set_job(&job[i], steps_s);
  item[i] = (tc_quote_case){.nodes = nodes,
                            .ranks_per_node = 64,
                            .threads = 1,
                            .strategy = "neighbour",
                            .storage = "ell16",
                            .job = &job[i],
                            .launch_s = 20.0,
                            .memory_B = memory_B,
                            .disk_B = 4.1e9,
                            .exclusion = TC_QUOTE_POSSIBLE};
  item[i].limit_s = tc_job_limit_s(job[i].bound.bound_s + 20.0);
  item[i].node_hours = nodes * (job[i].bound.median_s + 20.0) / 3600.0;
  item[i].bound_node_hours = nodes * item[i].limit_s / 3600.0;
  item[i].energy_kWh = 0.4 * item[i].node_hours;
  item[i].price = 0.3 * item[i].node_hours;
}

/* Returns a quote of four cases with 1, 2, 4 and 8 nodes. The case with 1 node is excluded, because a node
 * has too little memory, and the case with 2 nodes is recommended. */
static tc_quote make_quote(void) {
  set_case(0, 1, 7200.0, 91e9);
  set_case(1, 2, 3650.0, 44e9);
  set_case(2, 4, 1900.0, 23e9);
  set_case(3, 8, 1020.0, 12e9);
  item[0].exclusion = TC_QUOTE_MEMORY;
  return (tc_quote){.cases = cases,
                    .item = item,
                    .chosen = 1,
                    .best = -1,
                    .next = {2, 3},
                    .currency = "EUR",
                    .identity = "lumi-standard",
                    .records = 61,
                    .level = 0.95,
                    .spread = 0.35,
                    .steps = 20000,
                    .date = 1764357807,
                    .expires = 1766949807};
}

static char *render(const tc_quote *quote, const char *script,
                    void (*write)(const tc_section *root, FILE *out)) {
  char *text = NULL;
  size_t size;
  tc_document document;
  FILE *out = open_memstream(&text, &size);
  tc_report_quote_build(quote, script, &document);
  expect_ok(tc_document_print(&document, write, out));
  fclose(out);
  return text;
}

static void expect_text(const tc_quote *quote, const char *name) {
  char *text = render(quote, NULL, tc_document_text);
  expect_golden("report", name, text);
  free(text);
}

Test(quote_table, all_columns) {
  const tc_quote quote = make_quote();
  expect_text(&quote, "quote.txt");
}

/* The quote has no energy and no price, as without these keys in the machine file. It has no disk size, as
 * for a config without outputs, and no records of earlier jobs. The case with 8 nodes has no forecast,
 * because the machine lacks the latency of the network. */
Test(quote_table, unknown_values) {
  tc_quote quote = make_quote();
  for (int i = 0; i < cases; i++) {
    item[i].energy_kWh = item[i].price = NAN;
    item[i].disk_B = 0.0;
  }
  item[3].exclusion = TC_QUOTE_NO_BOUND;
  job[3].forecast.missing = TC_PARAM_remote_latency_s;
  item[3].node_hours = item[3].memory_B = NAN;
  quote.currency = "";
  quote.records = 0;
  quote.is_assumed = true;
  quote.next[1] = -1;
  quote.may_end_early = quote.has_iterations_bound = true;
  expect_text(&quote, "quote_unknown.txt");
}

/* The case with 8 nodes has no forecast, although its job names no missing parameter. This happens if its
 * ranks have fewer threads than the ranks with which the machine was measured. A line below the table then
 * names both possible reasons. */
Test(quote_table, fewer_threads) {
  tc_quote quote = make_quote();
  item[3].exclusion = TC_QUOTE_NO_BOUND;
  char *text = render(&quote, NULL, tc_document_text);
  cr_expect(strstr(text, "\nparameter: no forecast, because the machine lacks parameters or was measured"),
            "%s", text);
  free(text);
}

/* No case satisfies the request. The table then has no mark for a recommended case and no line with the next
 * best ones. The bounds are based on one earlier job in the first rendering and on none in the second. In
 * both cases a line must state that the spread of the bounds is assumed. */
Test(quote_table, no_recommendation) {
  tc_quote quote = make_quote();
  quote.chosen = -1;
  quote.best = 3;
  quote.next[0] = quote.next[1] = -1;
  quote.records = 1;
  quote.is_assumed = true;
  char *text = render(&quote, NULL, tc_document_text);
  cr_expect(!strchr(text, '*') && !strstr(text, "Next best") && strstr(text, "\nRanks are those"), "%s",
            text);
  cr_expect(strstr(text, "\nBound from 1 record of lumi-standard and an assumed spread of 35 %.\n"), "%s",
            text);
  free(text);
  quote.best = -1;
  quote.records = 0;
  quote.identity = NULL;
  for (int i = 0; i < cases; i++) item[i].exclusion = TC_QUOTE_MEMORY;
  text = render(&quote, NULL, tc_document_text);
  cr_expect(strstr(text, "\nNo records are read (forecast.records): assumed spread of 35 %.\n"), "%s", text);
  free(text);
}

/* If all values are known, the JSON document contains each of the members listed below. */
Test(quote_json, complete) {
  const tc_quote quote = make_quote();
  item[1].checkpoint_interval_s = 264.0;
  char *text = render(&quote, "/home/anna/run.slurm", tc_document_json);
  static const char *const parts[] = {"\"command\": \"quote\"",
                                      "\"script\": \"/home/anna/run.slurm\"",
                                      "\"expires\": \"2025-12-28T19:23:27Z\"",
                                      "\"date\": \"2025-11-28T",
                                      "\"ranks\": 128",
                                      "\"ranks_per_node\": 64",
                                      "\"currency\": \"EUR\"",
                                      "\"launch_s\": 20",
                                      "\"limit_s\": 5280",
                                      "\"checkpoint_interval_s\": 264",
                                      "\"kWh\": ",
                                      "\"price\": ",
                                      "\"excluded\": \"memory\"",
                                      "\"chosen\": true",
                                      "\"bound\": "};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    cr_expect(strstr(text, parts[i]), "%s is missing in %s", parts[i], text);
  free(text);
}

/* If a value is unknown, the JSON document has no member with its name, so null and NaN do not occur. Energy,
 * price and disk size of all cases are unknown here, and most values of the case with 8 nodes. The quote has
 * no recommendation, currency, identity or expiry time. */
Test(quote_json, unknown_values) {
  tc_quote quote = make_quote();
  for (int i = 0; i < cases; i++) {
    item[i].energy_kWh = item[i].price = NAN;
    item[i].disk_B = 0.0;
  }
  item[3].exclusion = TC_QUOTE_NO_BOUND;
  item[3].node_hours = item[3].bound_node_hours = item[3].memory_B = NAN;
  quote.chosen = -1;
  quote.currency = "";
  quote.identity = NULL;
  quote.expires = 0;
  char *text = render(&quote, NULL, tc_document_json);
  static const char *const parts[] = {"null",   "nan",     "kWh",      "price",    "disk_B",
                                      "script", "expires", "currency", "identity", "\"chosen\": true"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    cr_expect(!strstr(text, parts[i]), "%s appears in %s", parts[i], text);
  cr_expect(strstr(text, "\"excluded\": \"parameter\""), "%s", text);
  free(text);
}
