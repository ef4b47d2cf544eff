/* How JSON is written, whatever it says. */
#include "base/text/json_writer.h"

#include <math.h>
#include <stdlib.h>

#include "report/json_report.h"

/* The reader itself must refuse what is wrong, or the tests below prove nothing. */
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

/* Everything a file name or a title may hold. */
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

/* Names of files may be any bytes. */
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

/* As few digits as read back to the same bits. */
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
    char *text = NULL;
    size_t size = 0;
    tc_json json = {open_memstream(&text, &size), 0, true};
    tc_json_begin(&json, NULL, '[');
    tc_json_number(&json, NULL, cases[i].value);
    tc_json_end(&json, ']');
    fclose(json.out);
    cr_assert(json_valid(text), "%s", text);
    expect_word(text, "0", cases[i].text);
    if (isfinite(cases[i].value)) expect_number(text, "0", cases[i].value);
    free(text);
  }
}

Test(json, nesting) {
  char *text = NULL;
  size_t size = 0;
  tc_json json = {open_memstream(&text, &size), 0, true};
  tc_json_begin(&json, NULL, '{');
  tc_json_begin(&json, "empty", '[');
  tc_json_end(&json, ']');
  tc_json_begin(&json, "a \"name\"", '{');
  tc_json_begin(&json, "none", '{');
  tc_json_end(&json, '}');
  tc_json_integer(&json, "low", INT64_MIN);
  tc_json_end(&json, '}');
  tc_json_begin(&json, "list", '[');
  tc_json_bool(&json, NULL, true);
  tc_json_begin(&json, NULL, '[');
  tc_json_end(&json, ']');
  tc_json_text(&json, NULL, "");
  tc_json_end(&json, ']');
  tc_json_end(&json, '}');
  fclose(json.out);
  cr_assert(json_valid(text), "%s", text);
  expect_word(text, "list.0", "true");
  expect_word(text, "list.1", "[]");
  expect_word(text, "list.2", "\"\"");
  cr_assert_not_null(strstr(text, "\"low\": -9223372036854775808"));
  cr_assert_eq(text[size - 1], '\n');
  free(text);
}
