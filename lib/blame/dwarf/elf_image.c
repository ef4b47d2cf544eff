#include "blame/dwarf/elf_image.h"

#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"

static void read_build_id(tb_image *image, const GElf_Phdr *header) {
  Elf_Data *data = elf_getdata_rawchunk(image->elf, (int64_t)header->p_offset, header->p_filesz,
                                        header->p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
  GElf_Nhdr note;
  size_t at = 0, name, text;
  while (data && !image->build_id && (at = gelf_getnote(data, at, &note, &name, &text)) > 0) {
    if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != sizeof "GNU") continue;
    if (memcmp((const char *)data->d_buf + name, "GNU", sizeof "GNU") != 0) continue;
    image->build_id = (const uint8_t *)data->d_buf + text;
    image->build_id_bytes = note.n_descsz;
  }
}

static void add_segment(tb_image *image, const GElf_Phdr *header) {
  image->segment[image->segments++] = (tb_segment){.address = header->p_vaddr,
                                                   .bytes = header->p_memsz,
                                                   .offset = header->p_offset,
                                                   .file_bytes = header->p_filesz,
                                                   .is_code = (header->p_flags & PF_X) != 0};
}

static tc_status read_headers(tb_image *image) {
  size_t count = 0;
  GElf_Phdr header;
  if (elf_getphdrnum(image->elf, &count) != 0) count = 0;
  TC_TRY(TC_ALLOC_ZERO(image->segment, count));
  for (size_t i = 0; i < count; i++) {
    if (!gelf_getphdr(image->elf, (int)i, &header)) continue;
    if (header.p_type == PT_LOAD) add_segment(image, &header);
    if (header.p_type == PT_NOTE) read_build_id(image, &header);
  }
  return TC_OK;
}

static tc_status read_image(tb_image *image) {
  GElf_Ehdr header;
  if (gelf_getehdr(image->elf, &header)) image->is_x86_64 = header.e_machine == EM_X86_64;
  image->file = (const uint8_t *)elf_rawfile(image->elf, &image->size);
  image->dwarf = dwarf_begin_elf(image->elf, DWARF_C_READ, NULL);
  TC_TRY(read_headers(image));
  return tb_symbols_read(image);
}

tc_status tb_image_open(const char *path, tb_image **out) {
  elf_version(EV_CURRENT);
  TC_TRY(tc_alloc_zero(1, sizeof **out, "image", out));
  tb_image *image = *out;
  image->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (image->descriptor >= 0) image->elf = elf_begin(image->descriptor, ELF_C_READ_MMAP, NULL);
  const bool is_elf = image->elf && elf_kind(image->elf) == ELF_K_ELF;
  tc_status status = is_elf ? read_image(image) : TC_OK;
  if (status || !is_elf) tb_image_close(out);
  return status;
}

void tb_image_close(tb_image **image) {
  tb_image *i = *image;
  if (!i) return;
  tb_symbols_clear(&i->functions);
  tb_symbols_clear(&i->objects);
  if (i->dwarf) dwarf_end(i->dwarf);
  if (i->elf) elf_end(i->elf);
  if (i->descriptor >= 0) close(i->descriptor);
  tc_free(i->segment);
  tc_free(i);
  *image = NULL;
}

static const tb_segment *find_segment(const tb_image *image, uint64_t address) {
  for (int s = 0; s < image->segments; s++)
    if (address - image->segment[s].address < image->segment[s].bytes) return &image->segment[s];
  return NULL;
}

const uint8_t *tb_image_bytes(const tb_image *image, uint64_t address, size_t *count) {
  const tb_segment *segment = find_segment(image, address);
  *count = 0;
  if (!segment || segment->offset > image->size) return NULL;
  const uint64_t file_bytes_left = image->size - segment->offset, offset = address - segment->address;
  const uint64_t bytes = segment->file_bytes < file_bytes_left ? segment->file_bytes : file_bytes_left;
  if (!image->file || offset >= bytes) return NULL;
  *count = bytes - offset;
  return image->file + segment->offset + offset;
}
