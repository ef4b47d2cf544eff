/* Walks stacks with _Unwind_Backtrace and reuses the last walk of a thread (`trail`, see unwind.h). Each
 * frame is stored with its instruction address and the stack address at which its callee's frame begins. If a
 * frame also occurs in the last walk and all return addresses of its callers are unchanged, the remaining
 * frames of the last walk are copied. */
#include "sampler/unwind.h"

#include <string.h>
#include <unwind.h>

#include "sampler/syscalls.h"

typedef struct step {
  ts_stack_walk *walk;
  bool started;
  /* index in the last walk of the first frame whose stack address is not below that of the current frame */
  uint32_t met;
  /* index of a frame of the last walk whose return address has changed; 0 if none was found so far */
  uint32_t moved;
  ts_cached_stack now;
} step;

/* Stores the next frame of the walk: its instruction address (0 at the end of the stack) and the stack
 * address `callee` where its callee's frame begins. The processor stores the return address directly below
 * `callee`. Returns true if the walk continues. */
static bool store_address(step *s, uint64_t address, uint64_t callee) {
  ts_stack_walk *walk = s->walk;
  if (walk->depth > 0 && walk->within == walk->depth - 1 && callee < walk->boundary)
    walk->within = walk->depth;
  s->now.address[s->now.frames] = address;
  s->now.callee[s->now.frames++] = callee;
  if (walk->depth == walk->capacity || address == 0) return false;
  if (walk->slot) walk->slot[walk->depth] = callee - sizeof(void *);
  walk->stack[walk->depth++] = address;
  return true;
}

static bool is_readable(uint64_t slot, const ts_readable_range *ground) {
  const uint64_t page_bytes = 4096;
  return (slot >= ground->low && slot < ground->high) || slot / page_bytes == ground->known / page_bytes ||
         ts_sys_is_readable(slot);
}

bool ts_unwind_frame_is_valid(uint64_t slot, uint64_t address, ts_readable_range *ground) {
  if (slot % sizeof slot != 0 || !is_readable(slot, ground)) return false;
  ground->known = slot;
  return *(const uint64_t *)(uintptr_t)slot == address;
}

static bool still_stands(const ts_cached_stack *trail, uint32_t frame, ts_readable_range *ground) {
  const uint64_t address = trail->address[frame], slot = trail->callee[frame] - sizeof slot;
  return trail->callee[frame] > trail->callee[frame - 1] &&
         (address == 0 || ts_unwind_frame_is_valid(slot, address, ground));
}

/* True if the last walk (`trail`) contains the current frame and the return addresses of all callers of this
 * frame are unchanged. */
static bool rest_is_known(step *s, const ts_cached_stack *trail) {
  const uint32_t last = s->now.frames - 1;
  while (s->met < trail->frames && trail->callee[s->met] < s->now.callee[last]) s->met++;
  if (s->met == trail->frames || trail->callee[s->met] != s->now.callee[last] ||
      trail->address[s->met] != s->now.address[last] || s->met < s->moved)
    return false;
  for (uint32_t f = s->met + 1; f < trail->frames; f++)
    if (!still_stands(trail, f, &s->walk->ground)) {
      s->moved = f;
      return false;
    }
  return true;
}

static bool follow_cached_stack(step *s) {
  const ts_cached_stack *trail = s->walk->trail;
  if (!trail || !rest_is_known(s, trail)) return false;
  s->walk->fresh = s->walk->depth;
  for (uint32_t f = s->met + 1; f < trail->frames; f++)
    if (!store_address(s, trail->address[f], trail->callee[f])) break;
  return true;
}

static _Unwind_Reason_Code take_frame(struct _Unwind_Context *context, void *data) {
  step *s = data;
  const ts_stack_walk *walk = s->walk;
  const uint64_t address = _Unwind_GetIP(context), callee = _Unwind_GetCFA(context);
  if (!s->started) {
    s->started = address == walk->start && (walk->pointer == 0 || callee == walk->pointer);
    return _URC_NO_REASON;
  }
  return !store_address(s, address, callee) || follow_cached_stack(s) ? _URC_END_OF_STACK : _URC_NO_REASON;
}

/* Stores the frames of this walk in `trail` for the next walk. If the walk ended before the end of the stack,
 * stores no frames, because the remaining ones are unknown. */
static void store_trail(const step *s, ts_cached_stack *trail) {
  const uint32_t frames = s->now.frames;
  trail->frames = frames <= s->walk->capacity ? frames : 0;
  memcpy(trail->address, s->now.address, frames * sizeof *trail->address);
  memcpy(trail->callee, s->now.callee, frames * sizeof *trail->callee);
}

void ts_unwind(ts_stack_walk *walk) {
  step s;
  s.walk = walk;
  s.started = false;
  s.met = s.moved = s.now.frames = 0;
  walk->depth = walk->within = 0;
  walk->fresh = UINT32_MAX;
  _Unwind_Backtrace(take_frame, &s);
  if (walk->boundary == 0) walk->within = walk->depth;
  if (walk->fresh > walk->depth) walk->fresh = walk->depth;
  if (walk->trail) store_trail(&s, walk->trail);
}

void ts_unwind_init(void) {
  uint64_t stack[4];
  ts_stack_walk walk = {.stack = stack, .capacity = 4};
  ts_unwind(&walk);
}
