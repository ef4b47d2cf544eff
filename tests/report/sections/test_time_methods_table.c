#include "report/document/time_methods.h"

#include <math.h>
#include <string.h>

#include "base/document/render.h"
#include "report/sample.h"
#include "support/expect.h"
#include "support/golden.h"

static tc_time_methods methods = {.end = 27.0,
                                  .trials = 900,
                                  .count = 3,
                                  .item = {{.method = "euler",
                                            .is_own = true,
                                            .steps = 1000,
                                            .dt = 0.027,
                                            .products = 1000,
                                            .bytes = 3.09e9,
                                            .error = 3.9e-4,
                                            .seconds = 0.0407},
                                           {.method = "rkl2",
                                            .is_least = true,
                                            .steps = 18,
                                            .dt = 1.5,
                                            .stages = 14,
                                            .products = 252,
                                            .searches = 800,
                                            .bytes = 8.45e8,
                                            .error = 3e-4,
                                            .seconds = 0.0111},
                                           {.method = "implicit",
                                            .reductions = -1,
                                            .bytes = NAN,
                                            .error = NAN,
                                            .seconds = NAN,
                                            .reason = "the solve of its trial step failed"}}};

static char *text_of(const tc_time_methods *m) {
  tc_document document;
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  tc_time_methods_write(m, tc_document_begin(&document, NULL));
  expect_ok(tc_document_print(&document, tc_document_text, out));
  fclose(out);
  return text;
}

Test(time_methods_table, text) {
  char *text = text_of(&methods);
  expect_golden("report", "time_methods_table.txt", text);
  free(text);
  text = text_of(NULL);
  cr_expect_str_empty(text);
  free(text);
}

/* With error control the legend must contain the interval of the number of products, unless the trial has
 * made all steps of the run. */
Test(time_methods_table, error_control) {
  tc_time_methods controlled = methods;
  controlled.trial_tolerance = 0.1;
  controlled.trial_until = 3.375;
  controlled.item[1].products_low = 200;
  controlled.item[1].products_high = 300;
  char *text = text_of(&controlled);
  cr_expect_not_null(strstr(text, "rkl2: error control; 200 to 300 products, from a trial at tolerance 0.1 "
                                  "to t = 3.375\n"),
                     "%s", text);
  free(text);
  controlled.item[1].products_low = 300;
  text = text_of(&controlled);
  cr_expect_not_null(strstr(text, "rkl2: error control; a trial has made all steps\n"), "%s", text);
  free(text);
}

/* If there are no errors and no search, the legend must not mention them. */
Test(time_methods_table, legend) {
  tc_time_methods short_ones = methods;
  for (int i = 0; i < 3; i++) {
    short_ones.item[i].error = NAN;
    short_ones.item[i].searches = 0;
  }
  char *text = text_of(&short_ones);
  cr_expect_null(strstr(text, "error:"));
  cr_expect_null(strstr(text, "also needs"));
  free(text);
}

Test(time_methods_table, items) {
  tc_document document;
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  tc_section *root = tc_document_begin(&document, NULL);
  tc_time_methods_add_items(&methods, root);
  expect_ok(tc_document_print(&document, tc_document_json, out));
  fclose(out);
  cr_expect_not_null(strstr(text, "\"method\": \"rkl2\""), "%s", text);
  cr_expect_not_null(strstr(text, "\"products\": 252"), "%s", text);
  cr_expect_not_null(strstr(text, "\"reductions\": null"), "%s", text);
  cr_expect_not_null(strstr(text, "\"search_products\": 800"), "%s", text);
  free(text);
}
