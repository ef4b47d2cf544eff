/* Walks stacks with _Unwind_Backtrace and reuses the last walk of a thread (`cached`, see unwind.h). Each
 * frame is stored with its instruction address and the stack address at which its callee's frame begins. If a
 * frame also occurs in the last walk and all return addresses of its callers are unchanged, the remaining
 * frames of the last walk are copied. */
#include "sampler/unwind.h"

#include <string.h>
#include <unwind.h>

#include "sampler/syscalls.h"

typedef struct walk_state {
  ts_stack_walk *walk;
  bool has_started;
  /* index in the last walk of its first frame whose stack address is not below that of the current frame */
  uint32_t cached_frame;
  /* index of a frame of the last walk whose return address has changed; 0 if none was found so far */
  uint32_t changed_frame;
  ts_cached_stack frames;
} walk_state;

/* Stores a frame: its instruction address (0 at the end of the stack) and the stack address `callee` where
 * its callee's frame begins, directly above the return address. Returns true if the walk continues. */
static bool store_frame(walk_state *s, uint64_t address, uint64_t callee) {
  ts_stack_walk *walk = s->walk;
  if (walk->depth > 0 && walk->region_depth == walk->depth - 1 && callee < walk->boundary)
    walk->region_depth = walk->depth;
  s->frames.address[s->frames.count] = address;
  s->frames.callee[s->frames.count++] = callee;
  if (walk->depth == walk->capacity || address == 0) return false;
  if (walk->slot) walk->slot[walk->depth] = callee - sizeof(void *);
  walk->stack[walk->depth++] = address;
  return true;
}

static bool is_readable(uint64_t slot, const ts_readable_range *readable) {
  const uint64_t page_bytes = 4096;
  return (slot >= readable->low && slot < readable->high) ||
         slot / page_bytes == readable->known_address / page_bytes || ts_sys_is_readable(slot);
}

bool ts_unwind_frame_is_valid(uint64_t slot, uint64_t address, ts_readable_range *readable) {
  if (slot % sizeof slot != 0 || !is_readable(slot, readable)) return false;
  readable->known_address = slot;
  return *(const uint64_t *)(uintptr_t)slot == address;
}

static bool is_frame_unchanged(const ts_cached_stack *cached, uint32_t frame, ts_readable_range *readable) {
  const uint64_t address = cached->address[frame], slot = cached->callee[frame] - sizeof slot;
  return cached->callee[frame] > cached->callee[frame - 1] &&
         (address == 0 || ts_unwind_frame_is_valid(slot, address, readable));
}

/* True if the last walk contains the current frame and the return addresses of its callers are unchanged. */
static bool are_callers_cached(walk_state *s, const ts_cached_stack *cached) {
  const uint32_t last = s->frames.count - 1;
  while (s->cached_frame < cached->count && cached->callee[s->cached_frame] < s->frames.callee[last])
    s->cached_frame++;
  if (s->cached_frame == cached->count || cached->callee[s->cached_frame] != s->frames.callee[last] ||
      cached->address[s->cached_frame] != s->frames.address[last] || s->cached_frame < s->changed_frame)
    return false;
  for (uint32_t f = s->cached_frame + 1; f < cached->count; f++)
    if (!is_frame_unchanged(cached, f, &s->walk->readable)) {
      s->changed_frame = f;
      return false;
    }
  return true;
}

static bool copy_cached_frames(walk_state *s) {
  const ts_cached_stack *cached = s->walk->cached;
  if (!cached || !are_callers_cached(s, cached)) return false;
  s->walk->new_depth = s->walk->depth;
  for (uint32_t f = s->cached_frame + 1; f < cached->count; f++)
    if (!store_frame(s, cached->address[f], cached->callee[f])) break;
  return true;
}

static _Unwind_Reason_Code visit_frame(struct _Unwind_Context *context, void *data) {
  walk_state *s = data;
  const ts_stack_walk *walk = s->walk;
  const uint64_t address = _Unwind_GetIP(context), callee = _Unwind_GetCFA(context);
  if (!s->has_started) {
    s->has_started =
        address == walk->start_address && (walk->stack_pointer == 0 || callee == walk->stack_pointer);
    return _URC_NO_REASON;
  }
  return !store_frame(s, address, callee) || copy_cached_frames(s) ? _URC_END_OF_STACK : _URC_NO_REASON;
}

/* Stores the frames of this walk for the next one. Stores none if the walk ended before the end of the stack,
 * because the remaining frames are unknown. */
static void store_cached_stack(const walk_state *s, ts_cached_stack *cached) {
  const uint32_t frames = s->frames.count;
  cached->count = frames <= s->walk->capacity ? frames : 0;
  memcpy(cached->address, s->frames.address, frames * sizeof *cached->address);
  memcpy(cached->callee, s->frames.callee, frames * sizeof *cached->callee);
}

void ts_unwind(ts_stack_walk *walk) {
  walk_state s;
  s.walk = walk;
  s.has_started = false;
  s.cached_frame = s.changed_frame = s.frames.count = 0;
  walk->depth = walk->region_depth = 0;
  walk->new_depth = UINT32_MAX;
  _Unwind_Backtrace(visit_frame, &s);
  if (walk->boundary == 0) walk->region_depth = walk->depth;
  if (walk->new_depth > walk->depth) walk->new_depth = walk->depth;
  if (walk->cached) store_cached_stack(&s, walk->cached);
}

void ts_unwind_init(void) {
  uint64_t stack[4];
  ts_stack_walk walk = {.stack = stack, .capacity = 4};
  ts_unwind(&walk);
}
