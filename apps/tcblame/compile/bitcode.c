/* Compiles the sources to bitcode, with a cache (see bitcode.h). A cache entry is named by the hash KEY of
 * the command and of the compiler's version. It has two files: KEY.bc, and KEY.inputs with a list of all
 * files that the compiler read and their hashes. An entry is valid if all these files are unchanged.
 * tb_compile_batches_run compiles the files without a valid entry. */
#define _GNU_SOURCE
#include "compile/bitcode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/text/line.h"
#include "compile/compile_batches.h"
#include "compile/input_hashes.h"
#include "compile/parallel_jobs.h"

typedef struct bitcode_builder {
  const tb_compilations *compilations;
  tb_bitcodes *out;
  char folder[TC_LINE_SIZE]; /* path of the cache directory, with a trailing slash */
  tc_map file_hashes;        /* hashes of files (input_hashes.h) */
  /* [compilations] files to compile; only the first `files` elements are used */
  tb_compiled_file *compiled;
  int files; /* number of files to compile */
} bitcode_builder;

/* ---- names of cache files ---- */

static tc_status format_cache_name(bitcode_builder *builder, int i, const char *suffix, const char **out) {
  return tc_pool_printf(&builder->out->pool, out, "%s%s%s", builder->folder, builder->out->item[i].key,
                        suffix);
}

static tc_status find_cache_folder(bitcode_builder *builder) {
  const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  tc_line path = {0};
  if (cache && cache[0] == '/')
    tc_line_add(&path, "%s/tetracast/tcblame/", cache);
  else
    tc_line_add(&path, "%s/.cache/tetracast/tcblame/", home && home[0] ? home : "/tmp");
  if (path.is_cut)
    return tc_status_create(TC_OUTPUT,
                            "XDG_CACHE_HOME: the path of the cache is too long: set it to a shorter one");
  memcpy(builder->folder, path.text, sizeof path.text);
  tc_line_add(&path, "version");
  return tc_directory_prepare(path.text);
}

static void compute_key(const tb_compilation *c, const char *version, char key[TB_SOURCE_HASH]) {
  uint64_t hash = tb_text_hash_add(0, version);
  hash = tb_text_hash_add(hash, c->folder);
  for (const char *const *w = tb_compile_batches_options; *w; w++) hash = tb_text_hash_add(hash, *w);
  for (const char *const *w = c->argv; *w; w++) hash = tb_text_hash_add(hash, *w);
  tb_source_hash_format(hash, key);
}

/* ---- cached files ---- */

/* Uses the cached bitcode of compilation number i if all its inputs are unchanged. */
static tc_status find_cached_bitcode(bitcode_builder *builder, int i, bool *found) {
  tb_bitcode *b = &builder->out->item[i];
  const char *inputs = NULL, *path = NULL;
  TC_TRY(format_cache_name(builder, i, ".inputs", &inputs));
  TC_TRY(format_cache_name(builder, i, ".bc", &path));
  TC_TRY(tb_input_hashes_check(inputs, &builder->file_hashes, b->inputs, found));
  *found = *found && access(path, R_OK) == 0;
  if (*found) b->path = path;
  return TC_OK;
}

static tc_status list_uncompiled(bitcode_builder *builder) {
  for (int i = 0; i < builder->out->count; i++) {
    bool found = false;
    compute_key(&builder->compilations->item[i], builder->out->compiler, builder->out->item[i].key);
    TC_TRY(find_cached_bitcode(builder, i, &found));
    if (found) continue;
    builder->compiled[builder->files++] = (tb_compiled_file){.compilation = &builder->compilations->item[i]};
  }
  return TC_OK;
}

/* ---- compiled files ---- */

/* Moves the new bitcode of compilation number i into the cache and writes its list of inputs. The old list of
 * inputs is removed first, so that the cache never contains a list that belongs to other bitcode, even if the
 * program is killed. */
static tc_status store_bitcode(bitcode_builder *builder, const tb_compiled_file *compiled, int i) {
  tb_bitcode *b = &builder->out->item[i];
  const char *inputs, *path;
  TC_TRY(format_cache_name(builder, i, ".inputs", &inputs));
  TC_TRY(format_cache_name(builder, i, ".bc", &path));
  unlink(inputs);
  TC_TRY(tc_file_replace(compiled->bitcode, path));
  TC_TRY(tb_input_hashes_write(compiled->inputs, compiled->compilation->folder, &builder->file_hashes, inputs,
                               b->inputs));
  b->path = path;
  builder->out->compiled++;
  return TC_OK;
}

static tc_status collect_results(bitcode_builder *builder) {
  for (int f = 0; f < builder->files; f++) {
    const int i = (int)(builder->compiled[f].compilation - builder->compilations->item);
    builder->out->item[i].error = builder->compiled[f].error;
    builder->out->failed += builder->compiled[f].error != NULL;
    if (builder->compiled[f].bitcode) TC_TRY(store_bitcode(builder, &builder->compiled[f], i));
  }
  return TC_OK;
}

static tc_status compile_files(bitcode_builder *builder, const tc_log *log) {
  if (builder->files == 0) return TC_OK;
  const tc_log_phase phase =
      tc_log_begin_phase(log, TC_JOB_PHASE_NONE, "compiling %d of %d file%s to bitcode", builder->files,
                         builder->out->count, builder->out->count == 1 ? "" : "s");
  tc_status status =
      tb_compile_batches_run(builder->folder, builder->files, builder->compiled, &builder->out->pool);
  if (!status) status = collect_results(builder);
  for (int f = 0; f < builder->files; f++)
    if (builder->compiled[f].bitcode) unlink(builder->compiled[f].bitcode);
  TC_TRY(status);
  tc_log_end_phase(&phase);
  return TC_OK;
}

/* ---- all files of a program ---- */

/* Reads the compiler's version from the file `log`, such as "Debian clang version 14.0.6", and stores it as
 * "clang 14.0.6". */
static tc_status read_version(bitcode_builder *builder, const char *log) {
  char line[TC_LINE_SIZE] = "";
  FILE *file = fopen(log, "r");
  const bool is_read = file && fgets(line, sizeof line, file);
  if (file) fclose(file);
  const char *at = is_read ? strstr(line, "version ") : NULL;
  if (!at || strncmp(at, "version 14.", strlen("version 14.")) != 0)
    return tc_status_create(TC_INTERNAL,
                            "%s: reports another version than clang 14: install clang 14 (apt-get install "
                            "clang-14)",
                            tb_compile_batches_compiler);
  at += strlen("version ");
  return tc_pool_printf(&builder->out->pool, &builder->out->compiler, "clang %.*s", (int)strcspn(at, " \n-+"),
                        at);
}

static tc_status find_compiler(bitcode_builder *builder) {
  static const char *const words[] = {tb_compile_batches_compiler, "--version", NULL};
  const char *log = NULL;
  TC_TRY(tc_pool_printf(&builder->out->pool, &log, "%s%ld.version", builder->folder, (long)getpid()));
  tb_job job = {.folder = builder->folder, .argv = words, .output = log};
  tc_status status = tb_jobs_run(1, &job);
  if (status) {
    tc_status_free(&status);
    status =
        tc_status_create(TC_INTERNAL, "%s: cannot be started: install clang 14 (apt-get install clang-14)",
                         tb_compile_batches_compiler);
  } else
    status = read_version(builder, log);
  unlink(log);
  return status;
}

/* Stores the hash of the inputs of all files in out->inputs. The hash also depends on the program file of
 * tcblame, because another version may derive other facts from the same files. */
static void hash_inputs(tb_bitcodes *out) {
  char program[TB_SOURCE_HASH];
  tb_source_hash("/proc/self/exe", program);
  uint64_t hash = tb_text_hash_add(tb_text_hash_add(0, out->compiler), program);
  for (int i = 0; i < out->count; i++)
    hash = tb_text_hash_add(tb_text_hash_add(hash, out->item[i].key),
                            out->item[i].path ? out->item[i].inputs : "");
  tb_source_hash_format(hash, out->inputs);
}

static tc_status init_builder(bitcode_builder *builder) {
  tc_pool *pool = &builder->out->pool;
  const size_t count = (size_t)builder->compilations->count;
  builder->out->count = builder->compilations->count;
  TC_TRY(find_cache_folder(builder));
  TC_TRY(find_compiler(builder));
  TC_TRY(tc_pool_alloc(pool, count * sizeof *builder->out->item, &builder->out->item));
  return tc_pool_alloc(pool, count * sizeof *builder->compiled, &builder->compiled);
}

tc_status tb_bitcodes_build(const tb_compilations *compilations, const tc_log *log, tb_bitcodes *out) {
  bitcode_builder builder = {.compilations = compilations, .out = out};
  *out = (tb_bitcodes){0};
  tc_status status = init_builder(&builder);
  if (!status) status = list_uncompiled(&builder);
  if (!status) status = compile_files(&builder, log);
  if (!status) hash_inputs(out);
  tc_map_free(&builder.file_hashes);
  if (status) tb_bitcodes_clear(out);
  return status;
}

void tb_bitcodes_clear(tb_bitcodes *bitcodes) {
  tc_pool_free(&bitcodes->pool);
  *bitcodes = (tb_bitcodes){0};
}
