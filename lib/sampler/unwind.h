/* Stacks, by libgcc's unwinder, which neither locks nor allocates. */
#ifndef TC_SAMPLER_UNWIND_H
#define TC_SAMPLER_UNWIND_H

#include <stdbool.h>
#include <stdint.h>

#include "sampler/file_format.h"

/* The last walk of a thread, down to where its stack ends: from the first frame on that is where it was then,
 * the rest is as it was. Unwinding it again would take most of a sample's time, as its tables are no longer
 * in the caches. */
typedef struct ts_cached_stack {
  uint64_t address[TS_SAMPLER_DEPTH + 1], callee[TS_SAMPLER_DEPTH + 1]; /* of each frame; see unwind.c */
  uint32_t frames;
} ts_cached_stack;

/* What can be read without asking the system: the thread's own stack (it may run on others, which may be gone
 * tomorrow), and the page of an address. 0, 0 and 0: nothing is known. */
typedef struct ts_readable_range {
  uint64_t low, high, known;
} ts_readable_range;

/* What is walked. Addresses of frames are those of their callers' stack pointers (the CFA). */
typedef struct ts_stack_walk {
  uint64_t start;           /* the walk begins behind the frame that goes on at this address .. */
  uint64_t pointer;         /* .. with this stack pointer; 0: any */
  uint64_t boundary;        /* frames of this address and above belong to the runtime; 0: none does */
  ts_cached_stack *trail;   /* in: the last walk of this thread with it; out: this one; NULL: none */
  ts_readable_range ground; /* for the trail's sake */
  uint64_t *stack;          /* [room] out: return addresses */
  uint64_t *slot;           /* [room] out: where each stands; NULL: not wanted */
  uint32_t capacity;        /* at most TS_SAMPLER_DEPTH */
  uint32_t depth;           /* out */
  uint32_t within;          /* out: of them below the boundary */
  uint32_t fresh;           /* out: of them not from the trail */
} ts_stack_walk;

/* Before the first walk in a handler: what the unwinder sets up once. */
void ts_unwind_init(void);

/* From whoever calls. */
void ts_unwind(ts_stack_walk *walk);

/* Whether a return address still stands where it stood, if there is a stack at all: another one may have been
 * there that reached further. ground->known is the slot at last, if it can be read. */
bool ts_unwind_frame_is_valid(uint64_t slot, uint64_t address, ts_readable_range *ground);

#endif
