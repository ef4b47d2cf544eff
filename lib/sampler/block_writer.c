#include "sampler/block_writer.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>

#include "sampler/process_state.h"
#include "sampler/syscalls.h"

static bool is_file(const ts_state *state, int file) {
  ts_identity identity;
  return ts_system_identity(file, &identity) && identity.device == state->identity.device &&
         identity.file == state->identity.file;
}

/* True if the output file is open. Opens it again if the program has closed its descriptor or reused the
 * number. If several threads notice this at the same time, each of them opens the file, and all use the
 * descriptor of the first. */
static bool is_open(ts_state *state) {
  int before = state->file;
  if (is_file(state, before)) return true;
  const int opened = ts_sys_open(state->path, O_RDWR);
  if (opened < 0) return false;
  const int file = ts_sys_move_descriptor(opened);
  if (atomic_compare_exchange_strong(&state->file, &before, file)) return is_file(state, file);
  ts_sys_close(file);
  return is_file(state, before);
}

/* Time in ns to wait before a block is requested again after the disk was full. */
static const uint64_t pause_ns = 10000000;

static unsigned char *open_block(ts_state *state) {
  if (ts_state_time() < state->patient_ns) return NULL;
  uint32_t index = atomic_exchange(&state->unfound, 0);
  uint32_t none = 0;
  if (!is_open(state)) return NULL;
  if (index == 0) index = atomic_fetch_add(&state->blocks, 1);
  const off_t from = (off_t)index * TS_SAMPLER_BLOCK;
  unsigned char *at = NULL;
  if (ts_system_reserve(state->file, from, TS_SAMPLER_BLOCK))
    at = ts_system_map(TS_SAMPLER_BLOCK, state->file, from);
  if (at) return at;
  atomic_compare_exchange_strong(&state->unfound, &none, index);
  state->patient_ns = ts_state_time() + pause_ns;
  return NULL;
}

void *ts_block_writer_reserve(ts_block_writer *block, uint32_t bytes) {
  if (!block->at || block->used + bytes > TS_SAMPLER_BLOCK) {
    unsigned char *at = open_block(ts_state_now);
    if (!at) return NULL;
    unsigned char *full = block->at;
    *block = (ts_block_writer){at, 0};
    ts_system_unmap(full, TS_SAMPLER_BLOCK);
  }
  return block->at + block->used;
}
