/* Program kernels: times sparse matrix-vector products and counts their memory accesses, for constructed
 * matrices (Langguth, Wu, Chai and Cai 2015), without MPI. */
#include <stdio.h>
#include <string.h>

#include "base/program/exit_status.h"
#include "base/program/provenance.h"
#include "command.h"

static const char help[] =
    "kernels: sparse products with constructed instances, whose block size decides the use of caches\n\n"
    "usage: kernels run|count [OPTIONS]\n\n"
    "  run       times and checks products\n"
    "  count     counts the reads of a device that works on tiles of rows\n\n"
    "  kernels COMMAND --help   options of a command, with an example\n"
    "  kernels --version        version, commit and compiler\n\n"
    "Results go to stdout, messages to stderr. Exit codes: 0 success; 2 command line; 3 pattern file;\n"
    "4 a result is wrong; 5 output failure; 1 any other failure.\n";

static const struct entry {
  const char *name;
  kn_command command;
  tc_status (*run)(const kn_options *options);
  const char *const *usage;
} entries[] = {{"run", KN_COMMAND_RUN, kn_kernels_run, &kn_kernels_run_usage},
               {"count", KN_COMMAND_COUNT, kn_kernels_count, &kn_kernels_count_usage}};

static const struct entry *find_command(const char *name) {
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    if (strcmp(entries[i].name, name) == 0) return &entries[i];
  return NULL;
}

static bool is_help(const char *word) { return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0; }

static tc_status run_command(int argc, char **argv) {
  kn_options options;
  if (is_help(argv[1])) {
    fputs(help, stdout);
    return TC_OK;
  }
  if (strcmp(argv[1], "--version") == 0) {
    tc_provenance_write("kernels", stdout);
    return TC_OK;
  }
  const struct entry *entry = find_command(argv[1]);
  if (!entry) return tc_status_create(TC_USAGE, "unknown command '%s' (see kernels --help)", argv[1]);
  for (int i = 2; i < argc; i++)
    if (is_help(argv[i])) {
      fputs(*entry->usage, stdout);
      return TC_OK;
    }
  TC_TRY(kn_options_parse(entry->command, argc - 2, argv + 2, &options));
  return entry->run(&options);
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fputs(help, stdout);
    return TC_USAGE;
  }
  return tc_exit_status_report("kernels", run_command(argc, argv), true);
}
