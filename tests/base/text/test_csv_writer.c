#include "base/text/csv_writer.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

Test(csv_writer, separates_and_quotes_fields) {
  char text[200] = "";
  tc_csv csv = {.out = fmemopen(text, sizeof text, "w")};
  tc_csv_text(&csv, "plain");
  tc_csv_text(&csv, "a,b");
  tc_csv_text(&csv, "say \"a\"");
  tc_csv_text(&csv, "two\r\nlines");
  tc_csv_text(&csv, NULL);
  tc_csv_end_line(&csv);
  tc_csv_integer(&csv, -7);
  tc_csv_end_line(&csv);
  fclose(csv.out);
  cr_expect_str_eq(text, "plain,\"a,b\",\"say \"\"a\"\"\",\"two\r\nlines\",\n-7\n");
}

Test(csv_writer, leaves_unknown_values_empty) {
  char text[200] = "";
  tc_csv csv = {.out = fmemopen(text, sizeof text, "w")};
  tc_csv_known(&csv, "%.9g", NAN);
  tc_csv_known(&csv, "%.9g", 1.0 / 3.0);
  tc_csv_number(&csv, "%.17g", -(double)NAN);
  tc_csv_number(&csv, "%.6f", 0.5);
  tc_csv_integer_if(&csv, false, 3);
  tc_csv_integer_if(&csv, true, 3);
  tc_csv_end_line(&csv);
  fclose(csv.out);
  cr_expect_str_eq(text, ",0.333333333,nan,0.500000,,3\n");
}
