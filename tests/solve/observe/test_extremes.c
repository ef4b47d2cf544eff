#include "solve/observe/extremes.h"

#include "support/expect.h"

static void add(tc_extremes *e, int rows) {
  for (int k = 0; k < rows; k++) tc_extremes_add(e, (tc_extremes_row){k, -k, 2 * k});
}

Test(extremes, all_rows_are_stored_if_they_fit) {
  static tc_extremes e;
  add(&e, TC_EXTREMES_ROWS);
  cr_expect_eq(e.rows, TC_EXTREMES_ROWS);
  for (int k = 0; k < e.rows; k++)
    cr_expect(e.row[k].time == k && e.row[k].min == -k && e.row[k].max == 2 * k);
}

Test(extremes, the_first_and_the_latest_row_are_always_stored) {
  for (int rows = 1; rows < 5000; rows += 7) {
    static tc_extremes e;
    e = (tc_extremes){0};
    add(&e, rows);
    cr_assert(e.rows > 0 && e.rows <= TC_EXTREMES_ROWS);
    cr_expect_eq(e.row[0].time, 0.0);
    cr_expect_eq(e.row[e.rows - 1].time, rows - 1, "%d rows", rows);
    for (int k = 1; k < e.rows - 1; k++) cr_expect_eq(e.row[k].time, (double)(k * e.every), "%d rows", rows);
    cr_expect(rows < 600 || e.rows > TC_EXTREMES_ROWS / 2);
  }
}
