/* Reads compile_commands.json with libfyaml (see compile_commands.h). JSON is a subset of YAML. However,
 * libfyaml does not terminate for some YAML directives, which begin with '%', so a text with '%' outside
 * strings is rejected first. Each entry must have a directory, a file and a command or arguments, and the
 * command must name the file. If several targets compile a source in the same way, the source is listed once.
 * A hash index finds such duplicates. */
#include "compile/compile_commands.h"

#include <errno.h>
#include <libfyaml.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/containers/hash_index.h"
#include "base/core/memory.h"
#include "base/file/file.h"
#include "base/file/path.h"
#include "base/numeric/hash.h"
#include "base/text/line.h"
#include "compile/compiler_arguments.h"

enum { commands_bytes_max = 1 << 28 };

/* ---- list of commands ---- */

/* Sets *out to the value of `key` in the mapping `entry`; NULL if the key is missing. The pool owns the
 * text. */
static tc_status read_text(tc_pool *pool, struct fy_node *entry, const char *key, const char **out) {
  const char *text = fy_node_get_scalar0(fy_node_mapping_lookup_by_string(entry, key, FY_NT));
  *out = NULL;
  return text ? tc_pool_printf(pool, out, "%s", text) : TC_OK;
}

static tc_status read_arguments(tc_pool *pool, struct fy_node *list, const char ***out) {
  const int count = fy_node_sequence_item_count(list);
  void *at = NULL;
  TC_TRY(tc_pool_alloc(pool, ((size_t)count + 1) * sizeof **out, out));
  for (int i = 0; i < count; i++) {
    const char *text = fy_node_get_scalar0(fy_node_sequence_iterate(list, &at));
    TC_TRY(tc_pool_printf(pool, &(*out)[i], "%s", text ? text : ""));
  }
  return TC_OK;
}

static tc_status read_words(tc_pool *pool, struct fy_node *entry, const char ***out) {
  struct fy_node *list = fy_node_mapping_lookup_by_string(entry, "arguments", FY_NT);
  const char *command = NULL;
  *out = NULL;
  if (list && fy_node_is_sequence(list)) return read_arguments(pool, list, out);
  TC_TRY(read_text(pool, entry, "command", &command));
  return command ? tb_compiler_arguments_split(pool, command, out) : TC_OK;
}

/* Returns the number of the line in the file on which an entry begins; 0 if unknown. */
static int find_line(struct fy_node *entry) {
  void *at = NULL;
  struct fy_node *first =
      fy_node_is_mapping(entry) ? fy_node_pair_key(fy_node_mapping_iterate(entry, &at)) : entry;
  struct fy_token *token = first && fy_node_is_scalar(first) ? fy_node_get_scalar_token(first) : NULL;
  const struct fy_mark *mark = token ? fy_token_start_mark(token) : NULL;
  return mark ? mark->line + 1 : 0;
}

static bool is_c_file(const char *file) {
  const size_t length = strlen(file);
  return length > 2 && strcmp(file + length - 2, ".c") == 0;
}

static bool is_same_compilation(const tb_compilation *a, const tb_compilation *b) {
  int w = 0;
  if (strcmp(a->file, b->file) != 0 || strcmp(a->folder, b->folder) != 0) return false;
  while (a->argv[w] && b->argv[w] && strcmp(a->argv[w], b->argv[w]) == 0) w++;
  return !a->argv[w] && !b->argv[w];
}

static uint64_t hash_compilation(const tb_compilation *c) {
  uint64_t hash = tc_hash_bytes(0, c->file, strlen(c->file));
  hash = tc_hash_bytes(hash, c->folder, strlen(c->folder));
  for (int w = 0; c->argv[w]; w++) hash = tc_hash_bytes(hash, c->argv[w], strlen(c->argv[w]));
  return tc_hash_mix(hash);
}

/* Adds the compilation in out->item[out->count] to the list, unless the list already has an equal one, for
 * example of another target. The hash index makes the search fast even for projects with 100 000
 * compilations. */
static tc_status add_compilation(tc_hash_index *index, tb_compilations *out) {
  const uint64_t hash = hash_compilation(&out->item[out->count]);
  int at = 0;
  for (int n = tc_hash_index_next(index, hash, &at); n >= 0; n = tc_hash_index_next(index, hash, &at))
    if (is_same_compilation(&out->item[n], &out->item[out->count])) return TC_OK;
  out->count++;
  return tc_hash_index_add(index, hash);
}

/* True if the words of a compile command contain its source file. Compares only the last part of the path,
 * because the command may spell the directory in another way. */
static bool command_names_file(const tb_compilation *c) {
  for (int w = 0; c->argv[w]; w++)
    if (strcmp(tc_path_name(c->argv[w]), tc_path_name(c->file)) == 0) return true;
  return false;
}

static tc_status read_entry(const char *path, struct fy_node *entry, tc_hash_index *index,
                            tb_compilations *out) {
  tb_compilation *c = &out->item[out->count];
  const char **words = NULL;
  TC_TRY(read_text(&out->pool, entry, "directory", &c->folder));
  TC_TRY(read_text(&out->pool, entry, "file", &c->file));
  TC_TRY(read_words(&out->pool, entry, &words));
  if (!c->folder || !c->file || !words)
    return tc_status_create(TC_INPUT,
                            "%s:%d: this entry lacks directory, file or command: configure the build again",
                            path, find_line(entry));
  if (!is_c_file(c->file)) {
    out->skipped++;
    return TC_OK;
  }
  TC_TRY(tb_compiler_arguments_filter(&out->pool, words, c->file, &c->argv));
  if (!command_names_file(c))
    return tc_status_create(TC_INPUT,
                            "%s:%d: the command of this entry does not name %s: configure the build again",
                            path, find_line(entry), c->file);
  return add_compilation(index, out);
}

static tc_status read_entries(const char *path, struct fy_document *document, tb_compilations *out) {
  struct fy_node *list = document ? fy_document_root(document) : NULL;
  if (!list || !fy_node_is_sequence(list))
    return tc_status_create(TC_INPUT, "%s: is not a list of compile commands: configure the build again",
                            path);
  const int count = fy_node_sequence_item_count(list);
  void *at = NULL;
  tc_hash_index index = {.slot = {.pool = &out->pool}};
  TC_TRY(tc_pool_alloc(&out->pool, (size_t)count * sizeof *out->item, &out->item));
  for (struct fy_node *entry; (entry = fy_node_sequence_iterate(list, &at));)
    TC_TRY(read_entry(path, entry, &index, out));
  return TC_OK;
}

/* ---- file ---- */

/* Creates an object in which libfyaml collects its error messages instead of printing them. */
static struct fy_diag *create_diagnostics(void) {
  struct fy_diag_cfg config;
  fy_diag_cfg_default(&config);
  config.fp = NULL;
  struct fy_diag *diag = fy_diag_create(&config);
  if (diag) fy_diag_set_collect_errors(diag, true);
  return diag;
}

static tc_status get_first_error(const char *path, struct fy_diag *diag) {
  void *at = NULL;
  const struct fy_diag_error *error = fy_diag_errors_iterate(diag, &at);
  if (!error) return TC_OK;
  /* Example: build/compile_commands.json:7: invalid JSON at column 3: missing comma: configure the build
   * again */
  return tc_status_create(TC_INPUT, "%s:%d: invalid JSON at column %d: %s: configure the build again", path,
                          error->line, error->column, error->msg);
}

/* Returns the number of the line with the first '%' outside strings; 0 if there is none. JSON has no '%'
 * outside strings, and libfyaml does not terminate for some YAML directives, which begin with '%'. */
static int find_stray_percent(const char *text) {
  int line = 1;
  bool quoted = false;
  for (const char *c = text; *c; c++) {
    if (*c == '\n' || *c == '\r') quoted = false; /* strings do not continue on the next line */
    line += *c == '\n';
    if (*c == '%' && !quoted) return line;
    if (*c == '"') quoted = !quoted;
    if (*c == '\\' && quoted && c[1] && !strchr("\r\n", c[1])) c++;
  }
  return 0;
}

static tc_status parse_commands(const char *path, const char *text, tb_compilations *out) {
  const int line = find_stray_percent(text);
  if (line)
    return tc_status_create(TC_INPUT, "%s:%d: invalid JSON: '%%' outside a string: configure the build again",
                            path, line);
  struct fy_diag *diag = create_diagnostics();
  if (!diag) return tc_status_create(TC_INTERNAL, "%s: the JSON parser cannot be created: free memory", path);
  const struct fy_parse_cfg config = {.flags = FYPCF_QUIET, .diag = diag};
  struct fy_document *document = fy_document_build_from_string(&config, text, strlen(text));
  tc_status status = get_first_error(path, diag);
  if (!status) status = read_entries(path, document, out);
  fy_document_destroy(document);
  fy_diag_destroy(diag);
  return status;
}

tc_status tb_compilations_read(const char *folder, tb_compilations *out) {
  tc_line path = {0};
  char *text = NULL;
  *out = (tb_compilations){0};
  tc_line_add(&path, "%s/compile_commands.json", folder);
  if (access(path.text, F_OK) != 0)
    return tc_status_create(TC_USAGE,
                            "%s: not found: configure with CMAKE_EXPORT_COMPILE_COMMANDS=ON, or use tcblame "
                            "analyze FILE.c -- OPTIONS",
                            path.text);
  TC_TRY(tc_file_read_text(path.text, commands_bytes_max, TC_INPUT, &text));
  tc_status status = parse_commands(path.text, text, out);
  tc_free(text);
  if (status) tb_compilations_clear(out);
  return status;
}

/* ---- command line ---- */

static tc_status add_named_file(tb_compilations *out, const char *folder, const char *file,
                                const tc_option_texts *options) {
  tb_compilation *c = &out->item[out->count];
  const char **words = NULL;
  if (!is_c_file(file))
    return tc_status_create(TC_USAGE, "%s: is not a C file: name files that end in .c", file);
  if (access(file, R_OK) != 0)
    return tc_status_create(TC_USAGE, "%s: cannot be read: %s: use an existing, readable file", file,
                            strerror(errno));
  TC_TRY(tc_pool_alloc(&out->pool, ((size_t)options->count + 2) * sizeof *words, &words));
  for (int i = 0; i < options->count; i++) words[i] = options->item[i];
  words[options->count] = file;
  *c = (tb_compilation){.folder = folder, .file = file};
  out->count++;
  return tb_compiler_arguments_filter(&out->pool, words, file, &c->argv);
}

tc_status tb_compilations_name(const tc_option_texts *files, const tc_option_texts *options,
                               tb_compilations *out) {
  char working_folder[PATH_MAX];
  const char *folder = NULL;
  *out = (tb_compilations){0};
  if (!getcwd(working_folder, sizeof working_folder))
    return tc_status_create(TC_INTERNAL, "the working directory cannot be read: %s: change to another one",
                            strerror(errno));
  tc_status status = tc_pool_printf(&out->pool, &folder, "%s", working_folder);
  if (!status) status = tc_pool_alloc(&out->pool, (size_t)files->count * sizeof *out->item, &out->item);
  for (int i = 0; i < files->count && !status; i++)
    status = add_named_file(out, folder, files->item[i], options);
  if (status) tb_compilations_clear(out);
  return status;
}

void tb_compilations_clear(tb_compilations *compilations) {
  tc_pool_free(&compilations->pool);
  *compilations = (tb_compilations){0};
}
