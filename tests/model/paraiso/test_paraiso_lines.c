/* Tests of the lines of Table 2 of Blanco et al. 2000. Three of their slopes are missing in the paper, so the
 * tests check bounds for them. */
#include "model/paraiso/paraiso_lines.h"

#include "model/approximately.h"
#include "model/paraiso/paraiso_tables.h"

static void expect_interval(tc_seconds_interval s, double low, double high) {
  expect_near(s.low, low);
  expect_near(s.high, high);
}

/* A missing slope is bounded by the line of the next size class. A message of 1000 doubles takes at most as
 * long as one of 1001 doubles, 1.6938e-4 s to send. A message of 120 doubles takes at most as long as one of
 * 121. */
Test(paraiso_lines, lost_slopes_have_bounds) {
  const tc_paraiso_lines l = tc_paraiso_lines_published(TC_PARAISO_CG);
  const double send_long = 8.91e-5 + 8.02e-8 * 1001, middle = (send_long - 1.15e-4) / 1000,
               receive_middle = 7.41e-5 + 7.44e-8 * 121;
  expect_interval(tc_paraiso_lines_messages_s(&l, TC_MESSAGE_SENT, TC_PARAISO_LONG, 1, 1001), send_long,
                  send_long);
  expect_interval(tc_paraiso_lines_messages_s(&l, TC_MESSAGE_SENT, TC_PARAISO_MIDDLE, 1, 1000), 1.15e-4,
                  send_long);
  expect_interval(tc_paraiso_lines_messages_s(&l, TC_MESSAGE_SENT, TC_PARAISO_SHORT, 2, 240), 2 * 7.63e-5,
                  2 * (1.15e-4 + 121 * middle));
  expect_interval(tc_paraiso_lines_messages_s(&l, TC_MESSAGE_RECEIVED, TC_PARAISO_SHORT, 1, 120), 4.59e-5,
                  receive_middle);
  expect_interval(tc_paraiso_lines_messages_s(&l, TC_MESSAGE_RECEIVED, TC_PARAISO_MIDDLE, 3, 900),
                  3 * 7.41e-5 + 900 * 7.44e-8, 3 * 7.41e-5 + 900 * 7.44e-8);
}

Test(paraiso_lines, empty_messages) {
  const tc_paraiso_lines l = tc_paraiso_lines_published(TC_PARAISO_SOR);
  expect_interval(tc_paraiso_lines_messages_s(&l, TC_MESSAGE_SENT, TC_PARAISO_SHORT, 0, 0), 0.0, 0.0);
  expect_interval(tc_paraiso_lines_messages_s(&l, TC_MESSAGE_SENT, TC_PARAISO_SHORT, 3, 0), 3 * 7.63e-5,
                  3 * 7.63e-5);
  expect_near(l.flop_s, 0.637e-6);
  expect_near(l.iteration_s, 0.0014);
}

/* Lines can also come from the parameters of a machine, in seconds per FLOP. A size class without any
 * parameter must have no bounds. */
Test(paraiso_lines, of_a_machine) {
  const tc_params m = {.fit_cg_flop_s = 1e-9,
                       .fit_cg_s = 1e-6,
                       .fit_send_short_s = 2e-6,
                       .fit_send_middle_s = 3e-6,
                       .fit_send_middle_double_s = 1e-9};
  const tc_paraiso_lines l = tc_paraiso_lines_of_machine(&m, TC_PARAISO_CG);
  cr_expect(tc_paraiso_lines_exist(&m, TC_PARAISO_CG) && !tc_paraiso_lines_exist(&m, TC_PARAISO_QMR));
  expect_near(l.flop_s, 1e-9);
  expect_interval(tc_paraiso_lines_messages_s(&l, TC_MESSAGE_SENT, TC_PARAISO_SHORT, 1, 60), 2e-6,
                  2e-6 + 60 * (1e-6 + 121e-9) / 120);
  const tc_seconds_interval unknown =
      tc_paraiso_lines_messages_s(&l, TC_MESSAGE_SENT, TC_PARAISO_LONG, 1, 2000);
  cr_expect(isnan(unknown.low) && isnan(unknown.high));
}
