#include "base/ledger/ledger.h"

#include <criterion/criterion.h>
#include <unistd.h>

#include "base/core/timer.h"

Test(ledger, names_and_numbers_agree) {
  const tc_seconds s = {.pack = 1.0, .wait = 2.0, .compute = 4.0};
  cr_assert_eq(s.by_index[TC_PHASE_pack], 1.0);
  cr_assert_eq(s.by_index[TC_PHASE_wait], 2.0);
  cr_assert_eq(s.by_index[TC_PHASE_compute], 4.0);
  cr_assert_eq(tc_seconds_total(&s), 7.0);
  cr_assert_str_eq(tc_phase_name(TC_PHASE_pack), "pack");
  cr_assert_str_eq(tc_phase_name(TC_PHASE_wait), "wait");
  cr_assert_eq(sizeof s, TC_PHASE_COUNT * sizeof(double));
}

/* The ledger records consecutive time intervals. Their times add up to the total time, and each interval
 * is counted. */
Test(ledger, laps) {
  tc_ledger ledger = {0};
  const double began = tc_now_s();
  double lap = began;
  for (int i = 0; i < 3; i++) {
    usleep(100);
    lap = tc_ledger_add_time(&ledger, TC_PHASE_copy, lap);
    lap = tc_ledger_add_time(&ledger, TC_PHASE_wait, lap);
  }
  cr_assert_leq(lap, tc_now_s());
  cr_assert_geq(ledger.seconds.copy, 300e-6);
  cr_assert_float_eq(tc_seconds_total(&ledger.seconds), lap - began, 1e-9);
  cr_assert_eq(ledger.calls[TC_PHASE_copy], 3);
  cr_assert_eq(ledger.calls[TC_PHASE_wait], 3);
  cr_assert_eq(ledger.calls[TC_PHASE_pack], 0);
}

Test(ledger, bytes) {
  tc_ledger ledger = {0};
  tc_ledger_add_values(&ledger, TC_PHASE_copy, 5);
  tc_ledger_add_values(&ledger, TC_PHASE_copy, INT64_C(1) << 40);
  cr_assert_eq(ledger.bytes[TC_PHASE_copy], 40 + 0x1p43);
  cr_assert_eq(ledger.bytes[TC_PHASE_pack], 0.0);
}

Test(ledger, nobody_wants_to_know) {
  tc_ledger_add_values(NULL, TC_PHASE_pack, 1);
  const double now = tc_now_s();
  cr_assert_geq(tc_ledger_add_time(NULL, TC_PHASE_pack, now), now);
}
