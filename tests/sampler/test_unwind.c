/* Tests of the stack unwinder. An unwind that reuses frames of the previous unwind must give the same result
 * as a complete unwind. */
#include "sampler/unwind.h"

#include <alloca.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "support/expect.h"

enum { paths = 4, nothing = 0 };

static ts_cached_stack trail;
static uint32_t state, walks, taken; /* `taken` counts reused return addresses */

static uint32_t draw(uint32_t below) {
  state = state * 1664525 + 1013904223;
  return (state >> 8) % below;
}

/* Unwinds the current stack with and without the cached result of the previous unwind, and compares both
 * results. */
__attribute__((noinline)) static void compare_walks(void) {
  uint64_t known[TS_SAMPLER_DEPTH], all[TS_SAMPLER_DEPTH], known_slot[TS_SAMPLER_DEPTH],
      slot[TS_SAMPLER_DEPTH];
  const uint64_t start = (uint64_t)(uintptr_t)__builtin_return_address(0),
                 boundary = (uint64_t)(uintptr_t)__builtin_frame_address(0) + draw(2000);
  ts_stack_walk one = {.start_address = start,
                       .boundary = boundary,
                       .cached = &trail,
                       .stack = known,
                       .slot = known_slot,
                       .capacity = TS_SAMPLER_DEPTH};
  ts_stack_walk other = {.start_address = start,
                         .boundary = boundary,
                         .stack = all,
                         .slot = slot,
                         .capacity = TS_SAMPLER_DEPTH};
  ts_unwind(&one);
  ts_unwind(&other);
  cr_assert_eq(one.depth, other.depth, "walk %u", walks);
  cr_expect_eq(one.region_depth, other.region_depth, "walk %u", walks);
  cr_expect_eq(other.new_depth, other.depth);
  cr_expect_eq(memcmp(known, all, one.depth * sizeof *all), 0, "walk %u", walks);
  cr_expect_eq(memcmp(known_slot, slot, one.depth * sizeof *slot), 0, "walk %u", walks);
  taken += one.depth - one.new_depth;
  walks++;
}

static void call_randomly(uint32_t depth);

/* Functions that call each other at random. Their frames differ in content and size. */
__attribute__((noinline)) static void narrow(uint32_t depth) {
  call_randomly(depth);
  __asm__ volatile("");
}

__attribute__((noinline)) static void wide(uint32_t depth) {
  volatile char room[400];
  room[0] = 0;
  call_randomly(depth);
  room[1] = room[0];
}

__attribute__((noinline)) static void changing(uint32_t depth) {
  volatile char *room = alloca(16 * (1 + draw(8)));
  room[0] = 0;
  call_randomly(depth);
  room[1] = room[0];
}

__attribute__((noinline)) static void call_randomly(uint32_t depth) {
  for (uint32_t times = draw(3);; times--) {
    compare_walks();
    if (depth == nothing || times == 0) break;
    void (*const next[paths])(uint32_t) = {narrow, wide, changing, call_randomly};
    next[draw(paths)](depth - 1);
  }
}

Test(unwind, as_all_the_way) {
  for (state = 1; walks < 20000;) call_randomly(2 + draw(12));
  cr_expect_gt(taken, walks);
}

/* A cached stack that was truncated at the maximum depth must not be reused. */
Test(unwind, too_deep) {
  for (state = 7; walks < 5000;) call_randomly(10 + draw(100));
  call_randomly(2);
}

/* ---- stacks in memory that becomes inaccessible ---- */

enum { page_bytes = 4096, pages = 16, deep = 9, shallow = 2 };

static unsigned char *place;
static ucontext_t outside, inside;

/* Each frame begins a whole number of pages below the frame of the caller. */
__attribute__((noipa)) static void dive(int depth) {
  volatile char *room = alloca((uintptr_t)__builtin_frame_address(0) % page_bytes);
  room[0] = 0;
  if (depth > 0)
    dive(depth - 1);
  else
    compare_walks();
  room[0] = 1;
}

static void run_on_stack(int count, void (*function)(void)) {
  const size_t bytes = (size_t)count * page_bytes, unused = 1024;
  cr_assert_eq(mprotect(place, bytes, PROT_READ | PROT_WRITE), 0);
  getcontext(&inside);
  inside.uc_stack = (stack_t){.ss_sp = place, .ss_size = bytes - unused};
  inside.uc_link = &outside;
  makecontext(&inside, function, 0);
  swapcontext(&outside, &inside);
  cr_assert_eq(mprotect(place, pages * page_bytes, PROT_NONE), 0);
}

static void dive_deep(void) { dive(deep); }
static void dive_shallow(void) { dive(shallow); }

/* The memory of the upper frames of the previous unwind may have become inaccessible, so the next unwind must
 * not read it. */
Test(unwind, shorter_stack) {
  place = mmap(NULL, pages * page_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  cr_assert_neq(place, MAP_FAILED);
  for (int less = 0; less < deep; less++) {
    run_on_stack(pages, dive_deep);
    run_on_stack(pages - less, dive_shallow);
  }
  cr_expect_eq(walks, 2 * deep);
}
