/* Compiles files in batches (see compile_batches.h). Only the front end of clang (clang -cc1) accepts several
 * files. Files with the same options form a group. For each group, the driver prints the arguments of the
 * front end once (-###). The front end names its outputs after its inputs. This module therefore writes one
 * wrapper file for each source, which includes the source and is compiled instead of it. If a batch fails,
 * the output does not show every error, so its files are compiled again one by one. */
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
typedef struct group {
  const tb_compilation *compilation;
  /* arguments of clang's front end, NULL-terminated; NULL if the driver did not print them, with its error in
   * `error` */
  const char *const *front_end_argument;
  const char *error;
  int files; /* number of files of the group */
} group;

typedef struct batch {
  const group *group;
  int first, files; /* the files of the batch are maker.list[first] to maker.list[first + files - 1] */
  const char *headers;
} batch;

typedef struct batch_compiler {
  const char *folder;
  int files, groups, batches, listed;
  tb_compiled_file *file;
  int *group_of; /* [files] index of the group of each file */
  group *group;
  int *file_order; /* [files] indices in `file`; the files of a batch are consecutive */
  batch *batch;
  /* runs of the compiler: first [groups], each of which asks the driver for the arguments of a group, then
   * [batches], each of which compiles a batch */
  tb_job *job;
  const char *mark_path;
  tc_pool *pool;
} batch_compiler;

static tc_status format_file_name(batch_compiler *m, const char *kind, int number, const char *suffix,
                                  const char **out) {
  return tc_pool_printf(m->pool, out, "%s%ld.%s%d%s", m->folder, (long)getpid(), kind, number, suffix);
}

/* ---- groups ---- */

static const char *find_next_argument(const char *const **word, const char *file) {
  while (**word && strcmp(**word, file) == 0) ++*word;
  return **word ? *(*word)++ : NULL;
}

static bool have_same_options(const tb_compilation *a, const tb_compilation *b) {
  const char *const *v = a->argv, *const *w = b->argv, *one, *other;
  if (strcmp(a->folder, b->folder) != 0) return false;
  do {
    one = find_next_argument(&v, a->file);
    other = find_next_argument(&w, b->file);
  } while (one && other && strcmp(one, other) == 0);
  return !one && !other;
}

static void find_groups(batch_compiler *m) {
  for (int f = 0; f < m->files; f++) {
    int g = 0;
    while (g < m->groups && !have_same_options(m->group[g].compilation, m->file[f].compilation)) g++;
    if (g == m->groups) m->group[m->groups++] = (group){.compilation = m->file[f].compilation};
    m->group[g].files++;
    m->group_of[f] = g;
  }
}

/* ---- arguments of the front end ---- */

static tc_status query_compiler(batch_compiler *m, int g) {
  static const char *const leading[] = {tb_compile_batches_compiler, "-###", "-Qunused-arguments", NULL};
  static const char *const trailing[] = {"-x", "c", "/dev/null", "-o", "-", NULL};
  const char *const *const parts[] = {leading, m->group[g].compilation->argv, tb_compile_batches_options,
                                      trailing};
  word_list words = {.pool = m->pool};
  for (int p = 0; p < 4; p++)
    for (const char *const *w = parts[p]; *w; w++)
      if (p != 1 || strcmp(*w, m->group[g].compilation->file) != 0) TC_TRY(TC_ARRAY_ADD(&words, w));
  TC_TRY(TC_ARRAY_ADD(&words, &(const char *){NULL}));
  m->job[g] = (tb_job){.folder = m->group[g].compilation->folder, .argv = words.item};
  return format_file_name(m, "w", g, ".log", &m->job[g].output);
}

/* Removes from the front end's arguments those for the input file, the output file and the name of the main
 * file. */
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
static tc_status find_error(batch_compiler *m, const char *log, const char **out) {
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
  return tc_pool_printf(m->pool, out, "%s", error);
}

/* Reads the arguments of the compiler's front end for group g from the driver's output, in which the line
 * with the arguments begins with a blank and a quote. */
static tc_status read_front_end_arguments(batch_compiler *m, int g) {
  char *text = NULL;
  const char **words = NULL;
  group *target_group = &m->group[g];
  tc_status status = tc_file_read_text(m->job[g].output, output_bytes_max, TC_OUTPUT, &text);
  char *line = status ? NULL : strstr(text, "\n \"");
  if (line) {
    line[1 + strcspn(line + 1, "\n")] = '\0';
    status = tb_compiler_arguments_split(m->pool, line + 1, &words);
  }
  if (!status && words) {
    remove_file_names(words);
    target_group->front_end_argument = words;
  } else if (!status)
    status = find_error(m, m->job[g].output, &target_group->error);
  tc_free(text);
  return status;
}

static tc_status find_group_arguments(batch_compiler *m) {
  for (int g = 0; g < m->groups; g++) TC_TRY(query_compiler(m, g));
  TC_TRY(tb_jobs_run(m->groups, m->job));
  for (int g = 0; g < m->groups; g++) {
    tc_status status = m->job[g].has_succeeded ? read_front_end_arguments(m, g)
                                               : find_error(m, m->job[g].output, &m->group[g].error);
    unlink(m->job[g].output);
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

/* The wrapper of source number f includes the mark, an empty file, and then the source. In the compiler's
 * list of read files, the mark therefore separates the files of different sources. */
static tc_status write_wrapper(batch_compiler *m, int f, const char **out) {
  const tb_compilation *c = m->file[f].compilation;
  const char *slash = c->file[0] == '/' ? "" : "/", *folder = *slash ? c->folder : "", *text;
  TC_TRY(format_file_name(m, "", f, ".c", out));
  TC_TRY(tc_pool_printf(m->pool, &text, "#include \"%s\"\n#include \"%s%s%s\"\n", m->mark_path, folder, slash,
                        c->file));
  return write_text(*out, text);
}

static tc_status create_job(batch_compiler *m, int number) {
  batch *b = &m->batch[number];
  word_list words = {.pool = m->pool};
  const char *wrapper;
  for (const char *const *w = b->group->front_end_argument; *w; w++) TC_TRY(TC_ARRAY_ADD(&words, w));
  TC_TRY(format_file_name(m, "b", number, ".headers", &b->headers));
  unlink(b->headers); /* clang would append to an existing file */
  TC_TRY(TC_ARRAY_ADD(&words, &(const char *){"-sys-header-deps"}));
  TC_TRY(TC_ARRAY_ADD(&words, &(const char *){"-header-include-file"}));
  TC_TRY(TC_ARRAY_ADD(&words, &b->headers));
  for (int i = 0; i < b->files; i++) {
    TC_TRY(write_wrapper(m, m->file_order[b->first + i], &wrapper));
    TC_TRY(TC_ARRAY_ADD(&words, &wrapper));
  }
  TC_TRY(TC_ARRAY_ADD(&words, &(const char *){NULL}));
  m->job[number] = (tb_job){.folder = b->group->compilation->folder, .argv = words.item};
  return format_file_name(m, "b", number, ".log", &m->job[number].output);
}

/* Divides the files of group g that have neither bitcode nor an error yet into batches of at most `files_max`
 * files. */
static void create_batches(batch_compiler *m, int g, int files_max) {
  batch *b = NULL;
  for (int f = 0; f < m->files; f++) {
    if (m->group_of[f] != g || m->file[f].bitcode || m->file[f].error) continue;
    if (!b || b->files == files_max) {
      b = &m->batch[m->batches++];
      *b = (batch){.group = &m->group[g], .first = m->listed};
    }
    m->file_order[m->listed++] = f;
    b->files++;
  }
}

/* ---- results ---- */

/* Stores in made->read the files that the compiler read for one source. Their names are the lines from *at up
 * to the next mark. Moves *at to that mark. */
static tc_status read_header_list(batch_compiler *m, char **at, tb_compiled_file *compiled) {
  word_list inputs = {.pool = m->pool};
  while (**at && strncmp(*at, m->mark_path, strlen(m->mark_path)) != 0) {
    const int length = (int)strcspn(*at, "\n");
    const char *path;
    TC_TRY(tc_pool_printf(m->pool, &path, "%.*s", length, *at));
    TC_TRY(TC_ARRAY_ADD(&inputs, &path));
    *at += length + ((*at)[length] == '\n');
  }
  TC_TRY(TC_ARRAY_ADD(&inputs, &(const char *){NULL}));
  compiled->inputs = inputs.item;
  return TC_OK;
}

static tc_status read_batch(batch_compiler *m, const batch *b) {
  char *text = NULL;
  TC_TRY(tc_file_read_text(b->headers, output_bytes_max, TC_OUTPUT, &text));
  char *at = text;
  tc_status status = TC_OK;
  for (int i = 0; i < b->files && !status; i++) {
    tb_compiled_file *compiled = &m->file[m->file_order[b->first + i]];
    at += strcspn(at, "\n"); /* skips the line with the mark */
    at += *at == '\n';
    status = read_header_list(m, &at, compiled);
    if (!status) status = format_file_name(m, "", m->file_order[b->first + i], ".bc", &compiled->bitcode);
  }
  tc_free(text);
  return status;
}

/* An error in the wrapper instead of the source means that the source ends too early, for example inside a
 * block. The stored message then begins with "at its end". */
static tc_status record_file_error(batch_compiler *m, const char *log, int f) {
  const char *wrapper, *error = NULL;
  TC_TRY(format_file_name(m, "", f, ".c:", &wrapper));
  TC_TRY(find_error(m, log, &error));
  const char *message = strncmp(error, wrapper, strlen(wrapper)) == 0 ? strstr(error, "error: ") : NULL;
  m->file[f].error = error;
  return message ? tc_pool_printf(m->pool, &m->file[f].error, "at its end: %s", message) : TC_OK;
}

static tc_status finish_batch(batch_compiler *m, int number) {
  const batch *b = &m->batch[number];
  tc_status status = TC_OK;
  if (m->job[number].has_succeeded)
    status = read_batch(m, b);
  else if (b->files == 1)
    status = record_file_error(m, m->job[number].output, m->file_order[b->first]);
  unlink(b->headers);
  unlink(m->job[number].output);
  return status;
}

static tc_status run_batches(batch_compiler *m) {
  for (int b = 0; b < m->batches; b++) TC_TRY(create_job(m, b));
  TC_TRY(tb_jobs_run(m->batches, m->job));
  for (int b = 0; b < m->batches; b++) TC_TRY(finish_batch(m, b));
  return TC_OK;
}

/* ---- all files ---- */

static tc_status alloc_batches(batch_compiler *m) {
  const size_t files = (size_t)m->files;
  TC_TRY(tc_pool_alloc(m->pool, files * sizeof *m->group_of, &m->group_of));
  TC_TRY(tc_pool_alloc(m->pool, files * sizeof *m->group, &m->group));
  TC_TRY(tc_pool_alloc(m->pool, files * sizeof *m->file_order, &m->file_order));
  TC_TRY(tc_pool_alloc(m->pool, files * sizeof *m->batch, &m->batch));
  return tc_pool_alloc(m->pool, files * sizeof *m->job, &m->job);
}

/* The second pass compiles the files of failed batches one by one. */
static tc_status run_both_passes(batch_compiler *m) {
  const int cores = tc_processors_usable();
  for (int pass = 0; pass < 2; pass++) {
    m->batches = m->listed = 0;
    for (int g = 0; g < m->groups; g++) {
      const int share = (m->group[g].files + cores - 1) / cores;
      if (!m->group[g].front_end_argument) continue;
      create_batches(m, g, pass ? 1 : share < batch_files_max ? share : batch_files_max);
    }
    TC_TRY(run_batches(m));
  }
  return TC_OK;
}

/* Removes the wrapper files of all sources, and incomplete bitcode of those that do not compile. */
static void remove_files(const batch_compiler *m) {
  for (int f = 0; f < m->files; f++) {
    tc_line source = {0}, bitcode = {0};
    tc_line_add(&source, "%s%ld.%d.c", m->folder, (long)getpid(), f);
    tc_line_add(&bitcode, "%s%ld.%d.bc", m->folder, (long)getpid(), f);
    unlink(source.text);
    if (!m->file[f].bitcode) unlink(bitcode.text);
  }
}

tc_status tb_compile_batches_run(const char *folder, int files, tb_compiled_file *file, tc_pool *pool) {
  batch_compiler m = {.folder = folder, .files = files, .file = file, .pool = pool};
  tc_status status = TC_OK;
  if (files == 0) return TC_OK;
  TC_TRY(alloc_batches(&m));
  TC_TRY(format_file_name(&m, "", 0, ".mark", &m.mark_path));
  TC_TRY(write_text(m.mark_path, ""));
  find_groups(&m);
  TC_GUARD(status, find_group_arguments(&m));
  for (int f = 0; f < files; f++) file[f].error = m.group[m.group_of[f]].error;
  TC_GUARD(status, run_both_passes(&m));
cleanup:
  remove_files(&m);
  unlink(m.mark_path);
  return status;
}
