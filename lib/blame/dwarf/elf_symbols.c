#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "base/containers/search.h"
#include "base/core/memory.h"
#include "blame/dwarf/elf_image.h"

/* Orders symbols by address, then by size (largest first), then by name, so that the choice among symbols
 * with equal addresses is always the same. */
static int compare_symbols(const void *left, const void *right) {
  const tb_symbol *a = left, *b = right;
  if (a->address != b->address) return a->address < b->address ? -1 : 1;
  if (a->bytes != b->bytes) return a->bytes > b->bytes ? -1 : 1;
  return strcmp(a->name, b->name);
}

/* Sorts the symbols and removes all but the first one of each address. A symbol without a size gets the
 * distance to the next symbol. */
static void arrange_symbols(tb_symbols *symbols) {
  int count = 0;
  tb_symbol *s = symbols->symbol;
  if (symbols->count > 1) qsort(s, (size_t)symbols->count, sizeof *s, compare_symbols);
  for (int i = 0; i < symbols->count; i++)
    if (count == 0 || s[count - 1].address != s[i].address) s[count++] = s[i];
  symbols->count = count;
  for (int i = 0; i + 1 < count; i++)
    if (s[i].bytes == 0) s[i].bytes = s[i + 1].address - s[i].address;
}

static tb_symbols *find_list(tb_image *image, const GElf_Sym *symbol) {
  if (symbol->st_shndx == SHN_UNDEF) return NULL;
  switch (GELF_ST_TYPE(symbol->st_info)) {
  case STT_FUNC:
  case STT_GNU_IFUNC: return &image->functions;
  case STT_OBJECT: return &image->objects;
  default: return NULL;
  }
}

static tc_status read_table(tb_image *image, Elf_Data *data, const GElf_Shdr *header) {
  const size_t count = header->sh_entsize > 0 ? header->sh_size / header->sh_entsize : 0;
  TC_TRY(TC_ALLOC(image->functions.symbol, count));
  TC_TRY(TC_ALLOC(image->objects.symbol, count));
  /* In the table, local symbols follow a symbol with the name of their source file. */
  const char *source = NULL;
  for (size_t i = 0; i < count; i++) {
    GElf_Sym symbol;
    if (!gelf_getsym(data, (int)i, &symbol)) continue;
    tb_symbols *list = find_list(image, &symbol);
    const char *name = elf_strptr(image->elf, header->sh_link, symbol.st_name);
    if (GELF_ST_TYPE(symbol.st_info) == STT_FILE) source = name;
    const bool local = GELF_ST_BIND(symbol.st_info) == STB_LOCAL;
    if (list && name && name[0])
      list->symbol[list->count++] =
          (tb_symbol){symbol.st_value, symbol.st_size, name, local && source && source[0] ? source : NULL};
  }
  arrange_symbols(&image->functions);
  arrange_symbols(&image->objects);
  return TC_OK;
}

static Elf_Scn *find_table(Elf *elf, GElf_Word kind, GElf_Shdr *header) {
  for (Elf_Scn *section = elf_nextscn(elf, NULL); section; section = elf_nextscn(elf, section))
    if (gelf_getshdr(section, header) && header->sh_type == kind) return section;
  return NULL;
}

tc_status tb_symbols_read(tb_image *image) {
  GElf_Shdr header;
  Elf_Scn *section = find_table(image->elf, SHT_SYMTAB, &header);
  if (!section) section = find_table(image->elf, SHT_DYNSYM, &header);
  Elf_Data *data = section ? elf_getdata(section, NULL) : NULL;
  return data ? read_table(image, data, &header) : TC_OK;
}

const tb_symbol *tb_symbols_find(const tb_symbols *symbols, uint64_t address) {
  int position;
  TC_SEARCH(position, symbols->count, symbols->symbol[position].address <= address);
  const tb_symbol *symbol = position > 0 ? &symbols->symbol[position - 1] : NULL;
  return symbol && address - symbol->address < symbol->bytes ? symbol : NULL;
}

void tb_symbols_clear(tb_symbols *symbols) {
  tc_free(symbols->symbol);
  *symbols = (tb_symbols){0};
}
