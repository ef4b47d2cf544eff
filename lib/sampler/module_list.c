/* Finds mapped modules and writes their records (see module_list.h).
 * A hash table in the process state contains the modules that have a record. It is changed by atomic
 * operations without a lock, so that signal handlers may use it. A module is identified by its name and end
 * address, because addresses can be mapped again. */
#define _GNU_SOURCE
#include "sampler/module_list.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sampler/file_format.h"
#include "sampler/process_state.h"
#include "sampler/record_writer.h"

/* Returns a hash of a module's name and end address; never 0. */
static uint64_t hash_module(const char *name, uint64_t high) {
  uint64_t identity = 14695981039346656037u ^ high;
  for (; *name; name++) identity = (identity ^ (unsigned char)*name) * 1099511628211u;
  return identity | 1;
}

/* Adds a module to the table of modules that have a record. Returns false if the table already contains the
 * module, or if the table is full. */
static bool add_to_table(uint64_t low, uint64_t identity) {
  ts_mapped_module *module = ts_process_state->recorded_module;
  const uint64_t first = (low >> 12) * 11400714819323198485u >> 32;
  for (uint64_t k = 0; k < TS_STATE_MODULES; k++) {
    ts_mapped_module *slot = &module[(first + k) % TS_STATE_MODULES];
    uint64_t stored_low = 0;
    if (!atomic_compare_exchange_strong(&slot->low, &stored_low, low) && stored_low != low) continue;
    return atomic_exchange(&slot->identity, identity) != identity;
  }
  return false;
}

/* Stores the absolute path of the module `name` in `path`. The name of the program itself is empty, so its
 * path is read from /proc. */
static void write_path(const char *name, char path[TS_SAMPLER_PATH]) {
  size_t length = 0;
  path[0] = 0;
  if (!*name) {
    const long bytes = syscall(SYS_readlink, "/proc/self/exe", path, TS_SAMPLER_PATH - 1);
    path[bytes > 0 ? bytes : 0] = 0;
    return;
  }
  if (*name != '/' && strchr(name, '/') && syscall(SYS_getcwd, path, TS_SAMPLER_PATH - 1) > 0) {
    length = strlen(path);
    path[length++] = '/';
  }
  for (; *name && length < TS_SAMPLER_PATH - 1; name++) path[length++] = *name;
  path[length] = 0;
}

static size_t pad_size(size_t bytes) { return (bytes + 3) / 4 * 4; }

static void find_build_id(const unsigned char *at, size_t bytes, ts_file_module *out) {
  ElfW(Nhdr) note;
  while (bytes >= sizeof note) {
    memcpy(&note, at, sizeof note);
    const size_t name = pad_size(note.n_namesz), content = pad_size(note.n_descsz),
                 size = sizeof note + name + content;
    if (size > bytes) return;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(at + sizeof note, "GNU", 4) == 0 &&
        note.n_descsz <= TS_SAMPLER_BUILD_ID) {
      memcpy(out->build_id, at + sizeof note + name, note.n_descsz);
      out->build_id_bytes = note.n_descsz;
      return;
    }
    at += size;
    bytes -= size;
  }
}

/* Reads the build-id from the ELF notes. Linkers place the headers of a file at the start of its mapping. */
static void read_build_id(const struct dl_find_object *object, ts_file_module *out) {
  const unsigned char *start = object->dlfo_map_start;
  ElfW(Ehdr) file;
  ElfW(Phdr) header;
  memcpy(&file, start, sizeof file);
  if (memcmp(file.e_ident, ELFMAG, SELFMAG) != 0) return;
  for (int h = 0; h < file.e_phnum && out->build_id_bytes == 0; h++) {
    memcpy(&header, start + file.e_phoff + (size_t)h * sizeof header, sizeof header);
    const unsigned char *note = (const unsigned char *)object->dlfo_link_map->l_addr + header.p_vaddr;
    if (header.p_type == PT_NOTE) find_build_id(note, header.p_memsz, out);
  }
}

static void write_module(const struct dl_find_object *object, ts_block_writer *block) {
  ts_file_module *module = ts_record_begin(block, TS_SAMPLER_MODULE, sizeof *module, 1);
  if (!module) return;
  module->bias = object->dlfo_link_map->l_addr;
  module->low = (uint64_t)(uintptr_t)object->dlfo_map_start;
  module->high = (uint64_t)(uintptr_t)object->dlfo_map_end;
  module->build_id_bytes = 0;
  read_build_id(object, module);
  write_path(object->dlfo_link_map->l_name, module->path);
  ts_record_end(block, &module->record, sizeof *module);
}

void ts_modules_add_for_addresses(const uint64_t *address, uint32_t count, ts_block_writer *block) {
  uint64_t low = 1, high = 0;
  for (uint32_t a = 0; a < count; a++) {
    struct dl_find_object object;
    if (address[a] >= low && address[a] < high) continue;
    if (_dl_find_object((void *)(uintptr_t)address[a], &object) != 0) continue;
    low = (uint64_t)(uintptr_t)object.dlfo_map_start;
    high = (uint64_t)(uintptr_t)object.dlfo_map_end;
    if (!add_to_table(low, hash_module(object.dlfo_link_map->l_name, high))) continue;
    write_module(&object, block);
  }
}

static int add_mapped_object(struct dl_phdr_info *info, size_t bytes, void *data) {
  (void)bytes;
  for (int h = 0; h < info->dlpi_phnum; h++) {
    const uint64_t address = info->dlpi_addr + info->dlpi_phdr[h].p_vaddr;
    if (info->dlpi_phdr[h].p_type == PT_LOAD) ts_modules_add_for_addresses(&address, 1, data);
  }
  return 0;
}

void ts_modules_add_new(ts_block_writer *block) { dl_iterate_phdr(add_mapped_object, block); }
