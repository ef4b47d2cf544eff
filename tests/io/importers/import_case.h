/* Import of a file in a test's temporary directory, and assertions on the groups of the raw mesh that the
 * importer returns. */
#ifndef TC_TESTS_IO_IMPORTERS_IMPORT_CASE_H
#define TC_TESTS_IO_IMPORTERS_IMPORT_CASE_H

#include "io/importers/importer.h"
#include "io/mesh/mesh_files.h"
#include "support/expect.h"

static const tc_import_options no_options = {0};

/* Reads a file with the importer `format`. If `format` is NULL, the importer that recognises the file
 * reads it. */
static inline tc_status import_file(const folder *f, const char *name, const char *format,
                                    const tc_import_options *options, const tc_log *log, tc_raw_mesh **out) {
  char path[400];
  const tc_importer *importer;
  file_path(f, name, path);
  *out = NULL;
  TC_TRY(tc_importer_select(path, format, &importer));
  return importer->read(path, options, log, out);
}

/* Number of groups of an element. */
static inline int count_groups(const tc_raw_mesh *raw, int32_t element) {
  return raw->set_begin[raw->set[element] + 1] - raw->set_begin[raw->set[element]];
}

/* Expects that group `k` of an element, counted from 0, has this dimension, number and name. The name ""
 * means no name. */
static inline void expect_group_at(const tc_raw_mesh *raw, int32_t element, int k, int dimension,
                                   int64_t number, const char *name) {
  cr_assert_gt(count_groups(raw, element), k);
  const tc_raw_group *group = &raw->group[raw->set_group[raw->set_begin[raw->set[element]] + k]];
  cr_assert_eq(group->dimension, dimension);
  cr_assert_eq(group->number, number);
  cr_assert_str_eq(group->name ? group->name : "", name);
}

/* Expects that an element has this group and no other. */
static inline void expect_group(const tc_raw_mesh *raw, int32_t element, int dimension, int64_t number,
                                const char *name) {
  cr_assert_eq(count_groups(raw, element), 1);
  expect_group_at(raw, element, 0, dimension, number, name);
}

#endif
