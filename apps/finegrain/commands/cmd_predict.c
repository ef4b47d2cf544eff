/* `finegrain predict`: forecasts a program's run time on a machine, from exact counts and the access rates of
 * a machine file. It reads the machine, creates one case per number of ranks and layer, then prints
 * forecasts, rates and warnings. If a case has no forecast, it returns an error after the output. It runs on
 * one process without MPI. */
#include <math.h>

#include "base/program/log.h"
#include "base/text/number_format.h"
#include "commands/command.h"
#include "io/machine/machine_lookup.h"
#include "output/report.h"
#include "pgas/shared_access.h"

static tc_status read_machine(const fg_options *o, tc_machine *out) {
  tc_machine_source origin;
  if (tc_machine_kind_of(o->machine) != TC_MACHINE_FILE)
    return tc_status_create(TC_USAGE,
                            "--machine %s: the forecast needs the values of a machine file: set --machine to "
                            "a machine file",
                            o->machine);
  TC_TRY(tc_machine_lookup_file(o->machine, NULL, &origin));
  *out = origin.machine;
  return TC_OK;
}

static tc_loop_forecast_input init_input(const fg_options *o, const fg_case *c) {
  return (tc_loop_forecast_input){.machine = c->machine,
                                  .ranks = c->loops.ranks,
                                  .ranks_per_node = c->ranks_per_node,
                                  .capabilities = c->layer->capabilities,
                                  .private_s = o->private_s,
                                  .variant = o->variant};
}

/* Forecasts each case with the access rates for its number of ranks. Stores these rates in memory of the pool
 * that the cases share, and sets the member `machine` of each case to them. */
static tc_status forecast_cases(const fg_options *o, const tc_machine *machine, fg_cases *cases) {
  tc_params *rates = NULL;
  TC_TRY(tc_pool_alloc(&cases->store.pool, (size_t)cases->count * sizeof *rates, &rates));
  for (int i = 0; i < cases->count; i++) {
    fg_case *c = &cases->item[i];
    c->machine = &rates[i];
    c->rates = tc_machine_patterns_at(machine, c->loops.ranks, &rates[i]);
    const tc_loop_forecast_input input = init_input(o, c);
    c->forecast = tc_loop_forecast_compute(&input, &c->partitions, c->loops.intervals);
  }
  return TC_OK;
}

/* Warns once for each number of ranks that is outside the range of the machine file. The forecast for such a
 * number uses the rates of the nearest number in the file. */
static void warn_unmeasured_ranks(const tc_machine *machine, const fg_cases *cases) {
  tc_log_stream stream;
  const tc_log log = {tc_log_stream_init(&stream, stderr), TC_LOG_NORMAL, NULL, NULL};
  for (int i = 0; i < cases->count; i++) {
    const int ranks = cases->item[i].loops.ranks;
    if (cases->item[i].rates != TC_RATES_OUTSIDE || (i > 0 && cases->item[i - 1].loops.ranks == ranks))
      continue;
    const int min_ranks = machine->fewer_ranks > 0 ? machine->fewer_ranks : machine->pattern_ranks;
    tc_log_warn(&log,
                "%s has rates for %d to %d ranks: the forecast for %d rank%s uses those for %d and may be "
                "far off: measure with mpirun -n %d finegrain bench -o FILE",
                machine->name, min_ranks, machine->pattern_ranks, ranks, tc_plural_suffix(ranks),
                ranks < min_ranks ? min_ranks : machine->pattern_ranks, ranks);
  }
}

/* Returns TC_USAGE if a case has no forecast, because the machine file lacks a rate that the case needs. The
 * message describes the first such case. */
static tc_status check_forecasts(const fg_options *o, const fg_cases *cases) {
  for (int i = 0; i < cases->count; i++) {
    const fg_case *c = &cases->item[i];
    const tc_loop_forecast_input input = init_input(o, c);
    tc_line names = {0};
    if (!isnan(c->forecast.total_s)) continue;
    tc_loop_forecast_missing(&input, &c->partitions, &names);
    /* Example: m.yaml: no forecast (-) for 2 ranks on 1 node with layer cached: `patterns` lacks
     * vector_near_read_s: measure with mpirun .. */
    return tc_status_create(TC_USAGE,
                            "%s: no forecast (-) for %d rank%s on %d node%s with layer %s: `patterns` lacks "
                            "%s: measure with mpirun .. finegrain bench -o FILE (on two nodes for rates with "
                            "far in their name)",
                            o->machine, c->loops.ranks, tc_plural_suffix(c->loops.ranks), fg_count_nodes(c),
                            tc_plural_suffix(fg_count_nodes(c)), c->layer->name, names.text);
  }
  return TC_OK;
}

static tc_status write_forecasts(const fg_options *o, const tc_machine *machine, const fg_cases *cases) {
  fg_print_title(cases->item, stdout);
  fg_print_forecasts(o, machine, cases->count, cases->item, stdout);
  for (int i = 0; i < cases->count; i++)
    if (i == 0 ||
        (machine->pattern_ranks > 0 && cases->item[i].loops.ranks != cases->item[i - 1].loops.ranks))
      fg_print_rates(machine, &cases->item[i], stdout);
  warn_unmeasured_ranks(machine, cases);
  if (o->json) TC_TRY(fg_write_json(o, machine, cases->count, cases->item));
  return check_forecasts(o, cases);
}

static tc_status run_predict(tc_command_call *call) {
  const fg_options *o = call->options;
  tc_machine machine;
  fg_cases cases;
  TC_TRY(fg_options_check_files(o));
  TC_TRY(read_machine(o, &machine));
  TC_TRY(fg_cases_create(o, o->ranks_per_node > 0 ? o->ranks_per_node : machine.ranks_per_node, &cases));
  tc_status status = forecast_cases(o, &machine, &cases);
  if (!status) status = write_forecasts(o, &machine, &cases);
  fg_cases_free(&cases);
  return status;
}

const tc_command fg_command_predict = {
    .name = "predict",
    .summary = "forecasts the run time of a program on a machine",
    .about =
        "Forecasts the run time of a program from exact counts and the rate of each access pattern (mapping\n"
        "`patterns` of the machine file), and its speed-up (3) over one rank with private memory. The "
        "program\n"
        "is not run. If the file has rates for two numbers of ranks, rates between the two are interpolated\n"
        "and marked; outside them the nearest are used, with a warning.\n",
    .example =
        "example: finegrain predict histogram --machine configs/machines/mupc-2006.yaml --ranks 12 \\\n"
        "           --size 1048576 --percent 10\n",
    .check = fg_options_check,
    .run = run_predict,
};
