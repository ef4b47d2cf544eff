/* Attributes of a mesh file. A table lists them in the order in which their common hash is computed. The
 * format, its version and `complete` are checked first, because the other attributes may differ in other
 * versions. */
#include "io/mesh_file/mesh_file_attributes.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "io/mesh_file/mesh_file_layout.h"

static const char format_text[] = "tetracast mesh";

typedef enum attribute_kind { TEXT, INTEGER, HASH, REAL } attribute_kind;

typedef struct attribute {
  const char *name;
  attribute_kind kind;
  int count; /* number of values; 0 for a scalar */
  size_t offset;
} attribute;

#define ATTRIBUTE(name, kind, count)                                                                         \
  { #name, kind, count, offsetof(tc_mesh_attributes, name) }

static const attribute table[] = {
    ATTRIBUTE(program_version, TEXT, 0), ATTRIBUTE(program_commit, TEXT, 0),
    ATTRIBUTE(cells, INTEGER, 0),        ATTRIBUTE(vertices, INTEGER, 0),
    ATTRIBUTE(faces, INTEGER, 0),        ATTRIBUTE(base, INTEGER, 0),
    ATTRIBUTE(reoriented, INTEGER, 0),   ATTRIBUTE(box, REAL, 6),
    ATTRIBUTE(mesh_hash, HASH, 0),       ATTRIBUTE(hash_version, INTEGER, 0),
    ATTRIBUTE(source, TEXT, 0),          ATTRIBUTE(source_format, TEXT, 0),
    ATTRIBUTE(source_options, TEXT, 0),  ATTRIBUTE(source_hash, HASH, 0),
    ATTRIBUTE(source_bytes, INTEGER, 0), ATTRIBUTE(source_time, REAL, 0),
    ATTRIBUTE(scale, REAL, 0),           ATTRIBUTE(is_automatic, INTEGER, 0),
};

enum { table_size = sizeof table / sizeof *table };

static hid_t get_type(attribute_kind kind) {
  return kind == INTEGER ? H5T_NATIVE_INT64 : kind == HASH ? H5T_NATIVE_UINT64 : H5T_NATIVE_DOUBLE;
}

static const char *get_text(const tc_mesh_attributes *attributes, const attribute *a) {
  const char *text;
  memcpy(&text, (const char *)attributes + a->offset, sizeof text);
  return text ? text : "";
}

static uint64_t compute_hash(const tc_mesh_attributes *attributes) {
  uint64_t hash = 0;
  for (const attribute *a = table; a < table + table_size; a++) {
    const char *text = a->kind == TEXT ? get_text(attributes, a) : NULL;
    hash =
        text ? tc_hash_bytes(hash, text, strlen(text) + 1)
             : tc_hash_bytes(hash, (const char *)attributes + a->offset, a->count ? 8 * (size_t)a->count : 8);
  }
  return hash;
}

void tc_mesh_attributes_set_origin(tc_mesh_attributes *attributes, const tc_mesh_origin *origin) {
  attributes->source = origin->source;
  attributes->source_format = origin->format;
  attributes->source_options = origin->options;
  attributes->source_hash = origin->source_hash;
  attributes->source_bytes = origin->source_bytes;
  attributes->source_time = origin->source_time;
  attributes->scale = origin->scale;
  attributes->is_automatic = origin->is_automatic;
}

tc_mesh_origin tc_mesh_attributes_get_origin(const tc_mesh_attributes *attributes) {
  return (tc_mesh_origin){.source = attributes->source,
                          .format = attributes->source_format,
                          .options = attributes->source_options,
                          .source_hash = attributes->source_hash,
                          .source_bytes = attributes->source_bytes,
                          .source_time = attributes->source_time,
                          .scale = attributes->scale,
                          .is_automatic = attributes->is_automatic != 0};
}

/* ---- writing ---- */

static tc_status write_integer(hid_t file, const char *path, const char *name, int64_t value) {
  return tc_hdf_write_numbers(file, path, "/", name, H5T_NATIVE_INT64, 0, &value);
}

tc_status tc_mesh_attributes_write(hid_t file, const char *path, const tc_mesh_attributes *attributes) {
  const uint64_t hash = compute_hash(attributes);
  TC_TRY(tc_hdf_write_fixed_text(file, path, "format", format_text));
  TC_TRY(write_integer(file, path, "format_version", TC_MESH_FORMAT_VERSION));
  for (const attribute *a = table; a < table + table_size; a++) {
    if (a->kind == TEXT)
      TC_TRY(tc_hdf_write_fixed_text(file, path, a->name, get_text(attributes, a)));
    else
      TC_TRY(tc_hdf_write_numbers(file, path, "/", a->name, get_type(a->kind), (hsize_t)a->count,
                                  (const char *)attributes + a->offset));
  }
  return tc_hdf_write_numbers(file, path, "/", "attribute_hash", H5T_NATIVE_UINT64, 0, &hash);
}

tc_status tc_mesh_attributes_complete(hid_t file, const char *path) {
  TC_TRY(TC_HDF(path, H5Fflush(file, H5F_SCOPE_LOCAL)));
  return write_integer(file, path, "complete", 1);
}

/* ---- reading ---- */

static tc_status attribute_error(const char *path, const char *name) {
  return tc_status_create(TC_INPUT, "%s: attribute %s is missing or damaged: remove the file and rerun", path,
                          name);
}

/* Reads numbers, or returns an error if they are missing or have another shape. */
static tc_status read_numbers(hid_t file, const char *path, const char *name, attribute_kind kind, int count,
                              void *out) {
  bool found = false;
  TC_TRY(tc_hdf_read_numbers(file, path, name, get_type(kind), (hsize_t)count, out, &found));
  return found ? TC_OK : attribute_error(path, name);
}

static tc_status check_format(hid_t file, const char *path) {
  char *text = NULL;
  int64_t version = 0, complete = 0;
  bool found;
  TC_TRY(tc_hdf_read_fixed_text(file, path, "format", &text));
  const bool is_mesh = text && strcmp(text, format_text) == 0;
  tc_free(text);
  if (!is_mesh)
    return tc_status_create(TC_INPUT,
                            "%s: is an HDF5 file, but not a mesh file of Tetracast: use another file", path);
  TC_TRY(read_numbers(file, path, "format_version", INTEGER, 0, &version));
  if (version != TC_MESH_FORMAT_VERSION)
    return tc_status_create(TC_INPUT,
                            "%s: is a mesh file of version %lld, and this program reads version %d: "
                            "remove the file and rerun, or use a later version of Tetracast",
                            path, (long long)version, TC_MESH_FORMAT_VERSION);
  TC_TRY(tc_hdf_read_numbers(file, path, "complete", H5T_NATIVE_INT64, 0, &complete, &found));
  if (found && complete == 1) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: is incomplete, because its writer was interrupted: remove the file and rerun",
                          path);
}

static tc_status read_text(hid_t file, const char *path, const char *name, tc_pool *memory,
                           const char **out) {
  char *text = NULL;
  TC_TRY(tc_hdf_read_fixed_text(file, path, name, &text));
  if (!text) return attribute_error(path, name);
  const tc_status status = tc_pool_printf(memory, out, "%s", text);
  tc_free(text);
  return status;
}

static tc_status read_attribute(hid_t file, const char *path, const attribute *a, tc_pool *memory,
                                tc_mesh_attributes *out) {
  char *member = (char *)out + a->offset;
  if (a->kind != TEXT) return read_numbers(file, path, a->name, a->kind, a->count, member);
  const char *text = NULL;
  TC_TRY(read_text(file, path, a->name, memory, &text));
  memcpy(member, &text, sizeof text);
  return TC_OK;
}

/* Returns the name of the first attribute whose value is out of range, or NULL. */
static const char *find_wrong_value(const tc_mesh_attributes *a) {
  if (a->cells < 1 || a->cells > 1 << 29) return "cells";
  if (a->vertices < 4 || a->vertices > INT32_MAX) return "vertices";
  if (a->faces < 0 || a->faces > INT32_MAX) return "faces";
  if (a->base < 0 || a->base > 1) return "base";
  if (a->reoriented < 0 || a->reoriented > a->cells) return "reoriented";
  if (a->hash_version != 1) return "hash_version";
  if (a->source_bytes < 0) return "source_bytes";
  if (!isfinite(a->source_time)) return "source_time";
  if (!isfinite(a->scale)) return "scale";
  for (int i = 0; i < 3; i++)
    if (!isfinite(a->box[i]) || !isfinite(a->box[i + 3]) || a->box[i] > a->box[i + 3]) return "box";
  return NULL;
}

tc_status tc_mesh_attributes_read(hid_t file, const char *path, tc_pool *memory, tc_mesh_attributes *out) {
  uint64_t hash = 0;
  *out = (tc_mesh_attributes){0};
  TC_TRY(check_format(file, path));
  for (const attribute *a = table; a < table + table_size; a++)
    TC_TRY(read_attribute(file, path, a, memory, out));
  TC_TRY(read_numbers(file, path, "attribute_hash", HASH, 0, &hash));
  if (hash != compute_hash(out))
    return tc_status_create(TC_INPUT, "%s: the attributes do not match their hash: remove the file and rerun",
                            path);
  const char *wrong = find_wrong_value(out);
  return wrong ? attribute_error(path, wrong) : TC_OK;
}
