#include "options.h"

#include <criterion/criterion.h>

#include "command.h"
#include "support/expect.h"
#include "support/program.h"

static tc_status parse(const char *line, h2_options *out) {
  return parse_options(&h2_program, line, out, sizeof *out);
}

Test(options, what_is_not_said_has_a_default) {
  h2_options o;
  expect_ok(parse("run", &o));
  cr_assert(o.rows == 2000 && o.cols == 2000 && o.steps == 100 && o.mprocs == 0 && !o.machine);
  expect_ok(parse("run --size=1e3 --cols 7 --steps 5 --grid 2x3 -q --machine none --json r", &o));
  cr_assert(o.rows == 1000 && o.cols == 7 && o.steps == 5 && o.mprocs == 2 && o.nprocs == 3);
  cr_assert_str_eq(o.machine, "none");
  cr_assert_str_eq(o.json, "r");
  expect_ok(parse("predict --machine m --ranks 16,4,1e3", &o));
  cr_assert(o.steps == 1000 && o.ranks.count == 3 && o.ranks.item[0] == 16 && o.ranks.item[1] == 4 &&
            o.ranks.item[2] == 1000);
}

Test(options, what_makes_no_sense_is_refused) {
  static const struct {
    const char *line, *message;
  } cases[] = {{"run --size 0", "--size 0"},
               {"run --rows 1.5", "--rows 1.5"},
               {"run --grid 2", "--grid 2"},
               {"run --grid 0x3", "--grid 0x3"},
               {"run --ranks 4", "unknown option --ranks"},
               {"run --steps", "--steps needs a value"},
               {"predict --machine m --ranks 4 -q", "unknown option -q"},
               {"predict --ranks 4", "--machine"},
               {"predict --machine m", "--ranks"},
               {"predict --machine m --ranks 4,,5", "--ranks 4,,5"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    h2_options o;
    expect_error(parse(cases[i].line, &o), TC_USAGE, cases[i].message);
  }
}

Test(options, a_grid_has_a_place_for_each_rank) {
  h2_options o;
  int rows, cols;
  expect_ok(parse("run --size 10", &o));
  expect_ok(h2_options_grid(&o, 6, &rows, &cols));
  cr_assert(rows == 2 && cols == 3);
  expect_ok(parse("run --size 10 --grid 6x1", &o));
  expect_ok(h2_options_grid(&o, 6, &rows, &cols));
  cr_assert(rows == 6 && cols == 1);
  expect_error(h2_options_grid(&o, 5, &rows, &cols), TC_USAGE,
               "--grid 6x1 needs 6 ranks, but there are 5: use another grid or mpirun -n 6");
  expect_ok(parse("run --rows 5 --cols 10 --grid 6x1", &o));
  expect_error(h2_options_grid(&o, 6, &rows, &cols), TC_USAGE, "too large for 5 x 10 points");
}
