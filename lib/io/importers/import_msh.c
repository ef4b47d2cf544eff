/* Reader of Gmsh MSH 2.0 to 2.2 and 4.1, text and binary. This file reads the header and the names of groups,
 * and calls the reader of each section (msh_version2.c, msh_version4.c). Unknown sections are skipped. No
 * code of Gmsh is used, because its licence is the GPL. Source: Gmsh reference manual, section "File
 * formats". */
#define _GNU_SOURCE /* declares memmem */
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "io/importers/importer.h"
#include "io/importers/msh_reader.h"

static const char conversion[] = "-save -format msh41 -o converted.msh";

/* ---- header ---- */

static tc_status version_error(const tc_msh_reader *r, const char *version, const char *reason) {
  return tc_status_create(TC_INPUT,
                          "%s: the version MSH %s is not supported%s: convert the file, e.g. gmsh %s %s",
                          r->tokens.file.path, version, reason, r->tokens.file.path, conversion);
}

/* Reads the version and sets *sections to the readers of this version. */
static tc_status read_version(tc_msh_reader *r, char text[TC_TEXT_NUMBER], const tc_msh_section **sections) {
  double version;
  TC_TRY(tc_msh_read_reals(&r->tokens, "the version", 1, &version));
  tc_text_format_double(version, text);
  if (version == 4) return version_error(r, "4.0", ", because MSH 4.1 replaced it");
  if (version < 2 || (version >= 3 && version != 4.1)) return version_error(r, text, "");
  *sections = version < 3 ? tc_msh_version2 : tc_msh_version4;
  return TC_OK;
}

/* Reads the integer 1 at the start of a binary file, and finds from its bytes if the byte order differs from
 * that of this machine. */
static tc_status read_byte_order(tc_msh_reader *r) {
  int64_t one;
  r->tokens.is_binary = true;
  TC_TRY(tc_msh_begin_row(&r->tokens, "numbers", 0, 1));
  TC_TRY(tc_msh_read_ints(&r->tokens, "the byte order", 1, &one));
  r->tokens.swaps = one == 1 << 24;
  if (one == 1 || r->tokens.swaps) return TC_OK;
  return tc_msh_error(&r->tokens,
                      "expected the integer 1 in binary form, found %lld: copy the file again as binary data",
                      (long long)one);
}

/* Reads the file type and the size of numbers, then the byte order of a binary file. */
static tc_status read_file_type(tc_msh_reader *r) {
  int64_t type, size;
  TC_TRY(tc_msh_read_ints(&r->tokens, "the file type, 0 (text) or 1 (binary)", 1, &type));
  TC_TRY(tc_msh_read_ints(&r->tokens, "the data size", 1, &size));
  if (type != 0 && type != 1)
    return tc_msh_error(&r->tokens, "the file type is %lld: write 0 (text) or 1 (binary)", (long long)type);
  if (type == 0) return TC_OK;
  if (size != 8)
    return tc_msh_error(&r->tokens,
                        "the data size is %lld bytes, but only 8 is supported: convert the file, e.g. gmsh "
                        "%s %s",
                        (long long)size, r->tokens.file.path, conversion);
  return read_byte_order(r);
}

static tc_status read_format(tc_msh_reader *r, const tc_msh_section **sections) {
  char version[TC_TEXT_NUMBER];
  TC_TRY(read_version(r, version, sections));
  r->tokens.is_row = true;
  TC_TRY(read_file_type(r));
  TC_TRY(tc_raw_mesh_set_format(r->raw, "Gmsh MSH %s, %s", version, r->tokens.is_binary ? "binary" : "text"));
  return tc_msh_end_section(&r->tokens);
}

/* ---- names ---- */

/* Sets *name to the text between quotation marks, or to the next word if there are none. */
static tc_status read_name(tc_msh_reader *r, const char **name) {
  tc_text *line = &r->tokens.line;
  if (tc_text_at_end(line)) return tc_msh_word_error(&r->tokens, "the name of a group");
  const bool is_quoted = *line->cursor == '"';
  if (is_quoted) line->cursor++;
  const char *end = is_quoted ? memchr(line->cursor, '"', (size_t)(line->end - line->cursor))
                              : line->cursor + tc_text_word_length(line, INT32_MAX);
  if (!end) return tc_msh_error(&r->tokens, "the name of a group has no closing quotation mark: add it");
  TC_TRY(tc_pool_printf(&r->raw->memory, name, "%.*s", (int)(end - line->cursor), line->cursor));
  for (const char *at = *name; *at; at += tc_text_utf8_length(at))
    if (tc_text_utf8_length(at) == 0 || (unsigned char)*at < ' ' || *at == 127)
      return tc_msh_error(&r->tokens,
                          "the name of a group has a character that is not valid: save the file as UTF-8");
  line->cursor = line->end;
  return TC_OK;
}

/* Reads the numbers before the name of a group: dimension and number, or the number alone as in version 2.0.
 * A name in quotation marks may follow without a blank. */
static tc_status read_name_numbers(tc_msh_reader *r, int64_t number[2], bool *has_dimension) {
  tc_text *line = &r->tokens.line;
  const char *end = line->end, *mark = memchr(line->cursor, '"', (size_t)(end - line->cursor));
  if (mark) line->end = mark;
  TC_TRY(tc_msh_read_text_integer(&r->tokens, "the dimension of a group", &number[0]));
  *has_dimension = tc_text_parse_int64(line, &number[1]);
  line->end = end;
  return TC_OK;
}

static tc_status read_name_row(tc_msh_reader *r, int64_t done, int64_t count) {
  int64_t number[2];
  int32_t group;
  bool has_dimension;
  const char *name = "";
  TC_TRY(tc_msh_begin_text_row(&r->tokens, "names", done, count));
  TC_TRY(read_name_numbers(r, number, &has_dimension));
  TC_TRY(read_name(r, &name));
  if (!has_dimension) return TC_ARRAY_ADD(&r->names, &(tc_raw_group){0, number[0], name});
  if (number[0] < 0 || number[0] > 3 || number[1] != (int32_t)number[1])
    return tc_msh_error(&r->tokens,
                        "a group has dimension %lld and number %lld: write a dimension from 0 to 3 and a "
                        "number of 32 bits",
                        (long long)number[0], (long long)number[1]);
  return tc_raw_mesh_add_group(r->raw, (int)number[0], llabs(number[1]), *name ? name : NULL, &group);
}

static tc_status read_names(tc_msh_reader *r) {
  int64_t count;
  TC_TRY(tc_msh_read_text_integer(&r->tokens, "the number of names", &count));
  TC_TRY(tc_msh_check_count(&r->tokens, "names", count, 4));
  for (int64_t i = 0; i < count; i++) TC_TRY(read_name_row(r, i, count));
  return tc_msh_end_section(&r->tokens);
}

/* Some names in $PhysicalNames of version 2.0 have no dimension. Assigns such a name to the groups of all
 * dimensions that have its number. */
static tc_status apply_names(tc_msh_reader *r) {
  int32_t group;
  for (int i = 0; i < r->names.count; i++)
    for (int32_t g = 0; g < r->raw->groups; g++)
      if (r->raw->group[g].number == r->names.item[i].number)
        TC_TRY(tc_raw_mesh_add_group(r->raw, r->raw->group[g].dimension, r->names.item[i].number,
                                     r->names.item[i].name, &group));
  return TC_OK;
}

/* ---- sections ---- */

static const tc_msh_section *find_section(const tc_msh_section *sections, const char *name) {
  static const tc_msh_section names = {"PhysicalNames", read_names};
  if (!strcmp(name, names.name)) return &names;
  for (; sections->name; sections++)
    if (!strcmp(name, sections->name)) return sections;
  return NULL;
}

/* Skips sections before $MeshFormat, which may be comments, and reads $MeshFormat. */
static tc_status read_head(tc_msh_reader *r, const tc_msh_section **sections) {
  bool found;
  for (;;) {
    TC_TRY(tc_msh_begin_section(&r->tokens, &found));
    if (!found)
      return tc_status_create(TC_INPUT, "%s: has no section $MeshFormat: use a file that Gmsh has written",
                              r->tokens.file.path);
    if (!strcmp(r->tokens.section, "MeshFormat")) return read_format(r, sections);
    if (!strcmp(r->tokens.section, "NOD")) return version_error(r, "1", "");
    TC_TRY(tc_msh_skip_section(&r->tokens));
  }
}

/* Reads a section whose first line has been read. `seen` is the set of all known sections that were read
 * before. */
static tc_status read_section(tc_msh_reader *r, const tc_msh_section *sections, tc_map *seen) {
  const tc_msh_section *section = find_section(sections, r->tokens.section);
  int number;
  bool is_new;
  if (!section) return tc_msh_skip_section(&r->tokens);
  TC_TRY(tc_map_add(seen, section->name, strlen(section->name), &number, &is_new));
  if (is_new) return section->read(r);
  return tc_msh_error(&r->tokens, "the file has a second section $%s: remove one of them", section->name);
}

static tc_status read_sections(tc_msh_reader *r, const tc_msh_section *sections) {
  tc_map seen = {0};
  bool found;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_msh_begin_section(&r->tokens, &found));
  while (found) {
    TC_GUARD(status, read_section(r, sections, &seen));
    TC_GUARD(status, tc_msh_begin_section(&r->tokens, &found));
  }
cleanup:
  tc_map_free(&seen);
  return status;
}

/* ---- the whole file ---- */

/* Files of version 2 do not contain the number of subdomains. If all elements of a file belong to one
 * subdomain and its number is above 1, the mesh consists of several files, and this file is one of them. */
static int32_t count_subdomains(const tc_msh_reader *r) {
  if (r->found.count != 1 || r->subdomains.count > 1) return r->subdomains.count;
  const tc_gid number = *(const tc_gid *)tc_map_key(&r->found, 0, NULL);
  return number < INT32_MAX ? (int32_t)number : INT32_MAX;
}

static tc_status finish(tc_msh_reader *r) {
  tc_raw_facts *facts = &r->raw->facts;
  if (!r->has_nodes || !r->has_elements)
    return tc_status_create(TC_INPUT, "%s: the file has no section $%s: save the complete mesh again",
                            r->tokens.file.path, r->has_nodes ? "Elements" : "Nodes");
  if (facts->subdomains == 0) facts->subdomains = count_subdomains(r);
  facts->subdomains_found = r->found.count;
  r->raw->hash = r->tokens.file.hash;
  return apply_names(r);
}

/* Opens the file and reads its header. */
static tc_status open_file(tc_msh_reader *r, const char *path, const tc_msh_section **sections) {
  TC_TRY(tc_msh_open(&r->tokens, path));
  TC_TRY(tc_raw_mesh_create(path, &r->raw));
  return read_head(r, sections);
}

static tc_status read_file(tc_msh_reader *r, const char *path) {
  const tc_msh_section *sections = NULL;
  TC_TRY(open_file(r, path, &sections));
  TC_TRY(read_sections(r, sections));
  return finish(r);
}

static void free_reader(tc_msh_reader *r) {
  tc_msh_close(&r->tokens);
  tc_raw_mesh_destroy(&r->raw);
  tc_msh_vertices_free(&r->vertices);
  tc_map_free(&r->subdomains);
  tc_map_free(&r->found);
  tc_map_free(&r->entity);
  TC_ARRAY_FREE(&r->physical);
  TC_ARRAY_FREE(&r->names);
}

static tc_status read_msh(const char *path, const tc_import_options *options, const tc_log *log,
                          tc_raw_mesh **out) {
  (void)log;
  tc_msh_reader reader = {0};
  TC_TRY(tc_import_options_check(options, false, false));
  const tc_status status = read_file(&reader, path);
  if (!status) {
    *out = reader.raw;
    reader.raw = NULL;
  }
  free_reader(&reader);
  return status;
}

/* ---- counts ---- */

/* Reads the number of vertices or elements in the section that has begun. In a section with blocks (version
 * 4), it is the second number of the first line. */
static tc_status read_count(tc_msh_tokens *tokens, bool has_blocks, int64_t *count) {
  enum { row_bytes_min = 4 };
  int64_t number[2];
  TC_TRY(has_blocks ? tc_msh_read_sizes(tokens, "a number of blocks or rows", 2, number)
                    : tc_msh_read_text_integer(tokens, "the number of rows", &number[1]));
  TC_TRY(tc_msh_check_count(tokens, "rows", number[1], row_bytes_min));
  *count = number[1];
  return TC_OK;
}

/* Reads sections until the numbers of vertices and elements are known. */
static tc_status count_rows(tc_msh_tokens *tokens, bool has_blocks, tc_import_counts *counts) {
  for (bool found;;) {
    TC_TRY(tc_msh_begin_section(tokens, &found));
    if (!found) return TC_OK;
    if (!strcmp(tokens->section, "Nodes")) TC_TRY(read_count(tokens, has_blocks, &counts->points));
    if (!strcmp(tokens->section, "Elements")) TC_TRY(read_count(tokens, has_blocks, &counts->elements));
    if (counts->points && counts->elements) return TC_OK;
    TC_TRY(tc_msh_skip_section(tokens));
  }
}

static tc_status count_msh(const char *path, tc_import_counts *counts) {
  tc_msh_reader reader = {0};
  const tc_msh_section *sections = NULL;
  tc_status status = open_file(&reader, path, &sections);
  if (!status) status = count_rows(&reader.tokens, sections == tc_msh_version4, counts);
  free_reader(&reader);
  return status;
}

/* ---- the format ---- */

static bool recognises(const char *begin, size_t bytes) {
  static const char *const marks[] = {"$MeshFormat", "$NOD"};
  if (bytes >= 3 && !memcmp(begin, "\xef\xbb\xbf", 3)) begin += 3, bytes -= 3;
  if (bytes == 0 || *begin != '$') return false;
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (memmem(begin, bytes, marks[i], strlen(marks[i]))) return true;
  return false;
}

const tc_importer tc_importer_msh = {
    .name = "msh",
    .summary = "Gmsh MSH 2.0 to 2.2 and 4.1, text and binary",
    .endings = (const char *const[]){".msh", NULL},
    .recognises = recognises,
    .count = count_msh,
    .read = read_msh,
};
