/* Cache of opened programs and libraries with their debug information and decoded functions (see binary.h). A
 * module is opened when it is used first. The build-id of the file must equal the build-id that was recorded
 * with the samples. */
#include "blame/profile/binary.h"

#include <stddef.h>
#include <string.h>

#include "base/file/path.h"

/* ---- opening a binary ---- */

#define TB_SAMPLER_LIBRARY "libtcblame_sampler.so"

static bool is_runtime_library(const char *path) {
  static const char *const names[] = {"libomp.so", "libomp5.so", "libiomp5.so", "libgomp.so",
                                      TB_SAMPLER_LIBRARY};
  const char *name = tc_path_name(path);
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (strncmp(name, names[n], strlen(names[n])) == 0) return true;
  return false;
}

static bool has_same_build_id(const tb_image *image, const ts_file_module *module) {
  const uint32_t bytes = module->build_id_bytes;
  if (bytes == 0 || bytes > TS_SAMPLER_BUILD_ID) return true;
  return image->build_id_bytes >= bytes && memcmp(image->build_id, module->build_id, bytes) == 0;
}

/* Checks that the build-id of the file has not changed since sampling. A changed sampler library is not an
 * error, because the report needs no source of the sampler. Samples thus remain usable after the library is
 * rebuilt. */
static tc_status check_build_id(tb_binary *binary, const ts_file_module *module) {
  if (has_same_build_id(binary->image, module)) return TC_OK;
  if (strstr(binary->path, "/" TB_SAMPLER_LIBRARY)) {
    tb_image_close(&binary->image);
    return TC_OK;
  }
  return tc_status_create(TC_INPUT,
                          "%s: was rebuilt after it was sampled (its build-id differs): rerun tcblame run",
                          binary->path);
}

static tc_status open_binary(tb_binaries *binaries, const ts_file_module *module) {
  tb_binary *out = NULL;
  TC_TRY(tc_pool_alloc(&binaries->pool, sizeof *out, &out));
  TC_TRY(TC_ARRAY_ADD(&binaries->binary, &out));
  out->is_runtime = is_runtime_library(module->path);
  TC_TRY(tc_map_add_text(&binaries->texts, module->path, &out->path));
  TC_TRY(tb_image_open(out->path, &out->image));
  if (!out->image) return TC_OK;
  TC_TRY(check_build_id(out, module));
  return out->image && out->image->dwarf ? tb_debug_create(out->image, &binaries->texts, &out->debug) : TC_OK;
}

static void close_binary(tb_binary *binary) {
  tb_debug_destroy(&binary->debug);
  tb_image_close(&binary->image);
}

/* ---- list of binaries ---- */

typedef struct binary_key {
  uint8_t build_id[TS_SAMPLER_BUILD_ID];
  char path[TS_SAMPLER_PATH];
} binary_key;

tc_status tb_binaries_add(tb_binaries *binaries, const ts_file_module *module, int *number) {
  binary_key key = {0};
  bool added;
  memcpy(key.build_id, module->build_id, sizeof key.build_id);
  const size_t length = strnlen(module->path, sizeof key.path);
  memcpy(key.path, module->path, length);
  TC_TRY(tc_map_add(&binaries->index, &key, offsetof(binary_key, path) + length, number, &added));
  return added ? open_binary(binaries, module) : TC_OK;
}

/* ---- decoded code ---- */

typedef struct code_key {
  int64_t binary;
  uint64_t low, high;
} code_key;

tc_status tb_binaries_find_code(tb_binaries *binaries, int number, uint64_t low, uint64_t high,
                                const tb_code_listing **out) {
  const tb_image *image = binaries->binary.item[number]->image;
  const code_key key = {number, low, high};
  size_t bytes = 0;
  int code;
  bool added;
  const uint8_t *at = image && image->is_x86_64 ? tb_image_bytes(image, low, &bytes) : NULL;
  *out = NULL;
  if (!at || bytes < high - low || high - low > INT32_MAX) return TC_OK;
  binaries->code.key_bytes = sizeof key;
  binaries->code.value_bytes = sizeof **out;
  TC_TRY(tc_map_add(&binaries->code, &key, sizeof key, &code, &added));
  *out = tc_map_value(&binaries->code, code);
  return added ? tb_code_listing_read(at, high - low, &binaries->pool, tc_map_value(&binaries->code, code))
               : TC_OK;
}

void tb_binaries_clear(tb_binaries *binaries) {
  for (int b = 0; b < binaries->binary.count; b++) close_binary(binaries->binary.item[b]);
  TC_ARRAY_FREE(&binaries->binary);
  tc_map_free(&binaries->index);
  tc_map_free(&binaries->code);
  tc_map_free(&binaries->texts);
  tc_pool_free(&binaries->pool);
  *binaries = (tb_binaries){0};
}
