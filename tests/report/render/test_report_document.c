/* A section that is appended to a report's document is in the table, in JSON and in CSV. */
#include <stdlib.h>

#include "base/document/render.h"
#include "report/json_report.h"

/* Renders a report with a section and a table that no file of the library contains. */
static char *render_report(const sample *s, tc_document_renderer *render) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  tc_document document;
  tc_report_build(&s->report, tc_report_table, &document);
  tc_section *energy =
      TC_SECTION(&document.root, "energy", TC_VALUE("steps_J", 2.5), TC_VALUE("idle_s", 0.25));
  energy->first->item.unit = "J";
  tc_section *nodes = tc_list_add(&document.root, "node_energy");
  for (int n = 0; n < 2; n++) TC_SECTION(nodes, NULL, TC_VALUE("node", n), TC_VALUE("energy_J", 1.5 + n));
  expect_ok(tc_document_print(&document, render, out));
  fclose(out);
  return text;
}

static void expect_contains(char *text, const char *part) {
  cr_expect_not_null(strstr(text, part), "%s is not in %s", part, text);
  free(text);
}

Test(report_document, an_appended_section_is_in_all_renderings) {
  static sample s;
  sample_fill(&s);
  char *json = render_report(&s, tc_document_json);
  cr_expect(json_valid(json));
  expect_number(json, "energy.steps_J", 2.5);
  expect_number(json, "node_energy.1.energy_J", 2.5);
  expect_number(json, "ranks", 2);
  free(json);
  expect_contains(render_report(&s, tc_document_csv),
                  "\n\nsection,item,value,unit\nenergy,steps_J,2.5,J\n"
                  "energy,idle_s,0.25,s\n\nnode,energy_J\n0,1.5\n1,2.5\n");
  expect_contains(render_report(&s, tc_document_csv), "strategy,distribution,block_size,");
  expect_contains(render_report(&s, tc_document_text),
                  "\nenergy:\n  steps J                        2.5 J\n"
                  "  idle                           250 ms\n\nnode energy:\n  node energy J\n"
                  "     0      1.5\n     1      2.5\n");
  expect_contains(render_report(&s, tc_document_html), "<summary>energy</summary>");
  expect_contains(render_report(&s, tc_document_html), "steps_J<td class=l>2.5<td class=l>J\n");
  expect_contains(render_report(&s, tc_document_html),
                  "<tr><th>node<th>energy_J\n<tr><td>0<td>1.5\n<tr><td>1<td>2.5\n");
}
