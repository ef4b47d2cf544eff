/* Stack walks with libgcc's unwinder, which neither locks nor allocates.
 * Handlers and the code that records allocations and regions call it. ts_unwind_init must run once per thread
 * before its first walk in a handler. */
#ifndef TC_SAMPLER_UNWIND_H
#define TC_SAMPLER_UNWIND_H

#include <stdbool.h>
#include <stdint.h>

#include "sampler/file_format.h"

/* Result of the last walk of a thread up to the end of its stack. A new walk stops at the first frame that is
 * still there, because the frames above it are unchanged. Unwinding them again would take most of a sample's
 * time, as the unwind tables are no longer in the caches. */
typedef struct ts_cached_stack {
  uint64_t address[TS_SAMPLER_DEPTH + 1], callee[TS_SAMPLER_DEPTH + 1]; /* of each frame; see unwind.c */
  uint32_t frames;
} ts_cached_stack;

/* Addresses that can be read without a system call: the thread's own stack and the page of `known`. A thread
 * may run on other stacks, which can disappear. All 0: nothing is known. */
typedef struct ts_readable_range {
  uint64_t low, high, known;
} ts_readable_range;

/* Parameters and results of a walk. The address of a frame is its caller's stack pointer (the CFA). */
typedef struct ts_stack_walk {
  uint64_t start;           /* the walk begins after the frame with this instruction address .. */
  uint64_t pointer;         /* .. and this stack pointer; 0: any */
  uint64_t boundary;        /* frames at this address and above belong to the runtime; 0: none do */
  ts_cached_stack *trail;   /* in: last walk of this thread; out: this walk; may be NULL */
  ts_readable_range ground; /* used to validate the trail */
  uint64_t *stack;          /* [capacity] out: return addresses */
  uint64_t *slot;           /* [capacity] out: address of each on the stack; may be NULL */
  uint32_t capacity;        /* at most TS_SAMPLER_DEPTH */
  uint32_t depth;           /* out: number of return addresses */
  uint32_t within;          /* out: number of them below the boundary */
  uint32_t fresh;           /* out: number of them that are not from the trail */
} ts_stack_walk;

/* Initialises the unwinder before the first walk in a handler. */
void ts_unwind_init(void);

/* Walks the stack of the caller. */
void ts_unwind(ts_stack_walk *walk);

/* True if the return address is still at its stack slot. The slot may be unreadable, because another, larger
 * stack may have been there. Sets ground->known to the slot if it is readable. */
bool ts_unwind_frame_is_valid(uint64_t slot, uint64_t address, ts_readable_range *ground);

#endif
