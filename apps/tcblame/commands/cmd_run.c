/* Command `tcblame run`: runs a program with the sampler preloaded, so that all processes that it starts are
 * sampled. It checks the program and the clock, prepares the directory, sets the variables of
 * sampler/environment.h and LD_PRELOAD, starts the program and waits for it. Then it prints the number of
 * samples. Its exit code is that of the program. */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/program/launcher.h"
#include "base/text/line.h"
#include "base/text/text.h"
#include "blame/samples/clock_names.h"
#include "blame/samples/sample_folder.h"
#include "blame/samples/samples.h"
#include "commands/command.h"
#include "launch/clock_probe.h"
#include "launch/launch_program.h"
#include "launch/output_folder.h"
#include "sampler/environment.h"

enum { period_min_ns = 100000 };

typedef struct options {
  /* `clock`: value of --clock. NULL, the default, selects the clock `task`, or `cpu` if the system does not
   * permit `task`. */
  const char *folder, *clock;
  bool force;
  int64_t period_ns, object_bytes;
  tc_option_texts program; /* the program and its arguments */
} options;

/* Unit of a number on the command line. */
typedef struct quantity_unit {
  const char *name;
  int64_t size;
} quantity_unit;

/* Parses a decimal number followed by the name of one of `units`, and stores the number times the size of the
 * unit in *out. The name of a unit may be "". Returns false if `value` is not such a number or if *out is not
 * between `low` and `high`. */
static bool parse_quantity(const char *value, const quantity_unit *units, double low, double high,
                           double *out) {
  const size_t digits = strspn(value, "0123456789.");
  tc_text text = {value, value + digits};
  double number;
  if (digits == 0 || !tc_text_parse_double(&text, &number)) return false;
  while (units->name && strcmp(value + digits, units->name) != 0) units++;
  *out = number * (double)units->size;
  return units->name && *out >= low && *out <= high;
}

static tc_status set_period(const tc_option *option, const char *value, void *member) {
  static const quantity_unit units[] = {{"ns", 1},
                                        {"us", 1000},
                                        {"ms", 1000000},
                                        {"s", 1000000000},
                                        {NULL, 0}};
  double time;
  if (!parse_quantity(value, units, period_min_ns, 3600e9, &time))
    return tc_option_error(option->name, value, "a time from 100us to 1h, such as 2ms or 500us");
  *(int64_t *)member = (int64_t)(time + 0.5);
  return TC_OK;
}

static tc_status set_bytes(const tc_option *option, const char *value, void *member) {
  static const quantity_unit units[] = {{"", 1}, {"k", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {NULL, 0}};
  double bytes;
  if (!parse_quantity(value, units, 1.0, 0x1p40, &bytes))
    return tc_option_error(option->name, value, "a number of bytes from 1 to 1024G, such as 64, 1k or 2M");
  *(int64_t *)member = (int64_t)bytes;
  return TC_OK;
}

static tc_status set_folder(const tc_option *option, const char *value, void *member) {
  if (!value[0]) return tc_status_create(TC_USAGE, "%s: the name is empty: name a directory", option->name);
  return tc_option_set_text(option, value, member);
}

static tc_status set_clock(const tc_option *option, const char *value, void *member) {
  int index;
  TC_TRY(tc_option_set_index(option, value, &index));
  return tc_option_set_text(option, value, member);
}

static const tc_option option_table[] = {
    {"-o", "DIR", "directory of the samples", TC_OPTION_SET(options, folder, const char *, set_folder),
     .initial = "blame"},
    {"--force", NULL, "remove samples that DIR already contains", TC_OPTION_FLAG(options, force)},
    {"--period", "TIME",
     "time between samples of a thread, at least 100us: 2ms, 500us; the default is a prime",
     TC_OPTION_SET(options, period_ns, int64_t, set_period), .initial = "1999993ns"},
    {"--clock", "NAME",
     "clock of the period (default: task, or cpu if task is not permitted; see `tcblame list`)",
     TC_OPTION_SET(options, clock, const char *, set_clock), .list = &tb_clock_registry},
    {"--objects", "BYTES", "smallest allocation that is recorded: 64, 1k, 1M",
     TC_OPTION_SET(options, object_bytes, int64_t, set_bytes), .initial = "1k"},
    {"--", "PROGRAM [ARGUMENTS]", NULL, TC_OPTION_TEXTS(options, program), .is_required = true},
    {0},
};

/* Finds the sampler's shared library and stores its path. Both in a build and in an installation, it is in a
 * lib directory that has the same parent as the directory of tcblame. */
static tc_status find_sampler(char path[PATH_MAX]) {
  static const char *const folders[] = {"../lib", "../" TC_LIBDIR};
  char program[PATH_MAX] = {0};
  tc_line file = {0};
  if (readlink("/proc/self/exe", program, sizeof program - 1) < 0) program[0] = 0;
  char *slash = strrchr(program, '/');
  if (slash) *slash = 0;
  for (size_t p = 0; p < sizeof folders / sizeof *folders; p++) {
    file = (tc_line){0};
    tc_line_add(&file, "%s/%s/libtcblame_sampler.so", program, folders[p]);
    if (realpath(file.text, path)) return TC_OK;
  }
  return tc_status_create(TC_INTERNAL,
                          "%s: the sampler library is missing: build or install it together with tcblame",
                          file.text);
}

/* Adds the sampler to LD_PRELOAD as the first library, so that its functions replace those of all other
 * libraries. */
static tc_status preload_sampler(void) {
  char sampler[PATH_MAX];
  tc_line new_value = {0};
  TC_TRY(find_sampler(sampler));
  if (strpbrk(sampler, " :"))
    return tc_status_create(TC_INTERNAL,
                            "%s: LD_PRELOAD does not support paths with a blank or a colon: build in another "
                            "directory",
                            sampler);
  const char *old_value = getenv("LD_PRELOAD");
  tc_line_add(&new_value, "%s%s%s", sampler, old_value && *old_value ? ":" : "", old_value ? old_value : "");
  if (new_value.is_cut)
    return tc_status_create(TC_USAGE, "LD_PRELOAD: the value is too long: remove libraries from it");
  setenv("LD_PRELOAD", new_value.text, 1);
  return TC_OK;
}

static tc_status set_environment(const options *o, const char *clock) {
  char folder[PATH_MAX], number[32];
  if (!realpath(o->folder, folder))
    return tc_status_create(TC_OUTPUT, "%s: cannot be used: %s: choose another directory (-o)", o->folder,
                            strerror(errno));
  setenv(TS_SAMPLER_FOLDER, folder, 1);
  setenv(TS_SAMPLER_CLOCK_NAME, clock, 1);
  snprintf(number, sizeof number, "%" PRId64, o->period_ns);
  setenv(TS_SAMPLER_PERIOD, number, 1);
  snprintf(number, sizeof number, "%" PRId64, o->object_bytes);
  setenv(TS_SAMPLER_OBJECTS, number, 1);
  return preload_sampler();
}

/* Prints one line with the number of samples in the directory. Only the first process of a launch prints the
 * line. It counts the samples in all files of the directory. Samples of other processes that still run may be
 * missing. */
static tc_status print_sample_count(const char *folder) {
  tb_sample_folder summary;
  tc_line line = {0};
  if (!tc_launcher_is_first()) return TC_OK;
  TC_TRY(tb_sample_folder_count(folder, &summary));
  if (summary.samples > 0)
    tc_line_add(&line, "%" PRId64 " sample%s of %d process%s in %s", summary.samples,
                summary.samples == 1 ? "" : "s", summary.processes, summary.processes == 1 ? "" : "es",
                folder);
  else if (summary.empty_files > 0)
    tc_line_add(&line, "no sample, because the disk of %s was full", folder);
  else
    tc_line_add(&line, "no sample: %s", tb_samples_none_advice);
  if (summary.lost > 0)
    tc_line_add(&line, "; %" PRId64 " lost (disk full, or see the notes of the report)", summary.lost);
  fprintf(stderr, "tcblame: %s\n", line.text);
  return TC_OK;
}

/* Prints the number of samples and returns the status of the command. `code` is the exit code of the program.
 * If the program failed, an error of the sample count is printed but not returned, so that tcblame exits with
 * the program's code. */
static tc_status finish_run(const char *folder, int code) {
  tc_status status = print_sample_count(folder);
  if (!status || code == 0) return status;
  fprintf(stderr, "tcblame: %s\n", tc_status_text(status));
  tc_status_free(&status);
  return TC_OK;
}

static tc_status run_program(tc_command_call *call) {
  const options *o = call->options;
  const char *clock = NULL;
  TC_TRY(tb_launch_check(o->program.item[0]));
  TC_TRY(tb_clock_probe(o->clock, o->period_ns, &clock));
  TC_TRY(tb_folder_prepare(o->folder, o->force));
  TC_TRY(set_environment(o, clock));
  TC_TRY(tb_launch((char **)o->program.item, &call->exit_code));
  return finish_run(o->folder, call->exit_code);
}

const tc_command tb_command_run = {
    .name = "run",
    .summary = "run a program and sample it",
    .about =
        "  mpirun -np P tcblame run [OPTIONS] -- PROGRAM [ARGUMENTS]\n"
        "  tcblame run [OPTIONS] -- mpirun -np P PROGRAM [ARGUMENTS]   (ranks of this node)\n\n"
        "Runs a program and samples it and all processes that it starts. Once per period of its CPU time, "
        "each\n"
        "thread records its position, call stack and registers. Allocations are recorded too. The program "
        "must\n"
        "be linked dynamically and compiled with -g. The exit code is that of the program, or 128 plus the\n"
        "signal that killed it.\n",
    .example = "example: tcblame run -o out/blame -- build-blame/bin/tetracast run configs/ventricle.yaml\n",
    .options = option_table,
    .size = sizeof(options),
    .run = run_program,
};
