/* A document that contains every kind of item. The test compares its text, JSON and CSV forms. */
#include <math.h>
#include <stdlib.h>

#include "base/document/render.h"
#include "support/expect.h"
#include "support/out_of_memory.h"

static void expect_rendered(tc_document *document, tc_document_renderer *render, const char *expected) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  expect_ok(tc_document_print(document, render, out));
  fclose(out);
  cr_expect_str_eq(text, expected);
  free(text);
}

static void fill_document(tc_document *d) {
  static const double at[] = {0.5, NAN};
  tc_section *root = tc_document_begin(d, NULL);
  TC_ADD(root, TC_VALUE("name", "a, \"b\""), tc_item_text("none", NULL), TC_VALUE("cells", 12),
         tc_item_bool("is_small", true));
  tc_section *field = TC_SECTION(root, "field", tc_item_hash("hash", 0xab), tc_item_null("low"));
  tc_list_add_numbers(field, "at", 2, at);
  TC_ADD(field, tc_item_positive("setup_time_s", 0.0125), tc_item_positive("file_B", 0.0),
         tc_item_count("limit", 0));
  tc_section *runs = tc_list_add(root, "runs");
  for (int i = 1; i < 3; i++) TC_SECTION(runs, NULL, TC_VALUE("ranks", 8 * i), TC_VALUE("step_s", 2e-3 / i));
}

Test(document, json) {
  tc_document d;
  fill_document(&d);
  expect_rendered(
      &d, tc_document_json,
      "{\n  \"name\": \"a, \\\"b\\\"\",\n  \"none\": null,\n  \"cells\": 12,\n  \"is_small\": true,\n"
      "  \"field\": {\n    \"hash\": \"00000000000000ab\",\n    \"low\": null,\n    \"at\": [\n"
      "      0.5,\n      null\n    ],\n    \"setup_time_s\": 0.0125,\n    \"file_B\": null,\n"
      "    \"limit\": null\n  },\n  \"runs\": [\n    {\n      \"ranks\": 8,\n      \"step_s\": 0.002\n"
      "    },\n    {\n      \"ranks\": 16,\n      \"step_s\": 0.001\n    }\n  ]\n}\n");
}

Test(document, csv) {
  tc_document d;
  fill_document(&d);
  expect_rendered(&d, tc_document_csv,
                  "section,item,value,unit\n,name,\"a, \"\"b\"\"\",\n,none,,\n,cells,12,\n,is_small,true,\n\n"
                  "section,item,value,unit\nfield,hash,00000000000000ab,\nfield,low,,\n"
                  "field,setup_time_s,0.0125,s\nfield,file_B,,B\nfield,limit,,\n\n"
                  "section,item,value,unit\nat,,0.5,\nat,,,\n\n"
                  "ranks,step_s\n8,0.002\n16,0.001\n");
}

Test(document, text) {
  tc_document d;
  fill_document(&d);
  expect_rendered(&d, tc_document_text,
                  "  name                           a, \"b\"\n  none                           -\n"
                  "  cells                          12\n  is small                       yes\n\nfield:\n"
                  "  hash                           00000000000000ab\n  low                            "
                  "-\n\nat:\n"
                  "  0.5, -\n  setup time                     12.5 ms\n  file                           -\n"
                  "  limit                          -\n\nruns:\n  ranks    step\n      8 2.00 ms\n"
                  "     16 1.00 ms\n");
}

/* Fills a document with a table that defines its columns. The table is in a group that appears in the text
 * form only. */
static void fill_table(tc_document *d) {
  tc_section *root = tc_document_begin(d, NULL);
  tc_item_add(root, TC_VALUE("width", 4));
  root->first->item.label = "entries of a row";
  tc_section *text = tc_group_add(root, TC_RENDERER_TEXT);
  tc_section_print(text, "%s of %d  ", "table", 2);
  tc_section *table = tc_list_add(text, NULL);
  TC_COLUMNS(table, tc_column_text("name", -6), tc_column_number("share", 0, "%.1f"));
  TC_COLUMNS(table, (tc_column){.label = "time", .width = 8, .prefix = " | "});
  for (int i = 0; i < 2; i++) {
    tc_section *row =
        TC_SECTION(table, NULL, TC_VALUE(NULL, i ? "condensed" : "a"), TC_VALUE(NULL, i ? NAN : 0.25));
    tc_cell_seconds(row, i ? NAN : 1e-3);
  }
  tc_cell_error(TC_SECTION(table, NULL, TC_VALUE(NULL, "b")), 2.0, 1.0, 1.0);
  tc_section_print(table->last->item.value.section, "late");
}

Test(document, groups_and_columns) {
  tc_document d;
  fill_table(&d);
  expect_rendered(&d, tc_document_text,
                  "  entries of a row               4\ntable of 2\n  name         share |     time\n"
                  "  a              0.2 |  1.00 ms\n  condensed        - |      -\n  b         +100 % * "
                  "late\n");
  fill_table(&d);
  expect_rendered(&d, tc_document_json, "{\n  \"width\": 4\n}\n");
  fill_table(&d);
  expect_rendered(&d, tc_document_csv, "section,item,value,unit\n,width,4,\n");
}

Test(document, head_names_the_program) {
  tc_document d;
  tc_section *root = tc_document_begin(&d, "kernels");
  cr_expect_str_eq(root->first->item.value.text, "kernels");
  cr_expect_str_eq(root->last->item.key, "compiler");
  tc_document_free(&d);
}

/* While the document is filled, allocation number n fails. The renderer must return this error and write
 * nothing. */
Test(document, memory_is_short) {
  bool is_filled = false;
  for (long n = 0; !is_filled; n++) {
    tc_document d;
    char text[2] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    short_memory_left = n;
    short_memory_hit = false;
    fill_document(&d);
    short_memory_left = -1;
    is_filled = !short_memory_hit;
    if (is_filled)
      tc_document_free(&d);
    else
      expect_error(tc_document_print(&d, tc_document_json, out), TC_INTERNAL, "out of memory");
    fclose(out);
    cr_expect_str_empty(text);
  }
}
