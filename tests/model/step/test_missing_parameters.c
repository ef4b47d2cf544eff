#include "model/step/missing_parameters.h"

#include <string.h>

#include "comm/exchange/strategy.h"
#include "model/step/predict.h"
#include "support/expect.h"

/* Fills in the loads of two ranks on two nodes, which compute and send messages. The second rank packs no
 * values. */
static void fill_loads(tc_rank_load load[2]) {
  for (int r = 0; r < 2; r++) {
    load[r] = (tc_rank_load){.node = r, .rows = 1000, .width = 16};
    load[r].count.remote_messages = 1;
    load[r].count.remote_values_out = r == 0 ? 50 : 0;
    load[r].count.remote_values = r == 0 ? 0 : 50;
  }
}

static const tc_params full = {.private_bandwidth_Bps = 1e10,
                               .remote_bandwidth_Bps = 1e9,
                               .remote_latency_s = 1e-6,
                               .cache_line_B = 64.0};

static const tc_schedule *schedule(void) { return tc_strategy_schedule(tc_strategy_find("condensed")); }

static tc_missing_params find_missing(const char *model, const tc_params *machine, const tc_rank_load *load) {
  return tc_missing_params_find(tc_model_find(model), machine, schedule(), 2, load);
}

static void expect_message(const tc_missing_params *missing, const char *text) {
  tc_line line = {0};
  tc_missing_params_format(missing, &line);
  cr_expect_str_eq(line.text, text);
}

Test(missing_params, of_the_papers_four) {
  tc_rank_load load[2];
  tc_params machine = full;
  fill_loads(load);
  tc_missing_params missing = find_missing("paper", &machine, load);
  cr_expect_eq(tc_missing_params_count(&missing), 0);
  machine.remote_bandwidth_Bps = 0.0;
  missing = find_missing("paper", &machine, load);
  cr_expect(tc_missing_params_count(&missing) == 1 && missing.by_index[TC_PARAM_remote_bandwidth_Bps]);
  expect_message(&missing, "remote_bandwidth_Bps (between two nodes, large messages (ping-pong)): tetracast "
                           "calibrate on two nodes measures it");
  machine.remote_latency_s = machine.private_bandwidth_Bps = 0.0;
  missing = find_missing("paper", &machine, load);
  missing.by_index[TC_PARAM_message_s] = true;
  expect_message(&missing,
                 "private_bandwidth_Bps, remote_bandwidth_Bps, remote_latency_s and message_s: tetracast "
                 "calibrate on two nodes measures them");
}

/* For each model, only parameters that the run needs may be reported as missing. If all of them are added,
 * the model must have a forecast. If one is removed, exactly this parameter must be missing. */
Test(missing_params, is_all_that_is_missing) {
  tc_rank_load load[2];
  tc_solver_load solving = {
      .work = {.products = 2, .streams = 9, .dots = 2, .row_flops = 8, .reductions = 1}};
  for (int solves = 0; solves < 2; solves++)
    for (int m = 0; m < tc_model_count(); m++) {
      tc_params machine = full;
      tc_seconds part[2];
      double total_s = 0.0;
      fill_loads(load);
      static const tc_reuse reuse = {.rows = 1000};
      for (int r = 0; r < 2; r++) {
        load[r].solver = solves ? &solving : NULL;
        load[r].reuse = &reuse;
      }
      const tc_missing_params missing = tc_missing_params_find(tc_model_at(m), &machine, schedule(), 2, load);
      cr_expect_eq(missing.by_index[TC_PARAM_dot_s], solves && m >= TC_MODEL_patterns);
      cr_expect_eq(missing.by_index[TC_PARAM_gather16_s], m == TC_MODEL_hierarchy);
      cr_expect_not(missing.by_index[TC_PARAM_remote_latency_s] || missing.by_index[TC_PARAM_sweep16_s]);
      for (int p = 0; p < TC_PARAM_COUNT; p++)
        for (int v = 0; missing.by_index[p] && v < tc_param_values(p); v++)
          tc_param_at(&machine, p)[v] = tc_param_is_axis(p) ? 1e6 * (v + 1) : 1e-3;
      expect_ok(tc_step_predict(tc_model_at(m), &machine, schedule(), 2, load, part, &total_s));
      cr_expect(isfinite(total_s), "%s still has no forecast", tc_model_at(m)->name);
      for (int p = 0; p < TC_PARAM_COUNT; p++) {
        tc_params less = machine;
        if (!missing.by_index[p]) continue;
        memset(tc_param_at(&less, p), 0, (size_t)tc_param_values(p) * sizeof(double));
        cr_expect(find_missing(tc_model_at(m)->name, &less, load).by_index[p], "%s without %s",
                  tc_model_at(m)->name, tc_param_name(p));
      }
    }
}

/* Reads are not counted while their cost is unknown. The parameters of their cost are nevertheless reported
 * as missing. */
Test(missing_params, reads_that_were_not_counted) {
  tc_rank_load load[2];
  fill_loads(load);
  const tc_missing_params missing = find_missing("hierarchy", &full, load);
  cr_expect(missing.by_index[TC_PARAM_spread_B] && missing.by_index[TC_PARAM_gather16_s] &&
            missing.by_index[tc_param_row(0, 1)]);
}

Test(missing_params, words) {
  tc_missing_params missing = {{false}};
  expect_message(&missing, "data that no machine parameter provides");
  missing.by_index[TC_PARAM_fit_send_short_double_s] = missing.by_index[TC_PARAM_fit_receive_short_double_s] =
      true;
  expect_message(&missing,
                 "fit_send_short_double_s (gamma of (2): a double in a sent message of 0 to 120 doubles) and "
                 "fit_receive_short_double_s (gamma of (2): a double in a received message of 0 to 120 "
                 "doubles): tetracast "
                 "calibrate --fit measures them");
  memset(&missing, 1, sizeof missing);
  tc_line line = {0};
  tc_missing_params_format(&missing, &line);
  cr_expect_not_null(
      strstr(line.text, "cache_line_B, lone_bandwidth_Bps, exchange_bandwidth_Bps, message_s and "));
}

/* For a rank with a device, the message names the command that measures this device. */
Test(missing_params, of_a_device) {
  const tc_device_load device = {TC_STAGING_SHARED, false};
  const tc_schedule s = {1, {{.phase = TC_PHASE_compute}}};
  const tc_rank_load load = {.rows = 10, .kernel = TC_KERNEL_ell, .width = 4, .device = &device};
  const tc_params machine = {.device_bandwidth_Bps = 1e9};
  tc_missing_params missing = tc_missing_params_find(tc_model_find("refined"), &machine, &s, 1, &load);
  cr_expect(tc_missing_params_count(&missing) == 1 && missing.by_index[TC_PARAM_launch_s]);
  expect_message(&missing,
                 "launch_s (launch of an almost empty kernel on the device, with waiting for its end): "
                 "tetracast calibrate --device NAME measures it");
  missing = tc_missing_params_find(tc_model_find("paper"), &machine, &s, 1, &load);
  cr_expect_eq(tc_missing_params_count(&missing), 0, "this model does not support devices");
}
