/* Converts the types of the debug information to tb_type (see types.h). Each type is converted once. A struct
 * is registered before its members are converted, because they may contain pointers to the struct. LLVM 14's
 * C interface does not distinguish structs from unions, nor typedefs from pointers and qualifiers. These
 * kinds are therefore distinguished by the contents of the node. */
#include <ctype.h>
#include <string.h>

#include "blame/ir/ir_internal.h"

/* Operand numbers in LLVM 14's debug information: name, base type and members of a type; name and type of a
 * variable. */
enum { TYPE_NAME = 2, TYPE_BASE = 3, TYPE_ELEMENTS = 4, VARIABLE_NAME = 1, VARIABLE_TYPE = 3 };

static tc_status add_type(tb_ir *ir, LLVMMetadataRef node, const tb_type *type) {
  tb_type *copy = (tb_type *)type;
  TC_TRY(TC_ARRAY_ADD(&ir->type, &copy));
  return tb_ir_set_number(&ir->type_index, node, ir->type.count - 1);
}

static tc_status create_type(tb_ir *ir, LLVMMetadataRef node, tb_type_kind kind, tb_type **out) {
  TC_TRY(tc_pool_alloc(&ir->pool, sizeof **out, out));
  **out = (tb_type){.kind = kind, .bits = (int64_t)LLVMDITypeGetSizeInBits(node)};
  return tb_ir_copy_text(ir, node, TYPE_NAME, &(*out)->name);
}

static tc_status read_member(tb_ir *ir, LLVMMetadataRef node, tb_member *out) {
  TC_TRY(tb_ir_copy_text(ir, node, TYPE_NAME, &out->name));
  out->bit = (int64_t)LLVMDITypeGetOffsetInBits(node);
  out->bits = (int64_t)LLVMDITypeGetSizeInBits(node);
  out->is_bit_field = (LLVMDITypeGetFlags(node) & LLVMDIFlagBitField) != 0;
  return tb_ir_convert_type(ir, tb_ir_get_operand(ir, node, TYPE_BASE), &out->type);
}

/* Distinguishes structs from unions: all members of a union have offset 0. A union with a single member is
 * treated as a struct, which makes no difference to the analysis. */
static tb_type_kind find_composite_kind(const tb_type *type) {
  for (int i = 0; i < type->members; i++)
    if (type->member[i].bit) return TB_TYPE_STRUCT;
  return type->members > 1 ? TB_TYPE_UNION : TB_TYPE_STRUCT;
}

static tc_status read_members(tb_ir *ir, LLVMMetadataRef elements, tb_type *type) {
  const unsigned count = elements ? tb_ir_count_operands(ir, elements) : 0;
  tb_member *member;
  TC_TRY(tc_pool_alloc(&ir->pool, count * sizeof *member, &member));
  int members = 0;
  for (unsigned i = 0; i < count; i++) {
    LLVMMetadataRef node = tb_ir_get_operand(ir, elements, i);
    if (node && LLVMGetMetadataKind(node) == LLVMDIDerivedTypeMetadataKind)
      TC_TRY(read_member(ir, node, member + members++));
  }
  type->member = member;
  type->members = members;
  type->kind = find_composite_kind(type);
  return TC_OK;
}

static tc_status read_struct(tb_ir *ir, LLVMMetadataRef node, LLVMMetadataRef elements, const tb_type **out) {
  tb_type *type;
  TC_TRY(create_type(ir, node, TB_TYPE_STRUCT, &type));
  /* The struct is registered before its members are read, because they may point to it. */
  TC_TRY(add_type(ir, node, type));
  *out = type;
  if (*type->name) type->tag = type->name;
  TC_TRY(read_members(ir, elements, type));
  return tc_pool_printf(&ir->pool, &type->name, "%s%s%s", type->kind == TB_TYPE_UNION ? "union" : "struct",
                        type->tag ? " " : "", type->tag ? type->tag : "");
}

/* Returns the number of elements in one dimension of an array; -1 if the length is not a constant. */
static long get_range_extent(tb_ir *ir, LLVMMetadataRef range) {
  LLVMValueRef count = tb_ir_get_operand_value(ir, range, 0);
  return count && LLVMIsAConstantInt(count) ? (long)LLVMConstIntGetSExtValue(count) : -1;
}

static tc_status read_array(tb_ir *ir, LLVMMetadataRef node, LLVMMetadataRef elements, const tb_type **out) {
  const tb_type *inner;
  TC_TRY(tb_ir_convert_type(ir, tb_ir_get_operand(ir, node, TYPE_BASE), &inner));
  const char *base = inner ? inner->name : "", *extents = "";
  for (unsigned i = tb_ir_count_operands(ir, elements); i > 0; i--) {
    tb_type *type;
    const long count = get_range_extent(ir, tb_ir_get_operand(ir, elements, i - 1));
    TC_TRY(tc_pool_alloc(&ir->pool, sizeof *type, &type));
    if (count >= 0)
      TC_TRY(tc_pool_printf(&ir->pool, &extents, "[%ld]%s", count, extents));
    else
      TC_TRY(tc_pool_printf(&ir->pool, &extents, "[]%s", extents));
    *type =
        (tb_type){.kind = TB_TYPE_ARRAY, .base = inner, .bits = inner && count > 0 ? count * inner->bits : 0};
    TC_TRY(tc_pool_printf(&ir->pool, &type->name, "%s%s", base, extents));
    inner = type;
  }
  *out = inner;
  return add_type(ir, node, inner);
}

static tc_status read_composite(tb_ir *ir, LLVMMetadataRef node, const tb_type **out) {
  LLVMMetadataRef elements = tb_ir_get_operand(ir, node, TYPE_ELEMENTS);
  LLVMMetadataRef first =
      elements && tb_ir_count_operands(ir, elements) ? tb_ir_get_operand(ir, elements, 0) : NULL;
  const LLVMMetadataKind kind = first ? LLVMGetMetadataKind(first) : 0;
  if (first && kind == LLVMDISubrangeMetadataKind) return read_array(ir, node, elements, out);
  if (!first || kind != LLVMDIEnumeratorMetadataKind) return read_struct(ir, node, elements, out);
  tb_type *type;
  TC_TRY(create_type(ir, node, TB_TYPE_BASIC, &type));
  TC_TRY(tc_pool_printf(&ir->pool, &type->name, *type->name ? "enum %s" : "enum", type->name));
  *out = type;
  return add_type(ir, node, type);
}

static tc_status read_alias(tb_ir *ir, LLVMMetadataRef node, tb_type *type, const tb_type **out) {
  type->kind = TB_TYPE_ALIAS;
  TC_TRY(add_type(ir, node, type));
  *out = type;
  TC_TRY(tb_ir_convert_type(ir, tb_ir_get_operand(ir, node, TYPE_BASE), &type->base));
  tb_type *bare = (tb_type *)tb_type_resolve(type);
  if (bare && !bare->tag && (bare->kind == TB_TYPE_STRUCT || bare->kind == TB_TYPE_UNION))
    bare->tag = type->name;
  return TC_OK;
}

static tc_status read_pointer(tb_ir *ir, LLVMMetadataRef node, tb_type *type, const tb_type **out) {
  type->kind = TB_TYPE_POINTER;
  TC_TRY(add_type(ir, node, type));
  *out = type;
  TC_TRY(tb_ir_convert_type(ir, tb_ir_get_operand(ir, node, TYPE_BASE), &type->base));
  const char *base = type->base && type->base->name ? type->base->name : "void";
  const bool is_pointer_to_pointer = *base && base[strlen(base) - 1] == '*';
  return tc_pool_printf(&ir->pool, &type->name, "%s%s*", base, is_pointer_to_pointer ? "" : " ");
}

/* Converts a typedef, a pointer or a qualifier (const, volatile). A node with a name is a typedef. A node
 * without a name is a pointer if it has a size, otherwise a qualifier. A qualifier is replaced by the
 * qualified type. */
static tc_status read_derived(tb_ir *ir, LLVMMetadataRef node, const tb_type **out) {
  tb_type *type;
  TC_TRY(create_type(ir, node, TB_TYPE_BASIC, &type));
  if (*type->name) return read_alias(ir, node, type, out);
  if (type->bits) return read_pointer(ir, node, type, out);
  return tb_ir_convert_type(ir, tb_ir_get_operand(ir, node, TYPE_BASE), out);
}

static tc_status read_basic_type(tb_ir *ir, LLVMMetadataRef node, LLVMMetadataKind kind,
                                 const tb_type **out) {
  tb_type *type;
  const bool function = kind == LLVMDISubroutineTypeMetadataKind;
  TC_TRY(create_type(ir, node, function ? TB_TYPE_FUNCTION : TB_TYPE_BASIC, &type));
  if (function) type->name = "function";
  *out = type;
  return add_type(ir, node, type);
}

tc_status tb_ir_convert_type(tb_ir *ir, LLVMMetadataRef node, const tb_type **out) {
  *out = NULL;
  if (!node) return TC_OK;
  const int known = tb_ir_find_number(&ir->type_index, node);
  if (known >= 0) {
    *out = ir->type.item[known];
    return TC_OK;
  }
  const LLVMMetadataKind kind = LLVMGetMetadataKind(node);
  if (kind == LLVMDICompositeTypeMetadataKind) return read_composite(ir, node, out);
  if (kind == LLVMDIDerivedTypeMetadataKind) return read_derived(ir, node, out);
  return read_basic_type(ir, node, kind, out);
}

tc_status tb_ir_convert_variable(tb_ir *ir, LLVMMetadataRef node, tb_declared_variable *out) {
  out->line = (int)LLVMDIVariableGetLine(node);
  TC_TRY(tb_ir_copy_text(ir, node, VARIABLE_NAME, &out->name));
  return tb_ir_convert_type(ir, tb_ir_get_operand(ir, node, VARIABLE_TYPE), &out->type);
}

const tb_type *tb_ir_find_struct(const tb_ir *ir, const char *tag) {
  const tb_type *found = NULL;
  for (int i = 0; i < ir->type.count; i++) {
    const tb_type *type = ir->type.item[i];
    if (type->tag && type->members && !strcmp(type->tag, tag)) found = type;
  }
  return found;
}

tc_status tb_ir_copy_tag(tb_ir *ir, LLVMTypeRef type, const char **out) {
  const char *name = LLVMGetStructName(type);
  *out = NULL;
  if (!name) return TC_OK;
  if (!strncmp(name, "struct.", 7))
    name += 7;
  else if (!strncmp(name, "union.", 6))
    name += 6;
  if (!strncmp(name, "anon", 4) && (!name[4] || name[4] == '.')) return TC_OK;
  size_t length = strlen(name);
  while (length && isdigit((unsigned char)name[length - 1])) length--;
  if (!length || name[length - 1] != '.')
    length = strlen(name) + 1; /* LLVM has appended no number, so the whole name is the result. */
  return tc_pool_printf(&ir->pool, out, "%.*s", (int)length - 1, name);
}
