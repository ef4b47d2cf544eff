#include "options/options.h"

#include <string.h>

#include "commands/command.h"
#include "options/config_manual.h"
#include "support/expect.h"
#include "support/program.h"

static const app_options *parsed(const char *line, tc_command_call *call) {
  expect_ok(call_parse(&app_program, line, call));
  return call->options;
}

static void expect_refused(const char *line, const char *message) {
  tc_command_call call;
  expect_error(call_parse(&app_program, line, &call), TC_USAGE, message);
  call_end(&call);
}

Test(options, flags_and_words_are_told_apart) {
  tc_command_call call;
  const app_options *o =
      parsed("predict --nodes 4 -s a=1 --json=r.json c.yaml -s b.c=2 -v --csv r.csv", &call);
  cr_assert_str_eq(o->run.config, "c.yaml");
  cr_assert(o->run.overrides == 2 && !strcmp(o->run.override[0], "a=1") &&
            !strcmp(o->run.override[1], "b.c=2"));
  cr_assert(!strcmp(o->run.json, "r.json") && !strcmp(o->run.csv, "r.csv") && !o->output);
  cr_assert(call.log.level == TC_LOG_VERBOSE && o->run.per_rank && !o->run.machine);
  cr_assert(o->nodes.count == 1 && o->nodes.item[0] == 4);
  call_end(&call);
  o = parsed("calibrate --quick -o out -q", &call);
  cr_assert(o->quick && !o->fit && !strcmp(o->output, "out") && call.log.level == TC_LOG_QUIET);
  call_end(&call);
}

Test(options, the_last_one_wins) {
  tc_command_call call;
  const app_options *o = parsed("predict c --nodes 4 --nodes=8 --json a --json b", &call);
  cr_assert(o->nodes.count == 1 && o->nodes.item[0] == 8);
  cr_assert_str_eq(o->run.json, "b");
  call_end(&call);
}

Test(options, what_is_not_declared_is_refused) {
  expect_refused("predict c --node 4", "unknown option --node");
  expect_refused("predict c -x", "unknown option -x");
  expect_refused("calibrate --quick=yes", "unknown option --quick=yes");
  expect_refused("predict c --nodes", "--nodes needs a value");
  expect_refused("run a -s", "-s needs a value");
  expect_refused("run a --nodes 3", "unknown option --nodes");
  expect_refused("mesh info m --merge exact", "unknown option --merge");
  expect_refused("mesh dance m",
                 "unknown action 'mesh dance': use one of info, check, merge, order, generate, ");
}

Test(options, numbers_are_whole_and_in_range) {
  static const char *const bad[] = {"0", "1.5", "2147483648", "3x", ""};
  tc_command_call call;
  cr_assert_eq(parsed("mesh order m --ranks 1e3", &call)->ranks, 1000);
  call_end(&call);
  cr_assert_eq(parsed("mesh order m", &call)->ranks, 1);
  call_end(&call);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char line[100];
    snprintf(line, sizeof line, "mesh order m --ranks=%s", bad[i]);
    expect_refused(line, "expected a whole number from 1");
  }
}

Test(options, names_are_those_of_a_list) {
  tc_command_call call;
  const app_options *o = parsed("mesh order m --method rcm --objective volume", &call);
  cr_assert(o->method == tc_order_find("rcm") && o->objective == tc_registry_find(&tc_objectives, "volume"));
  cr_assert_eq(o->scheme, tc_scheme_find("gradient"));
  call_end(&call);
  expect_refused("mesh order m --method rmc", "--method: expected one of none, rcm");
}

Test(options, steps_rise_and_a_reference_has_steps) {
  tc_command_call call;
  const app_options *o = parsed("verify c --steps 4,8,1e2", &call);
  cr_assert(o->steps.count == 3 && o->steps.item[0] == 4 && o->steps.item[2] == 100);
  call_end(&call);
  o = parsed("compare c --time-methods implicit,euler --reference implicit:1000", &call);
  cr_assert(o->time_methods.count == 2 && o->time_methods.item[1] == tc_integrator_find("euler"));
  cr_assert(o->reference.method == o->time_methods.item[0] && o->reference.steps == 1000);
  call_end(&call);
  expect_refused("verify c --steps 8,4", "--steps 8,4: expected a list of ascending numbers, as in 4,8,16");
  expect_refused("verify c --steps 4,4", "ascending numbers");
  expect_refused("verify c --steps 4", "at least two numbers");
  expect_refused("verify c --steps 4,", "--steps (nothing): expected a whole number from 1");
  expect_refused("compare c --time-methods euler,magic", "--time-methods: expected one of ");
  expect_refused("compare c --reference implicit", "--reference implicit: expected a number of steps");
  expect_refused("compare c --reference magic:4", "--reference: expected one of ");
  expect_refused("compare c --reference implicit:0", "expected a whole number from 1");
}

Test(options, a_run_is_what_they_say) {
  tc_command_call call;
  const app_options *o = parsed("run c.yaml --machine m.yaml --model paper -s a=1 --json r", &call);
  cr_assert(!strcmp(o->run.machine, "m.yaml") && !strcmp(o->run.model, "paper") && !o->run.per_rank);
  cr_assert(!o->run.csv && !o->run.force && !o->run.resume);
  call_end(&call);
  expect_refused("run -v", "run needs a config file");
  expect_refused("run a b", "unexpected argument 'b'");
  expect_refused("run a --resume --force", "--resume continues the outputs");
}

/* An unknown option may be the last word of a key. */
Test(options, keys_for_unknown_options) {
  static const struct {
    const char *option, *remedy;
  } cases[] = {
      {"--tolerance", "-s time.tolerance=VALUE"},
      {"--tolerance=1e-3", "-s solver.tolerance=VALUE"},
      {"--method", "-s solver.method=VALUE"},
      {"--preconditioner", "-s solver.preconditioner.name=VALUE"},
      {"--most-iterations", "most_iterations="},
      {"--strategy", " (set the key with -s strategy=VALUE)"},
      {"--nothing", NULL},
      {"--", NULL},
      {"--tegy", NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tc_line line = {0};
    app_config_suggest_key(cases[i].option, &line);
    if (cases[i].remedy)
      cr_expect(strstr(line.text, cases[i].remedy), "%s: %s", cases[i].option, line.text);
    else
      cr_expect_eq(line.length, 0, "%s: %s", cases[i].option, line.text);
  }
}
