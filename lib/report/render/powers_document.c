#include "report/document/powers_study.h"

#include "report/document/report_text.h"
#include "report/render/report_items.h"

static void add_spread(tc_section *section, const char *key, const tc_powers_spread *s) {
  TC_SECTION(section, key, TC_VALUE("quartile", s->low), TC_VALUE("median", s->middle),
             TC_VALUE("upper_quartile", s->high));
}

static void add_runs(tc_section *list, const tc_powers_study *s) {
  for (int i = 0; i < s->count; i++) {
    const tc_powers_run *r = &s->run[i];
    tc_section *run = TC_SECTION(list, NULL, TC_VALUE("method", r->powers > 0 ? s->method : "euler"),
                                 tc_item_count("powers", r->powers), TC_VALUE("stages", r->stages),
                                 TC_VALUE("hash", r->hash));
    add_spread(run, "stage_s", &r->stage_s);
    add_spread(run, "ratio", &r->ratio);
  }
}

static void add_study(tc_section *section, const tc_powers_study *s) {
  tc_items_add_program(section, "tetracast");
  TC_ADD(section, TC_VALUE("command", "compare"), TC_VALUE("title", s->title), TC_VALUE("config", s->config),
         TC_VALUE("method", s->method), TC_VALUE("strategy", s->strategy), TC_VALUE("storage", s->storage),
         TC_VALUE("scheme", s->scheme), TC_VALUE("ranks", s->ranks), TC_VALUE("threads", s->threads),
         TC_VALUE("cells", s->cells), TC_VALUE("steps", s->steps), TC_VALUE("stages", s->stages),
         TC_VALUE("rounds", s->rounds), TC_VALUE("chosen", s->chosen));
  add_runs(tc_list_add(section, "runs"), s);
}

static const char *format_run(tc_section *out, const tc_powers_run *r) {
  return r->powers > 0 ? tc_document_format(out->document, "%d", r->powers) : "euler";
}

static void print_study(const tc_powers_study *s, tc_section *out) {
  if (s->title) tc_section_print(out, "%s", s->title);
  tc_section_print(out,
                   "%s: %lld cells, %s, %s, %s, %lld step%s of %s with %d stages; %d rank%s x %d thread%s",
                   s->config, (long long)s->cells, s->scheme, s->strategy, s->storage, (long long)s->steps,
                   tc_plural_suffix(s->steps), s->method, s->stages, s->ranks, tc_plural_suffix(s->ranks),
                   s->threads, tc_plural_suffix(s->threads));
  tc_section_print(out,
                   "stage: time of a stage (euler: of a step) on the slowest rank, median of %d round%s; "
                   "ratio: time of a stage / time of a stage with powers 1 in the same round",
                   s->rounds, tc_plural_suffix(s->rounds));
  tc_section_print(out, "tetracast run would use powers %d", s->chosen);
  tc_section *table = tc_list_add(out, NULL);
  TC_COLUMNS(table, tc_column_text("powers", -6), tc_column_text("stage", 9),
             tc_column_number("quartile", 8, "%.3f"), tc_column_number("ratio", 6, "%.3f"),
             tc_column_number("quartile", 8, "%.3f"));
  for (int i = 0; i < s->count; i++) {
    const tc_powers_run *r = &s->run[i];
    tc_section *row = TC_SECTION(table, NULL, TC_VALUE(NULL, format_run(table, r)));
    tc_cell_seconds(row, r->stage_s.middle);
    TC_ADD(row, TC_VALUE(NULL, r->ratio.low), TC_VALUE(NULL, r->ratio.middle), TC_VALUE(NULL, r->ratio.high));
  }
}

void tc_powers_study_build(const tc_powers_study *s, tc_document *document) {
  tc_section *root = tc_document_begin(document, NULL);
  print_study(s, tc_group_add(root, TC_RENDERER_TEXT | TC_RENDERER_HTML));
  tc_section *values = tc_group_add(root, TC_RENDERER_JSON | TC_RENDERER_HTML);
  values->label = "All values";
  add_study(values, s);
  add_runs(tc_list_add(tc_group_add(root, TC_RENDERER_CSV), "runs"), s);
  root->label = s->title ? s->title : s->config;
}
