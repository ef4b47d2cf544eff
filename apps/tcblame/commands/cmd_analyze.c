/* Command `tcblame analyze`: derives facts (the result of the static analysis) from the sources of a program.
 * It reads the compilations (compile_commands.h), compiles them to bitcode (bitcode.h), analyses each bitcode
 * file (blame/extract) and writes the facts. If nothing has changed since the last analysis, it writes
 * nothing. Files that do not compile are skipped and reported at the end. */
#include <stdio.h>
#include <string.h>

#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/text/line.h"
#include "blame/extract/translation_unit.h"
#include "blame/report/unknown_externals.h"
#include "commands/command.h"
#include "compile/bitcode.h"
#include "compile/compile_commands.h"

typedef struct options {
  tc_option_texts files, compiler_options;
  const char *build, *facts;
  bool verbose;
} options;

static const tc_option option_table[] = {
    {"FILE.c", "a file", NULL, TC_OPTION_TEXTS(options, files)},
    {"-p", "BUILD_DIR", "analyse all C files of its compile_commands.json (default: build-blame, build or .)",
     TC_OPTION_TEXT(options, build)},
    {"-o", "FACTS", "output file", TC_OPTION_TEXT(options, facts), .initial = "facts"},
    {"-v", NULL,
     "also list library functions with unknown effects: the analysis assumes that they write through every "
     "pointer argument",
     TC_OPTION_FLAG(options, verbose)},
    {"--", "COMPILER OPTIONS", NULL, TC_OPTION_TEXTS(options, compiler_options)},
    {0},
};

/* ---- compilations ---- */

static bool has_compile_commands(const char *folder) {
  tc_line path = {0};
  tc_line_add(&path, "%s/compile_commands.json", folder);
  return tc_file_starts_with(path.text, "[");
}

static const char *find_build_folder(void) {
  static const char *const folders[] = {"build-blame", "build", "."};
  for (size_t p = 0; p < sizeof folders / sizeof *folders; p++)
    if (has_compile_commands(folders[p])) return folders[p];
  return folders[0];
}

static tc_status find_compilations(options *o, tb_compilations *out) {
  if (o->files.count && o->build)
    return tc_status_create(TC_USAGE, "-p: cannot be combined with named files: remove -p or the files");
  if (!o->files.count && o->compiler_options.count)
    return tc_status_create(TC_USAGE, "analyze: compiler options without a file: name files before --");
  if (o->files.count) return tb_compilations_name(&o->files, &o->compiler_options, out);
  if (!o->build) o->build = find_build_folder();
  return tb_compilations_read(o->build, out);
}

/* ---- facts ---- */

/* True if the facts in the file `path` were derived from the same inputs, whose hash is `inputs`, by this
 * version of tcblame. */
static bool is_up_to_date(const char *path, const char *inputs) {
  char key_text[64], line[TC_LINE_SIZE];
  bool is_same = false;
  snprintf(key_text, sizeof key_text, " inputs %s", inputs);
  FILE *file = fopen(path, "r");
  for (int l = 0; file && l < 2 && fgets(line, sizeof line, file); l++)
    is_same = is_same || strstr(line, key_text);
  is_same = is_same && !ferror(file);
  if (file) fclose(file);
  return is_same && tc_file_ends_with(path, "end\n");
}

static tc_status read_units(const tb_bitcodes *bitcodes, const tc_log *log, tb_facts *facts) {
  const tc_log_phase phase = tc_log_begin_phase(log, TC_JOB_PHASE_NONE, "analysing the bitcode");
  facts->compiler = bitcodes->compiler;
  facts->units_failed = bitcodes->failed;
  memcpy(facts->inputs, bitcodes->inputs, sizeof facts->inputs);
  for (int i = 0; i < bitcodes->count; i++)
    if (bitcodes->item[i].path) TC_TRY(tb_translation_unit_add(bitcodes->item[i].path, facts));
  tc_log_end_phase(&phase);
  return TC_OK;
}

static tc_status list_unknown_externals(const tb_facts *facts) {
  tb_unknown_externals externals;
  TC_TRY(tb_unknown_externals_find(facts, &externals));
  for (int s = 0; s < externals.count; s++)
    printf("%s: unknown effects; called %d time%s\n", externals.item[s].name, externals.item[s].calls,
           externals.item[s].calls == 1 ? "" : "s");
  tb_unknown_externals_free(&externals);
  return TC_OK;
}

static tc_status write_facts(const tb_bitcodes *bitcodes, const options *o, const tc_log *log) {
  tb_facts *facts = NULL;
  TC_TRY(tb_facts_create(&facts));
  tc_status status = read_units(bitcodes, log, facts);
  if (!status) status = tb_facts_write(facts, o->facts);
  if (!status)
    tc_log_write(log, TC_LOG_NORMAL, "%s: wrote %d functions of %d files", o->facts, facts->functions,
                 facts->files);
  if (!status && o->verbose) status = list_unknown_externals(facts);
  tb_facts_destroy(&facts);
  return status;
}

/* ---- command ---- */

/* Logs a warning with the compiler's first error for each file that did not compile. If an included file was
 * not found, advises to run the build, which may generate that file. Returns an error if a file did not
 * compile. */
static tc_status report_failed_files(const tb_compilations *c, const tb_bitcodes *b, const options *o,
                                     const tc_log *log) {
  if (c->skipped) tc_log_warn(log, "%d file%s not C: skipped", c->skipped, c->skipped == 1 ? " is" : "s are");
  for (int i = 0; i < b->count; i++) {
    tc_line advice = {0};
    if (!b->item[i].error) continue;
    if (o->build && strstr(b->item[i].error, "file not found"))
      tc_line_add(&advice, " (if the build generates it, run cmake --build %s first)", o->build);
    /* Example: a.c: a.c:3:10: fatal error: 'b.h' file not found (if the build generates it, run ..) */
    tc_log_warn(log, "%s: %s%s", c->item[i].file, b->item[i].error, advice.text);
  }
  if (b->failed == 0) return TC_OK;
  if (b->failed == b->count)
    return tc_status_create(TC_INPUT, "no file compiled, so %s was not written: fix the errors above",
                            o->facts);
  return tc_status_create(TC_INPUT,
                          "%d of %d files did not compile and are missing from %s: fix the errors above",
                          b->failed, b->count, o->facts);
}

static tc_status analyze_compilations(const tb_compilations *compilations, const options *o,
                                      const tc_log *log) {
  tb_bitcodes bitcodes;
  tc_status status = TC_OK;
  if (compilations->count == 0)
    return tc_status_create(TC_INPUT, "analyze: no C file was found: name files or a build directory (-p)");
  TC_TRY(tb_bitcodes_build(compilations, log, &bitcodes));
  if (bitcodes.failed < bitcodes.count) {
    if (bitcodes.compiled == 0 && !o->verbose && is_up_to_date(o->facts, bitcodes.inputs))
      tc_log_write(log, TC_LOG_NORMAL, "%s: up to date", o->facts);
    else
      status = write_facts(&bitcodes, o, log);
  }
  if (!status) status = report_failed_files(compilations, &bitcodes, o, log);
  tb_bitcodes_clear(&bitcodes);
  return status;
}

static tc_status run_analyze(tc_command_call *call) {
  options *o = call->options;
  tb_compilations compilations;
  TC_TRY(tc_file_prepare(o->facts, "tcblame-facts ", "a file of facts of tcblame"));
  TC_TRY(find_compilations(o, &compilations));
  const tc_status status = analyze_compilations(&compilations, o, &call->log);
  tb_compilations_clear(&compilations);
  return status;
}

const tc_command tb_command_analyze = {
    .name = "analyze",
    .summary = "analyse sources: what each statement reads and writes",
    .about = "Analyses C sources: what each statement reads and writes, and which conditions decide whether "
             "it runs.\n"
             "The result is a file of facts, which report, diff and slice read. Sources are compiled with "
             "clang 14\n"
             "without optimisation; the sampled program may be optimised. The bitcode of unchanged files "
             "comes from\n"
             "the user's cache. Compiler options are for named files.\n",
    .example = "example: tcblame analyze -p build-blame -o out/facts\n",
    .options = option_table,
    .size = sizeof(options),
    .run = run_analyze,
};
