/* Compiles files in batches (see compile_batches.h). Only the front end of clang (clang -cc1) accepts several
 * files. Files with the same options form a group. For each group, the driver prints the arguments of the
 * front end once (-###). The front end names its outputs after its inputs. This module therefore writes one
 * wrapper file for each source, which includes the source and is compiled instead of it. If a batch fails,
 * the output does not show every error. The files of this batch are therefore compiled again one by one. */
#include "compile/compile_batches.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/containers/array.h"
#include "base/core/memory.h"
#include "base/file/file.h"
#include "base/program/processors.h"
#include "base/text/line.h"
#include "compile/compiler_arguments.h"
#include "compile/parallel_jobs.h"

const char tb_compile_batches_compiler[] = "clang-14";

/* -g generates debug information. -w suppresses warnings, which the project's own compiler already printed.
 * LLVM passes are disabled, because some of them inline functions even at -O0. */
const char *const tb_compile_batches_options[] = {"-O0",         "-g",      "-w",
                                                  "-fno-openmp", "-Xclang", "-disable-llvm-passes",
                                                  "-emit-llvm",  "-c",      NULL};

enum { batch_files_max = 16, output_bytes_max = 1 << 26 };

typedef TC_ARRAY(const char *) word_list; /* NULL-terminated when complete */

/* Group of files that are compiled in the same directory with the same options. */
typedef struct option_group {
  const tb_compilation *compilation;
  /* arguments of clang's front end, NULL-terminated; NULL if the driver did not print them, and then `error`
   * is its error message */
  const char *const *front_end_argument;
  const char *error;
  int files; /* number of files of the group */
} option_group;

typedef struct batch {
  const option_group *group;
  int first, files; /* the files of the batch are file_order[first] to file_order[first + files - 1] */
  const char *headers;
} batch;

typedef struct batch_compiler {
  const char *folder;
  int files, groups, batches, listed;
  tb_compiled_file *file;
  int *group_of; /* [files] index of the group of each file */
  option_group *group;
  int *file_order; /* [files] indices in `file`; the files of a batch are consecutive */
  batch *batch;
  /* runs of the compiler: first [groups] runs, each of which queries the arguments of the front end for a
   * group, then [batches] runs, each of which compiles a batch */
  tb_job *job;
  const char *mark_path;
  tc_pool *pool;
} batch_compiler;

static tc_status format_file_name(batch_compiler *compiler, const char *kind, int number, const char *suffix,
                                  const char **out) {
  return tc_pool_printf(compiler->pool, out, "%s%ld.%s%d%s", compiler->folder, (long)getpid(), kind, number,
                        suffix);
}

/* ---- groups ---- */

static const char *find_next_argument(const char *const **word, const char *file) {
  while (**word && strcmp(**word, file) == 0) ++*word;
  return **word ? *(*word)++ : NULL;
}

static bool have_same_options(const tb_compilation *a, const tb_compilation *b) {
  const char *const *v = a->argv, *const *w = b->argv, *argument_a, *argument_b;
  if (strcmp(a->folder, b->folder) != 0) return false;
  do {
    argument_a = find_next_argument(&v, a->file);
    argument_b = find_next_argument(&w, b->file);
  } while (argument_a && argument_b && strcmp(argument_a, argument_b) == 0);
  return !argument_a && !argument_b;
}

static void find_groups(batch_compiler *compiler) {
  for (int f = 0; f < compiler->files; f++) {
    int g = 0;
    while (g < compiler->groups &&
           !have_same_options(compiler->group[g].compilation, compiler->file[f].compilation))
      g++;
    if (g == compiler->groups)
      compiler->group[compiler->groups++] = (option_group){.compilation = compiler->file[f].compilation};
    compiler->group[g].files++;
    compiler->group_of[f] = g;
  }
}

/* ---- arguments of the front end ---- */

static tc_status query_compiler(batch_compiler *compiler, int g) {
  static const char *const leading[] = {tb_compile_batches_compiler, "-###", "-Qunused-arguments", NULL};
  static const char *const trailing[] = {"-x", "c", "/dev/null", "-o", "-", NULL};
  const char *const *const parts[] = {leading, compiler->group[g].compilation->argv,
                                      tb_compile_batches_options, trailing};
  word_list words = {.pool = compiler->pool};
  for (int p = 0; p < 4; p++)
    for (const char *const *w = parts[p]; *w; w++)
      if (p != 1 || strcmp(*w, compiler->group[g].compilation->file) != 0) TC_TRY(TC_ARRAY_ADD(&words, w));
  TC_TRY(TC_ARRAY_ADD(&words, &(const char *){NULL}));
  compiler->job[g] = (tb_job){.folder = compiler->group[g].compilation->folder, .argv = words.item};
  return format_file_name(compiler, "w", g, ".log", &compiler->job[g].output);
}

/* Removes from the front end's arguments the input file, the output file and the name of the main file, with
 * their options. */
static void remove_file_names(const char **words) {
  const char **to = words;
  for (; *words; words++) {
    if (strcmp(*words, "/dev/null") == 0) continue;
    if (strcmp(*words, "-o") == 0 || strcmp(*words, "-main-file-name") == 0)
      words++;
    else
      *to++ = *words;
  }
  *to = NULL;
}

/* Sets *out to the first line of the compiler's output `log` that contains an error. If no line contains one,
 * sets *out to the first line. */
static tc_status find_error(batch_compiler *compiler, const char *log, const char **out) {
  char line[TC_LINE_SIZE], error[TC_LINE_SIZE] = "the compiler ended without a message";
  bool found = false, has_line = false;
  FILE *file = fopen(log, "r");
  while (file && !found && fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = '\0';
    found = strstr(line, "error: ") != NULL;
    if (found || !has_line) memcpy(error, line, sizeof error);
    has_line = true;
  }
  if (file) fclose(file);
  return tc_pool_printf(compiler->pool, out, "%s", error);
}

/* Reads the arguments of the compiler's front end for group g from the driver's output. The line with the
 * arguments begins with a blank and a quote. */
static tc_status read_front_end_arguments(batch_compiler *compiler, int g) {
  char *text = NULL;
  const char **words = NULL;
  option_group *target_group = &compiler->group[g];
  tc_status status = tc_file_read_text(compiler->job[g].output, output_bytes_max, TC_OUTPUT, &text);
  char *line = status ? NULL : strstr(text, "\n \"");
  if (line) {
    line[1 + strcspn(line + 1, "\n")] = '\0';
    status = tb_compiler_arguments_split(compiler->pool, line + 1, &words);
  }
  if (!status && words) {
    remove_file_names(words);
    target_group->front_end_argument = words;
  } else if (!status)
    status = find_error(compiler, compiler->job[g].output, &target_group->error);
  tc_free(text);
  return status;
}

static tc_status find_group_arguments(batch_compiler *compiler) {
  for (int g = 0; g < compiler->groups; g++) TC_TRY(query_compiler(compiler, g));
  TC_TRY(tb_jobs_run(compiler->groups, compiler->job));
  for (int g = 0; g < compiler->groups; g++) {
    tc_status status = compiler->job[g].has_succeeded
                           ? read_front_end_arguments(compiler, g)
                           : find_error(compiler, compiler->job[g].output, &compiler->group[g].error);
    unlink(compiler->job[g].output);
    TC_TRY(status);
  }
  return TC_OK;
}

/* ---- batches ---- */

static tc_status write_text(const char *path, const char *text) {
  FILE *out = fopen(path, "w");
  const bool written = out && fputs(text, out) >= 0;
  if ((!out || fclose(out) == 0) && written) return TC_OK;
  return tc_file_write_error(path, errno);
}

/* Writes the wrapper of source number f. The wrapper includes an empty file, called the mark, and then
 * the source. In the compiler's list of read files, the mark therefore separates the files of different
 * sources. */
static tc_status write_wrapper(batch_compiler *compiler, int f, const char **out) {
  const tb_compilation *c = compiler->file[f].compilation;
  const char *slash = c->file[0] == '/' ? "" : "/", *folder = *slash ? c->folder : "", *text;
  TC_TRY(format_file_name(compiler, "", f, ".c", out));
  TC_TRY(tc_pool_printf(compiler->pool, &text, "#include \"%s\"\n#include \"%s%s%s\"\n", compiler->mark_path,
                        folder, slash, c->file));
  return write_text(*out, text);
}

static tc_status create_job(batch_compiler *compiler, int number) {
  batch *b = &compiler->batch[number];
  word_list words = {.pool = compiler->pool};
  const char *wrapper;
  for (const char *const *w = b->group->front_end_argument; *w; w++) TC_TRY(TC_ARRAY_ADD(&words, w));
  TC_TRY(format_file_name(compiler, "b", number, ".headers", &b->headers));
  unlink(b->headers); /* clang would append to an existing file, so an old one is removed */
  TC_TRY(TC_ARRAY_ADD(&words, &(const char *){"-sys-header-deps"}));
  TC_TRY(TC_ARRAY_ADD(&words, &(const char *){"-header-include-file"}));
  TC_TRY(TC_ARRAY_ADD(&words, &b->headers));
  for (int i = 0; i < b->files; i++) {
    TC_TRY(write_wrapper(compiler, compiler->file_order[b->first + i], &wrapper));
    TC_TRY(TC_ARRAY_ADD(&words, &wrapper));
  }
  TC_TRY(TC_ARRAY_ADD(&words, &(const char *){NULL}));
  compiler->job[number] = (tb_job){.folder = b->group->compilation->folder, .argv = words.item};
  return format_file_name(compiler, "b", number, ".log", &compiler->job[number].output);
}

/* Divides the files of group g that have neither bitcode nor an error yet into batches of at most `files_max`
 * files. */
static void create_batches(batch_compiler *compiler, int g, int files_max) {
  batch *b = NULL;
  for (int f = 0; f < compiler->files; f++) {
    if (compiler->group_of[f] != g || compiler->file[f].bitcode || compiler->file[f].error) continue;
    if (!b || b->files == files_max) {
      b = &compiler->batch[compiler->batches++];
      *b = (batch){.group = &compiler->group[g], .first = compiler->listed};
    }
    compiler->file_order[compiler->listed++] = f;
    b->files++;
  }
}

/* ---- results ---- */

/* Stores in compiled->inputs the files that the compiler read for one source. Their names are the lines from
 * *at up to the next mark. Moves *at to that mark. */
static tc_status read_header_list(batch_compiler *compiler, char **at, tb_compiled_file *compiled) {
  word_list inputs = {.pool = compiler->pool};
  while (**at && strncmp(*at, compiler->mark_path, strlen(compiler->mark_path)) != 0) {
    const int length = (int)strcspn(*at, "\n");
    const char *path;
    TC_TRY(tc_pool_printf(compiler->pool, &path, "%.*s", length, *at));
    TC_TRY(TC_ARRAY_ADD(&inputs, &path));
    *at += length + ((*at)[length] == '\n');
  }
  TC_TRY(TC_ARRAY_ADD(&inputs, &(const char *){NULL}));
  compiled->inputs = inputs.item;
  return TC_OK;
}

static tc_status read_batch(batch_compiler *compiler, const batch *b) {
  char *text = NULL;
  TC_TRY(tc_file_read_text(b->headers, output_bytes_max, TC_OUTPUT, &text));
  char *at = text;
  tc_status status = TC_OK;
  for (int i = 0; i < b->files && !status; i++) {
    tb_compiled_file *compiled = &compiler->file[compiler->file_order[b->first + i]];
    at += strcspn(at, "\n"); /* skips the line with the mark */
    at += *at == '\n';
    status = read_header_list(compiler, &at, compiled);
    if (!status)
      status = format_file_name(compiler, "", compiler->file_order[b->first + i], ".bc", &compiled->bitcode);
  }
  tc_free(text);
  return status;
}

/* Stores the error of source number f. If the compiler reports an error in the wrapper, the source has ended
 * too early, for example inside a block. The stored message then begins with "at its end". */
static tc_status record_file_error(batch_compiler *compiler, const char *log, int f) {
  const char *wrapper, *error = NULL;
  TC_TRY(format_file_name(compiler, "", f, ".c:", &wrapper));
  TC_TRY(find_error(compiler, log, &error));
  const char *message = strncmp(error, wrapper, strlen(wrapper)) == 0 ? strstr(error, "error: ") : NULL;
  compiler->file[f].error = error;
  return message ? tc_pool_printf(compiler->pool, &compiler->file[f].error, "at its end: %s", message)
                 : TC_OK;
}

static tc_status finish_batch(batch_compiler *compiler, int number) {
  const batch *b = &compiler->batch[number];
  tc_status status = TC_OK;
  if (compiler->job[number].has_succeeded)
    status = read_batch(compiler, b);
  else if (b->files == 1)
    status = record_file_error(compiler, compiler->job[number].output, compiler->file_order[b->first]);
  unlink(b->headers);
  unlink(compiler->job[number].output);
  return status;
}

static tc_status run_batches(batch_compiler *compiler) {
  for (int b = 0; b < compiler->batches; b++) TC_TRY(create_job(compiler, b));
  TC_TRY(tb_jobs_run(compiler->batches, compiler->job));
  for (int b = 0; b < compiler->batches; b++) TC_TRY(finish_batch(compiler, b));
  return TC_OK;
}

/* ---- all files ---- */

static tc_status alloc_batches(batch_compiler *compiler) {
  const size_t files = (size_t)compiler->files;
  TC_TRY(tc_pool_alloc(compiler->pool, files * sizeof *compiler->group_of, &compiler->group_of));
  TC_TRY(tc_pool_alloc(compiler->pool, files * sizeof *compiler->group, &compiler->group));
  TC_TRY(tc_pool_alloc(compiler->pool, files * sizeof *compiler->file_order, &compiler->file_order));
  TC_TRY(tc_pool_alloc(compiler->pool, files * sizeof *compiler->batch, &compiler->batch));
  return tc_pool_alloc(compiler->pool, files * sizeof *compiler->job, &compiler->job);
}

/* Compiles all files in two passes. The second pass compiles the files of failed batches one by one. */
static tc_status run_both_passes(batch_compiler *compiler) {
  const int cores = tc_processors_usable();
  for (int pass = 0; pass < 2; pass++) {
    compiler->batches = compiler->listed = 0;
    for (int g = 0; g < compiler->groups; g++) {
      const int share = (compiler->group[g].files + cores - 1) / cores;
      if (!compiler->group[g].front_end_argument) continue;
      create_batches(compiler, g, pass ? 1 : share < batch_files_max ? share : batch_files_max);
    }
    TC_TRY(run_batches(compiler));
  }
  return TC_OK;
}

/* Removes the wrapper files of all sources, and incomplete bitcode of those that do not compile. */
static void remove_files(const batch_compiler *compiler) {
  for (int f = 0; f < compiler->files; f++) {
    tc_line source = {0}, bitcode = {0};
    tc_line_add(&source, "%s%ld.%d.c", compiler->folder, (long)getpid(), f);
    tc_line_add(&bitcode, "%s%ld.%d.bc", compiler->folder, (long)getpid(), f);
    unlink(source.text);
    if (!compiler->file[f].bitcode) unlink(bitcode.text);
  }
}

tc_status tb_compile_batches_run(const char *folder, int files, tb_compiled_file *file, tc_pool *pool) {
  batch_compiler compiler = {.folder = folder, .files = files, .file = file, .pool = pool};
  tc_status status = TC_OK;
  if (files == 0) return TC_OK;
  TC_TRY(alloc_batches(&compiler));
  TC_TRY(format_file_name(&compiler, "", 0, ".mark", &compiler.mark_path));
  TC_TRY(write_text(compiler.mark_path, ""));
  find_groups(&compiler);
  TC_GUARD(status, find_group_arguments(&compiler));
  for (int f = 0; f < files; f++) file[f].error = compiler.group[compiler.group_of[f]].error;
  TC_GUARD(status, run_both_passes(&compiler));
cleanup:
  remove_files(&compiler);
  unlink(compiler.mark_path);
  return status;
}
