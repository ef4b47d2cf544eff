/* Document of a quote: its text comes from report/sections/quote_table.c, and its JSON has one object per
 * case. */
#include <math.h>
#include <time.h>

#include "report/render/report_items.h"
#include "report/sections/quote_table.h"

/* Appends a number if it is finite. Otherwise the number is unknown, and nothing is appended. */
static void add_known(tc_section *section, const char *key, double value) {
  if (isfinite(value)) tc_item_add(section, TC_VALUE(key, value));
}

/* Appends a time as "2026-11-28T13:05:00Z". Appends nothing if it is 0. */
static void add_date(tc_section *section, const char *key, int64_t seconds) {
  char date[32];
  struct tm utc;
  const time_t when = (time_t)seconds;
  if (seconds <= 0 || !gmtime_r(&when, &utc)) return;
  strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
  tc_item_add(section, TC_VALUE(key, (const char *)date));
}

/* Appends times and costs of a case. A case without a bound has none. */
static void add_forecast(tc_section *section, const tc_quote_case *c) {
  if (c->exclusion == TC_QUOTE_NO_BOUND) return;
  tc_items_add_job(section, c->job);
  add_known(section, "launch_s", c->launch_s);
  add_known(section, "limit_s", c->limit_s);
  if (c->checkpoint_interval_s > 0.0) add_known(section, "checkpoint_interval_s", c->checkpoint_interval_s);
  add_known(section, "node_hours", c->node_hours);
  add_known(section, "bound_node_hours", c->bound_node_hours);
  add_known(section, "kWh", c->energy_kWh);
  add_known(section, "price", c->price);
}

static void add_case(const tc_quote *quote, int i, tc_section *list) {
  static const char *const exclusion[] =
      {[TC_QUOTE_POSSIBLE] = NULL, [TC_QUOTE_MEMORY] = "memory", [TC_QUOTE_NO_BOUND] = "parameter"};
  const tc_quote_case *c = &quote->item[i];
  tc_section *section =
      TC_SECTION(list, NULL, TC_VALUE("nodes", c->nodes), TC_VALUE("ranks", c->nodes * c->ranks_per_node),
                 TC_VALUE("ranks_per_node", c->ranks_per_node), TC_VALUE("threads", c->threads),
                 TC_VALUE("strategy", c->strategy), TC_VALUE("storage", c->storage));
  if (c->memory_B > 0.0) add_known(section, "memory_B", c->memory_B);
  if (c->disk_B > 0.0) add_known(section, "disk_B", c->disk_B);
  add_forecast(section, c);
  if (exclusion[c->exclusion]) tc_item_add(section, TC_VALUE("excluded", exclusion[c->exclusion]));
  tc_item_add(section, tc_item_bool("chosen", i == quote->chosen));
}

static void add_json(const tc_quote *quote, const char *script, tc_section *json) {
  tc_items_add_program(json, "tetracast");
  TC_ADD(json, TC_VALUE("command", "quote"), TC_VALUE("level", quote->level));
  if (quote->identity && *quote->identity) tc_item_add(json, TC_VALUE("identity", quote->identity));
  TC_ADD(json, TC_VALUE("records", quote->records), TC_VALUE("assumed", quote->is_assumed),
         TC_VALUE("steps", quote->steps));
  if (*quote->currency) tc_item_add(json, TC_VALUE("currency", quote->currency));
  add_date(json, "date", quote->date);
  add_date(json, "expires", quote->expires);
  if (script) tc_item_add(json, TC_VALUE("script", script));
  tc_section *list = tc_list_add(json, "cases");
  for (int i = 0; i < quote->cases; i++) add_case(quote, i, list);
}

void tc_report_quote_build(const tc_quote *quote, const char *script, tc_document *document) {
  tc_section *root = tc_document_begin(document, NULL);
  add_json(quote, script, tc_group_add(root, TC_RENDERER_JSON));
  tc_report_text_quote(quote, tc_group_add(root, TC_RENDERER_TEXT));
}
