#include <dwarf.h>

#include "blame/dwarf/debug_internal.h"

/* Returns true if the code of the DIE (entry of the debug information) may contain the address. A lexical
 * block without address ranges may contain it, because a function inlined in the block may have a range. */
static bool may_contain(Dwarf_Die *die, uint64_t address) {
  const int holds = dwarf_haspc(die, address);
  return holds > 0 || (holds == 0 && dwarf_tag(die) == DW_TAG_lexical_block &&
                       !dwarf_hasattr(die, DW_AT_low_pc) && !dwarf_hasattr(die, DW_AT_ranges));
}

static bool find_inlined_dies(Dwarf_Die *parent, uint64_t address, tb_inline_dies *out) {
  Dwarf_Die die;
  for (int end = dwarf_child(parent, &die); end == 0; end = dwarf_siblingof(&die, &die)) {
    const int tag = dwarf_tag(&die);
    const bool inlined = tag == DW_TAG_inlined_subroutine;
    if ((!inlined && tag != DW_TAG_lexical_block) || !may_contain(&die, address)) continue;
    if (inlined && out->count < TB_INLINE_FRAMES_MAX) out->die[out->count++] = die;
    if (find_inlined_dies(&die, address, out) || inlined) return true;
  }
  return false;
}

void tb_inline_dies_find(const Dwarf_Die *function, uint64_t address, tb_inline_dies *out) {
  Dwarf_Die die = *function;
  out->count = 1;
  out->die[0] = die;
  find_inlined_dies(&die, address, out);
}
