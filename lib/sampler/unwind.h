/* Stack walks with libgcc's unwinder, which neither locks nor allocates. The signal handler, the allocation
 * log and the parallel regions call this module. ts_unwind_init must run once per thread before its first
 * walk in a handler. */
#ifndef TC_SAMPLER_UNWIND_H
#define TC_SAMPLER_UNWIND_H

#include <stdbool.h>
#include <stdint.h>

#include "sampler/file_format.h"

/* Frames that a thread's last stack walk found, up to the end of the stack. If a new walk reaches one of
 * these frames and all callers of this frame are unchanged, the walk ends there and copies the remaining
 * frames from this struct. Unwinding these callers again would take most of a sample's time, because the
 * unwind tables are no longer in the processor's caches. */
typedef struct ts_cached_stack {
  /* for each frame, its instruction address and the stack address where its callee's frame begins */
  uint64_t address[TS_SAMPLER_DEPTH + 1], callee[TS_SAMPLER_DEPTH + 1];
  uint32_t count;
} ts_cached_stack;

/* Addresses that can be read without a system call: the thread's own stack, low .. high, and the page that
 * contains the address `known_address`. A thread may also run on other stacks, such as those of coroutines,
 * whose memory can be unmapped. If all members are 0, no address is known to be readable. */
typedef struct ts_readable_range {
  uint64_t low, high, known_address;
} ts_readable_range;

/* Parameters and results of a walk. The address of a frame is the stack pointer of its caller at the call
 * (DWARF's canonical frame address). */
typedef struct ts_stack_walk {
  /* instruction address of the frame at which the walk begins; only its callers are stored */
  uint64_t start_address;
  /* stack pointer of that frame's caller; 0 if any frame with the address `start_address` matches */
  uint64_t stack_pointer;
  uint64_t boundary; /* frames at this address and above belong to the OpenMP runtime; 0 if none do */
  /* input: result of the last walk of this thread; output: result of this walk; may be NULL */
  ts_cached_stack *cached;
  /* addresses that are known to be readable, used when the return addresses in `cached` are compared with the
   * stack */
  ts_readable_range readable;
  uint64_t *stack;   /* [capacity] out: return addresses */
  uint64_t *slot;    /* [capacity] out: stack slot of each return address; may be NULL */
  uint32_t capacity; /* length of `stack` and `slot`, at most TS_SAMPLER_DEPTH */
  uint32_t depth;    /* out: number of return addresses */
  /* out: number of return addresses in frames below `boundary`; equals `depth` if `boundary` is 0 */
  uint32_t region_depth;
  /* out: number of return addresses at the start of `stack` that were not copied from `cached` */
  uint32_t new_depth;
} ts_stack_walk;

/* Makes one short walk outside a signal handler, so that the unwinder completes its initialisation. */
void ts_unwind_init(void);

/* Walks the stack of the calling thread and stores the return addresses in walk->stack. */
void ts_unwind(ts_stack_walk *walk);

/* True if the stack address `slot` is readable and still contains the return address `address`. The slot may
 * be unreadable, because it may have belonged to another stack that no longer exists. Sets
 * readable->known_address to the slot if it is readable. */
bool ts_unwind_frame_is_valid(uint64_t slot, uint64_t address, ts_readable_range *readable);

#endif
