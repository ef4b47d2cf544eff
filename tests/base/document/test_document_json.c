/* The JSON form of documents: escaped characters, numbers and nesting. */
#include "base/document/render.h"

#include <math.h>
#include <stdlib.h>

#include "report/json_report.h"

/* The JSON reader that the tests use must reject invalid JSON. Otherwise the tests below prove nothing. */
Test(json, the_reader_is_strict) {
  static const char *const good[] = {"0",
                                     "-1.5e+3",
                                     "[]",
                                     "{}",
                                     "[1, [2], {\"a\": null}]",
                                     " true ",
                                     "\"\\u00e9\\n\"",
                                     "\"\xc3\xa9\"",
                                     "{\"a\": 1, \"b\": {\"a\": 2}}"};
  static const char *const bad[] = {"",        "nan",        "inf",         "-",    "01",    "1.",
                                    ".5",      "+1",         "1e",          "[1,]", "[1 2]", "[,1]",
                                    "{\"a\"}", "{a: 1}",     "{\"a\": 1,}", "[1",   "\"a",   "\"\\x\"",
                                    "\"\n\"",  "\"\\u12\"",  "1 2",         "[1]]", "tru",   "{\"a\" 1}",
                                    "{1: 2}",  "\"\\u12G4\""};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) cr_assert(json_valid(good[i]), "%s", good[i]);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) cr_assert_not(json_valid(bad[i]), "%s", bad[i]);
  expect_number("{\"a\": [1, {\"b\": 7}], \"b\": 8}", "a.1.b", 7);
  cr_assert_null(json_find("{\"a\": [1]}", "a.1"));
  cr_assert_null(json_find("{\"ab\": 1}", "a"));
  cr_assert_null(json_find("{\"a\": 1, \"a\": 2}", "a"));
}

/* Texts in a report contain file names and titles of users. The test writes all ASCII characters and
 * UTF-8. */
Test(json, escapes_texts) {
  static sample s;
  folder f = folder_make();
  char all[200] = "", *to = all;
  sample_fill(&s);
  for (char c = 1; c < 127; c++) *to++ = c;
  s.report.title = all;
  s.report.mesh_file = "C:\\\"quoted\"\tand\nbroken";
  s.report.overrides = "\xc3\xa9t\xc3\xa9 \xe2\x86\x92 \xf0\x9f\x94\xa5 /";
  char *text = json_of(&f, &s);
  expect_word(text, "mesh.file", "\"C:\\\\\\\"quoted\\\"\\u0009and\\u000abroken\"");
  expect_word(text, "overrides", "\"\xc3\xa9t\xc3\xa9 \xe2\x86\x92 \xf0\x9f\x94\xa5 /\"");
  const char *title = json_find(text, "title");
  cr_assert_eq(strncmp(title, "\"\\u0001\\u0002\\u0003", 19), 0, "%.40s", title);
  cr_assert_not_null(strstr(title, "\\u001f !\\\"#$%&'()*+,-./0123456789:;<=>?@ABC"));
  cr_assert_not_null(strstr(title, "XYZ[\\\\]^_`abc"));
  free(text);
  folder_remove(&f);
}

/* File names may contain any bytes. The report replaces bytes that are not valid UTF-8 by U+FFFD. */
Test(json, bytes_that_are_no_characters) {
  static sample s;
  folder f = folder_make();
  sample_fill(&s);
  s.report.mesh_file = "a\xff\xc3(\xed\xa0\x80|\xc3\xa9\xf0\x9f\x98\x80\xe2\x82";
  char *text = json_of(&f, &s);
  expect_word(text, "mesh.file",
              "\"a\\ufffd\\ufffd(\\ufffd\\ufffd\\ufffd|\xc3\xa9\xf0\x9f\x98\x80\\ufffd\\ufffd\"");
  free(text);
  folder_remove(&f);
}

static char *rendered(tc_document *d, size_t *size) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  expect_ok(tc_document_print(d, tc_document_json, out));
  fclose(out);
  if (size) *size = length;
  return text;
}

/* A number is written with 15 digits, or with 16 or 17 if 15 do not give the same bits when they are read.
 * Numbers that are not finite become null. */
Test(json, numbers_read_back) {
  static const struct {
    double value;
    const char *text;
  } cases[] = {{0.1, "0.1"},
               {1.0, "1"},
               {-2.5, "-2.5"},
               {1e300, "1e+300"},
               {0.1 + 0.2, "0.30000000000000004"},
               {5e-324, "4.94065645841247e-324"},
               {1.0 / 3.0, "0.3333333333333333"},
               {NAN, "null"},
               {-INFINITY, "null"},
               {-0.0, "-0"},
               {1e15, "1e+15"},
               {123456789012345.0, "123456789012345"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tc_document d;
    tc_list_add_numbers(tc_document_begin(&d, NULL), "x", 1, &cases[i].value);
    char *text = rendered(&d, NULL);
    cr_assert(json_valid(text), "%s", text);
    expect_word(text, "x.0", cases[i].text);
    if (isfinite(cases[i].value)) expect_number(text, "x.0", cases[i].value);
    free(text);
  }
}

Test(json, nesting) {
  tc_document d;
  size_t size;
  tc_section *root = tc_document_begin(&d, NULL);
  tc_list_add(root, "empty");
  tc_section *name = tc_section_add(root, "a \"name\"");
  tc_section_add(name, "none");
  tc_item_add(name, tc_item_integer("low", INT64_MIN));
  tc_section *list = tc_list_add(root, "list");
  tc_item_add(list, tc_item_bool(NULL, true));
  tc_list_add(list, NULL);
  tc_item_add(list, tc_item_text(NULL, ""));
  char *text = rendered(&d, &size);
  cr_assert(json_valid(text), "%s", text);
  expect_word(text, "list.0", "true");
  expect_word(text, "list.1", "[]");
  expect_word(text, "list.2", "\"\"");
  cr_assert_not_null(strstr(text, "\"low\": -9223372036854775808"));
  cr_assert_eq(text[size - 1], '\n');
  free(text);
}
