/* Reads the run record from a JSON report with the YAML parser, because JSON is a subset of YAML. */
#include <string.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "io/rerun/run_record_internal.h"
#include "yaml/yaml.h"

/* Limits of a report in bytes, and in keys and values. The report of a run has about 1000 keys and values,
 * and 100 more for each rank. Each mapping in a report is small, so that even the largest report is parsed in
 * seconds. */
enum { report_bytes_max = 1 << 28, nodes_max = 1 << 24 };

/* Location of each member of the record in a report: the nested keys from the outermost to the innermost. The
 * key "0" is the first item of a list. */
static const char *const report_location[TC_RUN_RECORD_COUNT][4] = {
    [TC_RUN_RECORD_version] = {"version"},
    [TC_RUN_RECORD_commit] = {"commit"},
    [TC_RUN_RECORD_directory] = {"directory"},
    [TC_RUN_RECORD_config_file] = {"config", "file"},
    [TC_RUN_RECORD_config] = {"config", "text"},
    [TC_RUN_RECORD_overrides] = {"config", "overrides"},
    [TC_RUN_RECORD_method] = {"method"},
    [TC_RUN_RECORD_preconditioner] = {"results", "0", "solver", "preconditioner"},
    [TC_RUN_RECORD_machine] = {"config", "machine"},
    [TC_RUN_RECORD_model] = {"config", "model"},
    [TC_RUN_RECORD_mesh_file] = {"mesh", "file"},
    [TC_RUN_RECORD_mesh_hash] = {"mesh", "hash"},
    [TC_RUN_RECORD_initial_hash] = {"initial", "hash"},
    [TC_RUN_RECORD_matrix_hash] = {"matrix_hash"},
    [TC_RUN_RECORD_ranks] = {"ranks"},
    [TC_RUN_RECORD_threads] = {"threads"},
    [TC_RUN_RECORD_nodes] = {"nodes"},
    [TC_RUN_RECORD_in_one_go] = {"in_one_go"},
    [TC_RUN_RECORD_bitwise] = {"results", "0", "solver", "bitwise"},
    [TC_RUN_RECORD_field_hash] = {"results", "0", "field", "hash"},
};

static tc_yaml_node *find_child(tc_yaml_node *node, const char *key) {
  void *at = NULL;
  if (tc_yaml_kind_of(node) == TC_YAML_LIST && strcmp(key, "0") == 0)
    return tc_yaml_count(node) > 0 ? tc_yaml_item(node, 0) : NULL;
  if (tc_yaml_kind_of(node) != TC_YAML_MAP) return NULL;
  for (tc_yaml_pair pair; tc_yaml_next(node, &at, &pair);)
    if (strcmp(pair.key, key) == 0) return pair.value;
  return NULL;
}

/* Returns the text at the location given by nested keys; NULL if the value is missing or null. */
static const char *find_text(tc_yaml_node *root, const char *const key[4]) {
  tc_yaml_node *node = root;
  for (int k = 0; k < 4 && key[k]; k++) node = find_child(node, key[k]);
  const tc_yaml_kind kind = tc_yaml_kind_of(node);
  return kind == TC_YAML_PLAIN || kind == TC_YAML_TEXT ? tc_yaml_text(node) : NULL;
}

static bool has_text(tc_yaml_node *root, const char *key, const char *text) {
  const char *found = find_text(root, (const char *const[4]){key});
  return found && strcmp(found, text) == 0;
}

static tc_status check_command(const char *path, tc_yaml_node *root) {
  const char *command = find_text(root, (const char *const[4]){"command"});
  if (!has_text(root, "program", "tetracast") || !command)
    return tc_status_create(TC_INPUT,
                            "%s: is neither a report (JSON) nor a snapshot file of `tetracast run`: use one "
                            "of these",
                            path);
  if (strcmp(command, "run") == 0 || strcmp(command, "rerun") == 0) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: is a report of tetracast %.40s, which cannot be rerun: use a report of "
                          "tetracast run",
                          path, command);
}

static tc_status read_keys(const char *path, tc_yaml_node *root, tc_run_record *out) {
  static const char *const valid[4] = {"results", "0", "field", "valid"};
  TC_TRY(check_command(path, root));
  for (int k = 0; k < TC_RUN_RECORD_COUNT; k++)
    TC_TRY(tc_run_record_set(out, (tc_run_record_key)k, find_text(root, report_location[k])));
  const char *solution = find_text(root, valid);
  if (!solution || strcmp(solution, "true") != 0) out->by_index[TC_RUN_RECORD_field_hash] = NULL;
  return TC_OK;
}

tc_status tc_run_record_read_report(const char *path, tc_run_record *out) {
  char *text = NULL;
  tc_yaml_store store = {.nodes_max = nodes_max};
  tc_yaml_node *root = NULL;
  TC_TRY(tc_file_read_text(path, report_bytes_max, TC_INPUT, &text));
  tc_status status = tc_yaml_store_parse(&store, path, true, text, &root);
  if (status) status = tc_status_replace(status, tc_status_create(TC_INPUT, "%s", tc_status_text(status)));
  tc_free(text);
  if (!status) status = read_keys(path, root, out);
  tc_yaml_store_free(&store);
  return status;
}
