/* Reads the functions and the line table of one compilation unit. debug_info.c calls it at the first lookup
 * in a unit. The functions are listed with their address ranges and their source lines. Parts that the
 * compiler outlined for OpenMP have no source line in this list. libdw sorts the rows of the line table by
 * address. */
#include <dwarf.h>
#include <string.h>

#include "base/containers/search.h"
#include "blame/dwarf/debug_internal.h"

int tb_debug_number(Dwarf_Die *die, unsigned attribute, int absent) {
  Dwarf_Attribute found;
  Dwarf_Word value = 0;
  if (!dwarf_attr_integrate(die, attribute, &found) || dwarf_formudata(&found, &value) != 0) return absent;
  return value <= INT32_MAX ? (int)value : absent;
}

/* Returns the path of the file whose number is the value of an attribute. dwarf_decl_file is not used,
 * because it treats file 0 as missing, although 0 is valid since DWARF 5. */
const char *tb_debug_unit_file(const tb_debug_unit *unit, Dwarf_Die *die, unsigned attribute) {
  const int file = tb_debug_number(die, attribute, -1);
  return file >= 0 && unit->files ? dwarf_filesrc(unit->files, (size_t)file, NULL, NULL) : NULL;
}

bool tb_debug_name_is_outlined(const char *name) {
  return strncmp(name, ".omp", 4) == 0 || strstr(name, "._omp_fn.");
}

const char *tb_debug_name(Dwarf_Die *die) {
  Dwarf_Attribute found;
  const char *name = dwarf_diename(die);
  if (!name && dwarf_attr_integrate(die, DW_AT_linkage_name, &found)) name = dwarf_formstring(&found);
  return name ? name : "";
}

static tc_status add_written_function(tb_debug_unit *unit, Dwarf_Die *die) {
  const char *name = tb_debug_name(die), *file = tb_debug_unit_file(unit, die, DW_AT_decl_file);
  const int line = tb_debug_number(die, DW_AT_decl_line, 0);
  if (!name[0] || !file || tb_debug_name_is_outlined(name)) return TC_OK;
  return TC_ARRAY_ADD(&unit->source_function, &(tb_debug_function){name, file, line});
}

static tc_status add_function(tb_debug_unit *unit, Dwarf_Die *die) {
  TC_TRY(add_written_function(unit, die));
  const int old_count = unit->function_ranges.count;
  TC_TRY(tb_address_ranges_add(&unit->function_ranges, die, unit->function.count));
  return unit->function_ranges.count == old_count ? TC_OK : TC_ARRAY_ADD(&unit->function, die);
}

/* Adds all functions below a DIE at any depth, because functions may be nested in other functions or in C++
 * namespaces. */
static tc_status add_functions(tb_debug_unit *unit, Dwarf_Die *parent) {
  Dwarf_Die die;
  for (int end = dwarf_child(parent, &die); end == 0; end = dwarf_siblingof(&die, &die)) {
    if (dwarf_tag(&die) == DW_TAG_subprogram) TC_TRY(add_function(unit, &die));
    if (dwarf_haschildren(&die) > 0) TC_TRY(add_functions(unit, &die));
  }
  return TC_OK;
}

tc_status tb_debug_unit_read(tb_debug_unit *unit) {
  size_t files;
  unit->is_read = true;
  if (dwarf_getsrclines(&unit->die, &unit->rows, &unit->row_count) != 0) unit->row_count = 0;
  if (dwarf_getsrcfiles(&unit->die, &unit->files, &files) != 0) unit->files = NULL;
  TC_TRY(add_functions(unit, &unit->die));
  tb_address_ranges_sort(&unit->function_ranges);
  return TC_OK;
}

void tb_debug_unit_free(tb_debug_unit *unit) {
  TC_ARRAY_FREE(&unit->function_ranges);
  TC_ARRAY_FREE(&unit->function);
  TC_ARRAY_FREE(&unit->source_function);
}

/* ---- rows of the line table ---- */

static Dwarf_Addr get_row_address(Dwarf_Line *row) {
  Dwarf_Addr address = 0;
  return dwarf_lineaddr(row, &address) == 0 ? address : 0;
}

Dwarf_Line *tb_debug_unit_row(const tb_debug_unit *unit, uint64_t address, ptrdiff_t *number) {
  bool end = false;
  int position;
  TC_SEARCH(position, (int)unit->row_count,
            get_row_address(dwarf_onesrcline(unit->rows, (size_t)position)) <= address);
  *number = position - 1;
  Dwarf_Line *row = *number >= 0 ? dwarf_onesrcline(unit->rows, (size_t)*number) : NULL;
  return row && dwarf_lineendsequence(row, &end) == 0 && !end ? row : NULL;
}
