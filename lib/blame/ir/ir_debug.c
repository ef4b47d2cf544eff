#include "blame/facts/source_file.h"
#include "blame/ir/ir_internal.h"

tc_status tb_ir_set_number(tc_map *map, const void *handle, int number) {
  int entry;
  map->key_bytes = sizeof handle;
  map->value_bytes = sizeof number;
  TC_TRY(tc_map_add(map, &handle, sizeof handle, &entry, NULL));
  *(int *)tc_map_value(map, entry) = number;
  return TC_OK;
}

int tb_ir_find_number(const tc_map *map, const void *handle) {
  const int entry = tc_map_find(map, &handle, sizeof handle);
  return entry < 0 ? -1 : *(const int *)tc_map_value(map, entry);
}

/* Reads the operands of a metadata node into ir->cached_operand. Does nothing if the previous call has read
 * the same node. Returns false if memory is exhausted. */
static bool cache_operands(tb_ir *ir, LLVMMetadataRef node) {
  if (ir->cached_node == node) return true;
  LLVMValueRef value = LLVMMetadataAsValue(ir->context, node);
  tc_status status = TC_ARRAY_RESERVE(&ir->cached_operand, (int)LLVMGetMDNodeNumOperands(value));
  if (status) {
    tc_status_free(&status);
    return false;
  }
  LLVMGetMDNodeOperands(value, ir->cached_operand.item);
  ir->cached_node = node;
  return true;
}

unsigned tb_ir_count_operands(tb_ir *ir, LLVMMetadataRef node) {
  return LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(ir->context, node));
}

LLVMValueRef tb_ir_get_operand_value(tb_ir *ir, LLVMMetadataRef node, unsigned number) {
  return number < tb_ir_count_operands(ir, node) && cache_operands(ir, node) ? ir->cached_operand.item[number]
                                                                             : NULL;
}

LLVMMetadataRef tb_ir_get_operand(tb_ir *ir, LLVMMetadataRef node, unsigned number) {
  LLVMValueRef value = tb_ir_get_operand_value(ir, node, number);
  return value ? LLVMValueAsMetadata(value) : NULL;
}

tc_status tb_ir_copy_text(tb_ir *ir, LLVMMetadataRef node, unsigned number, const char **out) {
  LLVMValueRef value = tb_ir_get_operand_value(ir, node, number);
  unsigned length = 0;
  const char *text = value ? LLVMGetMDString(value, &length) : NULL;
  *out = "";
  return text && length ? tc_pool_printf(&ir->pool, out, "%.*s", (int)length, text) : TC_OK;
}

tc_status tb_ir_file_path(tb_ir *ir, LLVMMetadataRef file, const char **out) {
  unsigned name_length = 0, folder_length = 0;
  const char *name = LLVMDIFileGetFilename(file, &name_length);
  const char *folder = LLVMDIFileGetDirectory(file, &folder_length);
  if (name_length && *name == '/') folder_length = 0;
  const char *path;
  TC_TRY(tc_pool_printf(&ir->pool, &path, "%.*s%s%.*s", (int)folder_length, folder, folder_length ? "/" : "",
                        (int)name_length, name));
  return tb_source_path_normalise(&ir->pool, path, out);
}

static tc_status find_file_number(tb_ir *ir, LLVMMetadataRef file, tb_facts *facts, int *out) {
  *out = tb_ir_find_number(&ir->file_index, file);
  if (*out >= 0) return TC_OK;
  const char *path;
  TC_TRY(tb_ir_file_path(ir, file, &path));
  TC_TRY(tb_facts_add_file(facts, path, out));
  return tb_ir_set_number(&ir->file_index, file, *out);
}

tc_status tb_ir_convert_position(tb_ir *ir, LLVMValueRef instruction, tb_facts *facts,
                                 tb_source_position *out) {
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
  *out = (tb_source_position){0};
  if (!location) return TC_OK;
  LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMDILocationGetScope(location));
  out->line = (int)LLVMDILocationGetLine(location);
  out->column = (int)LLVMDILocationGetColumn(location);
  return file && out->line ? find_file_number(ir, file, facts, &out->file) : TC_OK;
}
