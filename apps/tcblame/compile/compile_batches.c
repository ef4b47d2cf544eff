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

enum { most_files = 16, most_bytes = 1 << 26 };

typedef TC_ARRAY(const char *) word_list; /* NULL-terminated when complete */

/* Group of files that are compiled in the same directory with the same options. */
typedef struct group {
  const tb_compilation *like;
  /* arguments of clang's front end, NULL-terminated; NULL if the driver did not print them, with its error in
   * `error` */
  const char *const *word;
  const char *error;
  int files; /* number of files of the group */
} group;

typedef struct batch {
  const group *of;
  int first, files; /* the files of the batch are maker.list[first] to maker.list[first + files - 1] */
  const char *headers;
} batch;

typedef struct maker {
  const char *folder;
  int files, groups, batches, listed;
  tb_compiled_file *file;
  int *group_of; /* [files] index of the group of each file */
  group *group;
  int *list; /* [files] indices in `file`; the files of a batch are consecutive */
  batch *batch;
  /* runs of the compiler: first [groups], each of which asks the driver for the arguments of a group, then
   * [batches], each of which compiles a batch */
  tb_job *job;
  const char *mark;
  tc_pool *pool;
} maker;

static tc_status format_file_name(maker *m, const char *what, int number, const char *end, const char **out) {
  return tc_pool_printf(m->pool, out, "%s%ld.%s%d%s", m->folder, (long)getpid(), what, number, end);
}

/* ---- groups ---- */

static const char *next_but(const char *const **word, const char *file) {
  while (**word && strcmp(**word, file) == 0) ++*word;
  return **word ? *(*word)++ : NULL;
}

static bool are_alike(const tb_compilation *a, const tb_compilation *b) {
  const char *const *v = a->argv, *const *w = b->argv, *one, *other;
  if (strcmp(a->folder, b->folder) != 0) return false;
  do {
    one = next_but(&v, a->file);
    other = next_but(&w, b->file);
  } while (one && other && strcmp(one, other) == 0);
  return !one && !other;
}

static void find_groups(maker *m) {
  for (int f = 0; f < m->files; f++) {
    int g = 0;
    while (g < m->groups && !are_alike(m->group[g].like, m->file[f].from)) g++;
    if (g == m->groups) m->group[m->groups++] = (group){.like = m->file[f].from};
    m->group[g].files++;
    m->group_of[f] = g;
  }
}

/* ---- arguments of the front end ---- */

static tc_status query_compiler(maker *m, int g) {
  static const char *const before[] = {tb_compile_batches_compiler, "-###", "-Qunused-arguments", NULL};
  static const char *const behind[] = {"-x", "c", "/dev/null", "-o", "-", NULL};
  const char *const *const parts[] = {before, m->group[g].like->argv, tb_compile_batches_options, behind};
  word_list words = {.pool = m->pool};
  for (int p = 0; p < 4; p++)
    for (const char *const *w = parts[p]; *w; w++)
      if (p != 1 || strcmp(*w, m->group[g].like->file) != 0) TC_TRY(TC_ARRAY_ADD(&words, w));
  TC_TRY(TC_ARRAY_ADD(&words, &(const char *){NULL}));
  m->job[g] = (tb_job){.folder = m->group[g].like->folder, .argv = words.item};
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
static tc_status find_error(maker *m, const char *log, const char **out) {
  char line[TC_LINE_SIZE], first[TC_LINE_SIZE] = "the compiler ended without a message";
  bool found = false, any = false;
  FILE *file = fopen(log, "r");
  while (file && !found && fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = '\0';
    found = strstr(line, "error: ") != NULL;
    if (found || !any) memcpy(first, line, sizeof first);
    any = true;
  }
  if (file) fclose(file);
  return tc_pool_printf(m->pool, out, "%s", first);
}

/* Reads the arguments of the compiler's front end for group g from the driver's output, in which the line
 * with the arguments begins with a blank and a quote. */
static tc_status read_compiler_words(maker *m, int g) {
  char *text = NULL;
  const char **words = NULL;
  group *of = &m->group[g];
  tc_status status = tc_file_read_text(m->job[g].output, most_bytes, TC_OUTPUT, &text);
  char *line = status ? NULL : strstr(text, "\n \"");
  if (line) {
    line[1 + strcspn(line + 1, "\n")] = '\0';
    status = tb_compiler_arguments_split(m->pool, line + 1, &words);
  }
  if (!status && words) {
    remove_file_names(words);
    of->word = words;
  } else if (!status)
    status = find_error(m, m->job[g].output, &of->error);
  tc_free(text);
  return status;
}

static tc_status find_words(maker *m) {
  for (int g = 0; g < m->groups; g++) TC_TRY(query_compiler(m, g));
  TC_TRY(tb_jobs_run(m->groups, m->job));
  for (int g = 0; g < m->groups; g++) {
    tc_status status =
        m->job[g].done ? read_compiler_words(m, g) : find_error(m, m->job[g].output, &m->group[g].error);
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

/* Writes the wrapper of source number f and stores its path in *out. The wrapper includes an empty file, the
 * mark, and then the source. In the compiler's list of files that it read, the lines of the mark therefore
 * separate the files of different sources. */
static tc_status write_wrapper(maker *m, int f, const char **out) {
  const tb_compilation *c = m->file[f].from;
  const char *slash = c->file[0] == '/' ? "" : "/", *folder = *slash ? c->folder : "", *text;
  TC_TRY(format_file_name(m, "", f, ".c", out));
  TC_TRY(tc_pool_printf(m->pool, &text, "#include \"%s\"\n#include \"%s%s%s\"\n", m->mark, folder, slash,
                        c->file));
  return write_text(*out, text);
}

static tc_status create_job(maker *m, int number) {
  batch *b = &m->batch[number];
  word_list words = {.pool = m->pool};
  const char *wrapper;
  for (const char *const *w = b->of->word; *w; w++) TC_TRY(TC_ARRAY_ADD(&words, w));
  TC_TRY(format_file_name(m, "b", number, ".headers", &b->headers));
  unlink(b->headers); /* clang would append to an existing file */
  TC_TRY(TC_ARRAY_ADD(&words, &(const char *){"-sys-header-deps"}));
  TC_TRY(TC_ARRAY_ADD(&words, &(const char *){"-header-include-file"}));
  TC_TRY(TC_ARRAY_ADD(&words, &b->headers));
  for (int i = 0; i < b->files; i++) {
    TC_TRY(write_wrapper(m, m->list[b->first + i], &wrapper));
    TC_TRY(TC_ARRAY_ADD(&words, &wrapper));
  }
  TC_TRY(TC_ARRAY_ADD(&words, &(const char *){NULL}));
  m->job[number] = (tb_job){.folder = b->of->like->folder, .argv = words.item};
  return format_file_name(m, "b", number, ".log", &m->job[number].output);
}

/* Divides the files of group g that have neither bitcode nor an error yet into batches of at most `most`
 * files. */
static void create_batches(maker *m, int g, int most) {
  batch *b = NULL;
  for (int f = 0; f < m->files; f++) {
    if (m->group_of[f] != g || m->file[f].bitcode || m->file[f].error) continue;
    if (!b || b->files == most) {
      b = &m->batch[m->batches++];
      *b = (batch){.of = &m->group[g], .first = m->listed};
    }
    m->list[m->listed++] = f;
    b->files++;
  }
}

/* ---- results ---- */

/* Stores in made->read the files that the compiler read for one source. Their names are the lines from *at up
 * to the next mark. Moves *at to that mark. */
static tc_status read_header_list(maker *m, char **at, tb_compiled_file *made) {
  word_list read = {.pool = m->pool};
  while (**at && strncmp(*at, m->mark, strlen(m->mark)) != 0) {
    const int length = (int)strcspn(*at, "\n");
    const char *path;
    TC_TRY(tc_pool_printf(m->pool, &path, "%.*s", length, *at));
    TC_TRY(TC_ARRAY_ADD(&read, &path));
    *at += length + ((*at)[length] == '\n');
  }
  TC_TRY(TC_ARRAY_ADD(&read, &(const char *){NULL}));
  made->read = read.item;
  return TC_OK;
}

static tc_status read_batch(maker *m, const batch *b) {
  char *text = NULL;
  TC_TRY(tc_file_read_text(b->headers, most_bytes, TC_OUTPUT, &text));
  char *at = text;
  tc_status status = TC_OK;
  for (int i = 0; i < b->files && !status; i++) {
    tb_compiled_file *made = &m->file[m->list[b->first + i]];
    at += strcspn(at, "\n"); /* skips the line with the mark */
    at += *at == '\n';
    status = read_header_list(m, &at, made);
    if (!status) status = format_file_name(m, "", m->list[b->first + i], ".bc", &made->bitcode);
  }
  tc_free(text);
  return status;
}

/* Stores the compiler's error for source number f, which was compiled alone. An error in the wrapper instead
 * of the source means that the source ends too early, for example inside a block. The stored message then
 * begins with "at its end". */
static tc_status blame_file(maker *m, const char *log, int f) {
  const char *own, *error = NULL;
  TC_TRY(format_file_name(m, "", f, ".c:", &own));
  TC_TRY(find_error(m, log, &error));
  const char *said = strncmp(error, own, strlen(own)) == 0 ? strstr(error, "error: ") : NULL;
  m->file[f].error = error;
  return said ? tc_pool_printf(m->pool, &m->file[f].error, "at its end: %s", said) : TC_OK;
}

static tc_status finish_batch(maker *m, int number) {
  const batch *b = &m->batch[number];
  tc_status status = TC_OK;
  if (m->job[number].done)
    status = read_batch(m, b);
  else if (b->files == 1)
    status = blame_file(m, m->job[number].output, m->list[b->first]);
  unlink(b->headers);
  unlink(m->job[number].output);
  return status;
}

static tc_status run_batches(maker *m) {
  for (int b = 0; b < m->batches; b++) TC_TRY(create_job(m, b));
  TC_TRY(tb_jobs_run(m->batches, m->job));
  for (int b = 0; b < m->batches; b++) TC_TRY(finish_batch(m, b));
  return TC_OK;
}

/* ---- all files ---- */

static tc_status alloc_batches(maker *m) {
  const size_t files = (size_t)m->files;
  TC_TRY(tc_pool_alloc(m->pool, files * sizeof *m->group_of, &m->group_of));
  TC_TRY(tc_pool_alloc(m->pool, files * sizeof *m->group, &m->group));
  TC_TRY(tc_pool_alloc(m->pool, files * sizeof *m->list, &m->list));
  TC_TRY(tc_pool_alloc(m->pool, files * sizeof *m->batch, &m->batch));
  return tc_pool_alloc(m->pool, files * sizeof *m->job, &m->job);
}

/* Compiles all files. The first pass compiles them in batches, the second pass compiles the files of failed
 * batches one by one. */
static tc_status run_twice(maker *m) {
  const int cores = tc_processors_usable();
  for (int time = 0; time < 2; time++) {
    m->batches = m->listed = 0;
    for (int g = 0; g < m->groups; g++) {
      const int share = (m->group[g].files + cores - 1) / cores;
      if (!m->group[g].word) continue;
      create_batches(m, g, time ? 1 : share < most_files ? share : most_files);
    }
    TC_TRY(run_batches(m));
  }
  return TC_OK;
}

/* Removes the wrapper files of all sources, and incomplete bitcode of those that do not compile. */
static void remove_files(const maker *m) {
  for (int f = 0; f < m->files; f++) {
    tc_line source = {0}, bitcode = {0};
    tc_line_add(&source, "%s%ld.%d.c", m->folder, (long)getpid(), f);
    tc_line_add(&bitcode, "%s%ld.%d.bc", m->folder, (long)getpid(), f);
    unlink(source.text);
    if (!m->file[f].bitcode) unlink(bitcode.text);
  }
}

tc_status tb_compile_batches_run(const char *folder, int files, tb_compiled_file *file, tc_pool *pool) {
  maker m = {.folder = folder, .files = files, .file = file, .pool = pool};
  tc_status status = TC_OK;
  if (files == 0) return TC_OK;
  TC_TRY(alloc_batches(&m));
  TC_TRY(format_file_name(&m, "", 0, ".mark", &m.mark));
  TC_TRY(write_text(m.mark, ""));
  find_groups(&m);
  TC_GUARD(status, find_words(&m));
  for (int f = 0; f < files; f++) file[f].error = m.group[m.group_of[f]].error;
  TC_GUARD(status, run_twice(&m));
cleanup:
  remove_files(&m);
  unlink(m.mark);
  return status;
}
