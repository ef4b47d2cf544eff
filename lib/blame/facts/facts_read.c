/* Reads facts from text in the format of facts_format.h. Called by the commands report, diff and slice. The
 * lines of a function are collected until the next function begins or the text ends. The function is then
 * checked by facts_check.c and added to the facts. The text is copied into the pool of the facts, and the
 * texts of items point into this copy. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "blame/facts/facts_scan.h"

enum { facts_bytes_max = 1 << 30 };

typedef struct reader {
  tb_scan scan;
  tb_facts *facts;
  tb_function function; /* Function whose lines are being read. */
  bool is_in_function;  /* True while the lines of a function are being read. */
  bool has_ended;       /* True after the line `end` was read. */
  TC_ARRAY(const char *) parameters;
  TC_ARRAY(tb_access_path) places;
  TC_ARRAY(tb_stored_pointer) pointers;
  TC_ARRAY(tb_definition) definitions;
  TC_ARRAY(tb_argument) arguments;
  union {
    tb_source_file source;
    tb_pointer_target target;
    tb_function function;
    const char *parameter;
    tb_access_path place;
    tb_stored_pointer pointer;
    tb_definition definition;
    tb_argument argument;
    tb_inputs pointed;
  } item; /* Item of the current line. */
} reader;

/* ---- functions under construction ---- */

static tb_definition *last_definition(reader *r) {
  return r->definitions.count ? &r->definitions.item[r->definitions.count - 1] : NULL;
}

/* Assigns to the current definition the arguments that were read after its line. */
static tc_status finish_definition(reader *r) {
  tb_definition *d = last_definition(r);
  return d ? TC_ARRAY_MOVE(&r->arguments, r->scan.pool, &d->arguments, &d->argument) : TC_OK;
}

static tc_status finish_function(reader *r) {
  tb_function *f = &r->function;
  int number;
  if (!r->is_in_function) return TC_OK;
  TC_TRY(finish_definition(r));
  TC_TRY(TC_ARRAY_MOVE(&r->parameters, r->scan.pool, &f->parameters, &f->parameter));
  TC_TRY(TC_ARRAY_MOVE(&r->places, r->scan.pool, &f->access_paths, &f->access_path));
  TC_TRY(TC_ARRAY_MOVE(&r->pointers, r->scan.pool, &f->pointers, &f->pointer));
  TC_TRY(TC_ARRAY_MOVE(&r->definitions, r->scan.pool, &f->definitions, &f->definition));
  const char *fault = tb_facts_find_fault(f, r->facts->files);
  if (fault) return tb_scan_error(&r->scan, fault);
  r->is_in_function = false;
  return tb_facts_add_function(r->facts, f, &number);
}

/* ---- adding the item of a line ---- */

static tc_status add_file(reader *r) {
  int number;
  return tb_facts_add_source(r->facts, &r->item.source, &number);
}

static tc_status add_target(reader *r) {
  if (r->item.target.file >= r->facts->files)
    return tb_scan_error(&r->scan, "pointer target refers to a missing file");
  return tb_facts_add_target(r->facts, &r->item.target);
}

static tc_status begin_function(reader *r) {
  TC_TRY(finish_function(r));
  r->function = r->item.function;
  r->scan.file = r->function.file;
  r->is_in_function = true;
  return TC_OK;
}

static tc_status add_parameter(reader *r) { return TC_ARRAY_ADD(&r->parameters, &r->item.parameter); }

static tc_status add_place(reader *r) { return TC_ARRAY_ADD(&r->places, &r->item.place); }

static tc_status add_pointer(reader *r) { return TC_ARRAY_ADD(&r->pointers, &r->item.pointer); }

static tc_status add_definition(reader *r) {
  TC_TRY(finish_definition(r));
  return TC_ARRAY_ADD(&r->definitions, &r->item.definition);
}

static tc_status add_argument(reader *r) {
  if (!last_definition(r)) return tb_scan_error(&r->scan, "argument precedes the first definition");
  return TC_ARRAY_ADD(&r->arguments, &r->item.argument);
}

static tc_status set_pointed(reader *r) {
  tb_definition *d = last_definition(r);
  if (!d) return tb_scan_error(&r->scan, "inputs of a pointer precede the first definition");
  d->callee_inputs = r->item.pointed;
  return TC_OK;
}

/* The fields of this line are members of the facts and not of an item, so `line_kinds` lists no fields for
 * it. */
static tc_status read_header(reader *r) { return tb_scan_fields(&r->scan, tb_facts_header_fields, r->facts); }

static tc_status read_end(reader *r) {
  r->has_ended = true;
  return finish_function(r);
}

static const tb_fact_field parameter_fields[] = {{"name", TB_FIELD_WORDS, 0, 0, NULL}, {NULL}};

static const struct line {
  const char *kind;
  const tb_fact_field *field;  /* Fields of the item; NULL if `add` parses the line. */
  tc_status (*add)(reader *r); /* Adds the item to the facts. */
  bool needs_function;         /* True if the line is allowed only after a line `function`. */
} line_kinds[] = {{"define", tb_definition_fields, add_definition, true},
                  {"argument", tb_argument_fields, add_argument, true},
                  {"place", tb_access_path_fields, add_place, true},
                  {"pointed", tb_inputs_fields, set_pointed, true},
                  {"pointer", tb_pointer_fields, add_pointer, true},
                  {"function", tb_function_fields, begin_function, false},
                  {"parameter", parameter_fields, add_parameter, true},
                  {"target", tb_target_fields, add_target, false},
                  {"file", tb_source_fields, add_file, false},
                  {"made", NULL, read_header, false},
                  {"end", NULL, read_end, false}};

static tc_status read_line(reader *r, const char *kind) {
  size_t i = 0;
  while (i < sizeof line_kinds / sizeof *line_kinds && strcmp(line_kinds[i].kind, kind) != 0) i++;
  if (i == sizeof line_kinds / sizeof *line_kinds || r->has_ended)
    return tb_scan_error(&r->scan, "line of unknown kind or after the end");
  if (line_kinds[i].needs_function && !r->is_in_function)
    return tb_scan_error(&r->scan, "line precedes the first function");
  memset(&r->item, 0, sizeof r->item);
  if (line_kinds[i].field) TC_TRY(tb_scan_fields(&r->scan, line_kinds[i].field, &r->item));
  return line_kinds[i].add(r);
}

static tc_status read_version(reader *r) {
  const char *magic = tb_scan_line(&r->scan);
  if (!magic || strcmp(magic, tb_facts_magic) != 0)
    return tc_status_create(TC_INPUT, "%s:1: not a file of facts: create one with 'tcblame analyze'",
                            r->scan.path);
  if (strtol(r->scan.cursor, NULL, 10) == TB_FACTS_VERSION) return TC_OK;
  return tc_status_create(TC_INPUT, "%s:1: facts of another version: run 'tcblame analyze' again",
                          r->scan.path);
}

static tc_status read_all(reader *r) {
  TC_TRY(read_version(r));
  for (const char *kind = tb_scan_line(&r->scan); kind; kind = tb_scan_line(&r->scan))
    TC_TRY(read_line(r, kind));
  return r->has_ended ? TC_OK : tb_scan_error(&r->scan, "line 'end' is missing");
}

/* ---- reading a whole file ---- */

static void free_reader(reader *r) {
  TC_ARRAY_FREE(&r->parameters);
  TC_ARRAY_FREE(&r->places);
  TC_ARRAY_FREE(&r->pointers);
  TC_ARRAY_FREE(&r->definitions);
  TC_ARRAY_FREE(&r->arguments);
  tb_scan_free(&r->scan);
}

static tc_status parse_facts(const char *path, const char *text, tb_facts *facts) {
  reader r = {.scan = {.path = path, .pool = facts->pool}, .facts = facts};
  const size_t bytes = strlen(text) + 1;
  TC_TRY(tc_pool_alloc(facts->pool, bytes, &r.scan.next));
  memcpy(r.scan.next, text, bytes);
  tc_status status = read_all(&r);
  free_reader(&r);
  return status;
}

tc_status tb_facts_parse(const char *path, const char *text, tb_facts **out) {
  TC_TRY(tb_facts_create(out));
  tc_status status = parse_facts(path, text, *out);
  if (status) tb_facts_destroy(out);
  return status;
}

tc_status tb_facts_read(const char *path, tb_facts **out) {
  int descriptor;
  int64_t bytes;
  char *text = NULL;
  TC_TRY(tc_file_open_regular(path, TC_INPUT, &descriptor, &bytes));
  close(descriptor);
  if (bytes > facts_bytes_max)
    return tc_status_create(TC_INPUT, "%s: larger than 1 GiB: use a file written by 'tcblame analyze'", path);
  TC_TRY(tc_file_read_text(path, (size_t)bytes, TC_INPUT, &text));
  tc_status status = tb_facts_parse(path, text, out);
  tc_free(text);
  return status;
}
