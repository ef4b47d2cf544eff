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

typedef struct facts_reader {
  tb_scan scan;
  tb_facts *facts;
  tb_function function; /* Function whose lines are being read. */
  bool is_in_function;  /* True while the lines of a function are being read. */
  bool has_ended;       /* True after the line `end` was read. */
  TC_ARRAY(const char *) parameters;
  TC_ARRAY(tb_access_path) access_paths;
  TC_ARRAY(tb_stored_pointer) pointers;
  TC_ARRAY(tb_definition) definitions;
  TC_ARRAY(tb_argument) arguments;
  union {
    tb_source_file source;
    tb_pointer_target target;
    tb_function function;
    const char *parameter;
    tb_access_path access_path;
    tb_stored_pointer pointer;
    tb_definition definition;
    tb_argument argument;
    tb_inputs callee_inputs;
  } item; /* item that the current line of the file contains; the kind of the line selects the member */
} facts_reader;

/* ---- functions under construction ---- */

static tb_definition *get_last_definition(facts_reader *reader) {
  return reader->definitions.count ? &reader->definitions.item[reader->definitions.count - 1] : NULL;
}

/* Assigns to the current definition the arguments that were read after its line. */
static tc_status finish_definition(facts_reader *reader) {
  tb_definition *d = get_last_definition(reader);
  return d ? TC_ARRAY_MOVE(&reader->arguments, reader->scan.pool, &d->arguments, &d->argument) : TC_OK;
}

static tc_status finish_function(facts_reader *reader) {
  tb_function *f = &reader->function;
  int number;
  if (!reader->is_in_function) return TC_OK;
  TC_TRY(finish_definition(reader));
  TC_TRY(TC_ARRAY_MOVE(&reader->parameters, reader->scan.pool, &f->parameters, &f->parameter));
  TC_TRY(TC_ARRAY_MOVE(&reader->access_paths, reader->scan.pool, &f->access_paths, &f->access_path));
  TC_TRY(TC_ARRAY_MOVE(&reader->pointers, reader->scan.pool, &f->pointers, &f->pointer));
  TC_TRY(TC_ARRAY_MOVE(&reader->definitions, reader->scan.pool, &f->definitions, &f->definition));
  const char *fault = tb_facts_find_fault(f, reader->facts->files);
  if (fault) return tb_scan_error(&reader->scan, fault);
  reader->is_in_function = false;
  return tb_facts_add_function(reader->facts, f, &number);
}

/* ---- adding the item of a line ---- */

static tc_status add_file(facts_reader *reader) {
  int number;
  return tb_facts_add_source(reader->facts, &reader->item.source, &number);
}

static tc_status add_target(facts_reader *reader) {
  if (reader->item.target.file >= reader->facts->files)
    return tb_scan_error(&reader->scan, "pointer target refers to a missing file");
  return tb_facts_add_target(reader->facts, &reader->item.target);
}

static tc_status begin_function(facts_reader *reader) {
  TC_TRY(finish_function(reader));
  reader->function = reader->item.function;
  reader->scan.file = reader->function.file;
  reader->is_in_function = true;
  return TC_OK;
}

static tc_status add_parameter(facts_reader *reader) {
  return TC_ARRAY_ADD(&reader->parameters, &reader->item.parameter);
}

static tc_status add_access_path(facts_reader *reader) {
  return TC_ARRAY_ADD(&reader->access_paths, &reader->item.access_path);
}

static tc_status add_pointer(facts_reader *reader) {
  return TC_ARRAY_ADD(&reader->pointers, &reader->item.pointer);
}

static tc_status add_definition(facts_reader *reader) {
  TC_TRY(finish_definition(reader));
  return TC_ARRAY_ADD(&reader->definitions, &reader->item.definition);
}

static tc_status add_argument(facts_reader *reader) {
  if (!get_last_definition(reader))
    return tb_scan_error(&reader->scan, "argument precedes the first definition");
  return TC_ARRAY_ADD(&reader->arguments, &reader->item.argument);
}

static tc_status set_callee_inputs(facts_reader *reader) {
  tb_definition *d = get_last_definition(reader);
  if (!d) return tb_scan_error(&reader->scan, "inputs of a pointer precede the first definition");
  d->callee_inputs = reader->item.callee_inputs;
  return TC_OK;
}

/* Reads the first line of the text. Its fields are members of the facts and not of an item, so `line_kinds`
 * lists no fields for it. */
static tc_status read_header(facts_reader *reader) {
  return tb_scan_fields(&reader->scan, tb_facts_header_fields, reader->facts);
}

static tc_status read_end(facts_reader *reader) {
  reader->has_ended = true;
  return finish_function(reader);
}

static const tb_fact_field parameter_fields[] = {{"name", TB_FIELD_WORDS, 0, 0, NULL}, {NULL}};

static const struct line_kind {
  const char *kind;
  const tb_fact_field *field;             /* Fields of the item; NULL if `add` parses the line. */
  tc_status (*add)(facts_reader *reader); /* Adds the item to the facts. */
  bool needs_function;                    /* True if the line is allowed only after a line `function`. */
} line_kinds[] = {{"define", tb_definition_fields, add_definition, true},
                  {"argument", tb_argument_fields, add_argument, true},
                  {"place", tb_access_path_fields, add_access_path, true},
                  {"pointed", tb_inputs_fields, set_callee_inputs, true},
                  {"pointer", tb_pointer_fields, add_pointer, true},
                  {"function", tb_function_fields, begin_function, false},
                  {"parameter", parameter_fields, add_parameter, true},
                  {"target", tb_target_fields, add_target, false},
                  {"file", tb_source_fields, add_file, false},
                  {"made", NULL, read_header, false},
                  {"end", NULL, read_end, false}};

static tc_status read_line(facts_reader *reader, const char *kind) {
  size_t i = 0;
  while (i < sizeof line_kinds / sizeof *line_kinds && strcmp(line_kinds[i].kind, kind) != 0) i++;
  if (i == sizeof line_kinds / sizeof *line_kinds || reader->has_ended)
    return tb_scan_error(&reader->scan, "line of unknown kind or after the end");
  if (line_kinds[i].needs_function && !reader->is_in_function)
    return tb_scan_error(&reader->scan, "line precedes the first function");
  memset(&reader->item, 0, sizeof reader->item);
  if (line_kinds[i].field) TC_TRY(tb_scan_fields(&reader->scan, line_kinds[i].field, &reader->item));
  return line_kinds[i].add(reader);
}

static tc_status read_version(facts_reader *reader) {
  const char *magic = tb_scan_line(&reader->scan);
  if (!magic || strcmp(magic, tb_facts_magic) != 0)
    return tc_status_create(TC_INPUT, "%s:1: not a file of facts: create one with 'tcblame analyze'",
                            reader->scan.path);
  if (strtol(reader->scan.cursor, NULL, 10) == TB_FACTS_VERSION) return TC_OK;
  return tc_status_create(TC_INPUT, "%s:1: facts of another version: run 'tcblame analyze' again",
                          reader->scan.path);
}

static tc_status read_lines(facts_reader *reader) {
  TC_TRY(read_version(reader));
  for (const char *kind = tb_scan_line(&reader->scan); kind; kind = tb_scan_line(&reader->scan))
    TC_TRY(read_line(reader, kind));
  return reader->has_ended ? TC_OK : tb_scan_error(&reader->scan, "line 'end' is missing");
}

/* ---- reading a whole file ---- */

static void free_reader(facts_reader *reader) {
  TC_ARRAY_FREE(&reader->parameters);
  TC_ARRAY_FREE(&reader->access_paths);
  TC_ARRAY_FREE(&reader->pointers);
  TC_ARRAY_FREE(&reader->definitions);
  TC_ARRAY_FREE(&reader->arguments);
  tb_scan_free(&reader->scan);
}

static tc_status parse_facts(const char *path, const char *text, tb_facts *facts) {
  facts_reader reader = {.scan = {.path = path, .pool = facts->pool}, .facts = facts};
  const size_t bytes = strlen(text) + 1;
  TC_TRY(tc_pool_alloc(facts->pool, bytes, &reader.scan.next));
  memcpy(reader.scan.next, text, bytes);
  tc_status status = read_lines(&reader);
  free_reader(&reader);
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
