/* Options of heat2d. The grid of ranks is checked when the number of ranks is known. */
#include "options.h"

#include <string.h>

#include "base/file/file_list.h"
#include "io/machine/machine_lookup.h"
#include "papers/heat2d/heat2d.h"
#include "report/document/report.h"

/* Upper limits of options. max_points is limited because a message has at most INT_MAX values, max_ranks
 * because a forecast allocates memory for every rank. */
enum { max_points = 1 << 30, max_ranks = 1 << 20, max_steps = INT32_MAX };

static tc_status set_size(const tc_option *option, const char *value, void *options) {
  h2_options *o = options;
  TC_TRY(tc_option_set_int32(option, value, &o->rows));
  o->cols = o->rows;
  return TC_OK;
}

static tc_status set_grid(const tc_option *option, const char *value, void *options) {
  h2_options *o = options;
  const char *cross = strchr(value, 'x');
  int64_t rows = 0, cols = 0;
  if (!cross || !tc_option_parse_integer(value, cross, 1, max_ranks, &rows) ||
      !tc_option_parse_integer(cross + 1, value + strlen(value), 1, max_ranks, &cols))
    return tc_option_error(option->name, value, "rows x columns of ranks, like 2x4");
  o->mprocs = (int32_t)rows;
  o->nprocs = (int32_t)cols;
  return TC_OK;
}

#define NUMBER(member, high) TC_OPTION_INT32(h2_options, member, 1, high)
const tc_option h2_options_table[] = {
    {"--size", "N", "N x N points", TC_OPTION_STRUCT(set_size), 1, max_points, .initial = "2000"},
    {"--rows", "M", "M rows of points, for other shapes", NUMBER(rows, max_points)},
    {"--cols", "N", "N columns of points, for other shapes", NUMBER(cols, max_points)},
    {"--grid", "RxC", "R rows of C ranks; default: as square as possible", TC_OPTION_STRUCT(set_grid),
     .commands = "run"},
    {"--steps", "S", "time steps", NUMBER(steps, max_steps), .commands = "run", .initial = "100"},
    {"--steps", "S", "time steps", NUMBER(steps, max_steps), .commands = "predict", .initial = "1000"},
    {"--machine", "FILE",
     "machine file for the forecast; default: this machine, cached or measured; none: no forecast, and the "
     "machine is not measured",
     TC_OPTION_TEXT(h2_options, machine), .commands = "run"},
    {"--machine", "FILE", "machine file", TC_OPTION_TEXT(h2_options, machine), .commands = "predict",
     .is_required = true},
    {"--ranks", "LIST", "numbers of ranks, like 16,32,64",
     TC_OPTION_LIST(h2_options, ranks, H2_OPTIONS_RANKS, max_ranks), .commands = "predict",
     .is_required = true},
    {"--ranks-per-node", "K", "the forecast counts every K consecutive ranks as a node",
     NUMBER(ranks_per_node, max_ranks), .commands = "run"},
    {"--ranks-per-node", "K", "rank r is on node r / K; default: ranks_per_node of the machine file",
     NUMBER(ranks_per_node, max_ranks), .commands = "predict"},
    {"--json", "FILE", "writes the result as JSON", TC_OPTION_TEXT(h2_options, json), .commands = "run"},
    {"--json", "FILE", "writes the forecast per step as JSON", TC_OPTION_TEXT(h2_options, json),
     .commands = "predict"},
    {"-q", NULL, "no progress messages", TC_OPTION_LOG(TC_LOG_QUIET), .commands = "run"},
    {0},
};

tc_status h2_options_grid(const h2_options *o, int ranks, int *mprocs, int *nprocs) {
  tc_heat2d_grid_compute(ranks, mprocs, nprocs);
  if (o->mprocs > 0) {
    *mprocs = o->mprocs;
    *nprocs = o->nprocs;
  }
  if ((int64_t)*mprocs * *nprocs != ranks)
    return tc_status_create(
        TC_USAGE, "--grid %dx%d needs %lld ranks, but there are %d: use another grid or mpirun -n %lld",
        *mprocs, *nprocs, (long long)*mprocs * *nprocs, ranks, (long long)*mprocs * *nprocs);
  if (*mprocs > o->rows || *nprocs > o->cols)
    return tc_status_create(TC_USAGE,
                            "a grid of %dx%d ranks is too large for %d x %d points: use fewer ranks or a "
                            "larger --size",
                            *mprocs, *nprocs, (int)o->rows, (int)o->cols);
  return TC_OK;
}

tc_status h2_check_files(const h2_options *o) {
  tc_file_list files = {0};
  if (o->machine && tc_machine_kind_of(o->machine) == TC_MACHINE_FILE)
    TC_TRY(tc_file_list_add_input(&files, "--machine", o->machine));
  TC_TRY(tc_file_list_add_output(&files, "--json", o->json));
  return tc_report_prepare("heat2d", o->json, NULL);
}
