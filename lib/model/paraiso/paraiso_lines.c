#include "model/paraiso/paraiso_lines.h"

#include <math.h>

#include "model/paraiso/paraiso_tables.h"

/* Returns the line with slope gamma and constant beta. An unknown slope is an interval whose lower bound is
 * 0. */
static tc_message_line init_line(double gamma, double beta) {
  const bool is_known = gamma > 0.0;
  return (tc_message_line){beta > 0.0 ? beta : (double)NAN,
                           {is_known ? gamma : 0.0, is_known ? gamma : (double)NAN}};
}

/* Sets the upper bounds of unknown slopes. The class of the longest messages has no bound. */
static void bound_slopes(tc_message_line line[TC_PARAISO_SIZES]) {
  for (int size = TC_PARAISO_LONG - 1; size >= TC_PARAISO_SHORT; size--) {
    const tc_message_line *next = &line[size + 1];
    tc_message_line *l = &line[size];
    if (isnan(l->double_s.high))
      l->double_s.high =
          tc_paraiso_max_double_s((tc_paraiso_size)size, l->message_s, next->message_s, next->double_s.high);
  }
}

static void bound_all_slopes(tc_paraiso_lines *lines) {
  for (int d = 0; d < TC_MESSAGE_DIRECTIONS; d++) bound_slopes(lines->message[d]);
}

tc_paraiso_lines tc_paraiso_lines_published(tc_paraiso_method method) {
  const double flops_per_unit = 1e6; /* Table 2 has seconds per MFLOP */
  const tc_paraiso_fit compute = tc_paraiso_compute_fit(method);
  tc_paraiso_lines out = {.flop_s = compute.gamma / flops_per_unit, .iteration_s = compute.beta};
  for (int k = 0; k < TC_PARAISO_SIZES; k++) {
    const tc_paraiso_size size = (tc_paraiso_size)k;
    const tc_paraiso_fit sent = tc_paraiso_send_fit(size), received = tc_paraiso_receive_fit(size);
    out.message[TC_MESSAGE_SENT][k] = init_line(sent.gamma, sent.beta);
    out.message[TC_MESSAGE_RECEIVED][k] = init_line(received.gamma, received.beta);
  }
  bound_all_slopes(&out);
  return out;
}

static double get_value(const tc_params *machine, int param) { return *tc_param_get(machine, param); }

bool tc_paraiso_lines_exist(const tc_params *machine, tc_paraiso_method method) {
  return get_value(machine, tc_paraiso_method_param(method)) > 0.0;
}

tc_paraiso_lines tc_paraiso_lines_of_machine(const tc_params *machine, tc_paraiso_method method) {
  const int param = tc_paraiso_method_param(method);
  tc_paraiso_lines out = {.flop_s = get_value(machine, param), .iteration_s = get_value(machine, param + 1)};
  for (int d = 0; d < TC_MESSAGE_DIRECTIONS; d++)
    for (int k = 0; k < TC_PARAISO_SIZES; k++) {
      const int slope = tc_paraiso_message_param((tc_paraiso_size)k, d == TC_MESSAGE_RECEIVED);
      out.message[d][k] = init_line(get_value(machine, slope), get_value(machine, slope + 1));
    }
  bound_all_slopes(&out);
  return out;
}

tc_seconds_interval tc_paraiso_lines_messages_s(const tc_paraiso_lines *lines, int direction,
                                                tc_paraiso_size size, double messages, double doubles) {
  const tc_message_line *l = &lines->message[direction][size];
  tc_seconds_interval out = {0.0, 0.0};
  if (!(messages > 0.0)) return out;
  out.low = out.high = messages * l->message_s;
  if (!(doubles > 0.0)) return out;
  out.low += doubles * l->double_s.low;
  out.high += doubles * l->double_s.high;
  return out;
}
