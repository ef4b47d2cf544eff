/* Program `stacks`: starts a parallel region on stacks that the program allocates. Alternates between a long
 * stack and a stack whose upper pages are inaccessible. Both stacks have frames at the same addresses, and
 * the contents of old frames remain in memory. An unwinder that reuses the frames of the previous stack would
 * read inaccessible pages. */
#define _GNU_SOURCE
#include <alloca.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "burn.h"

enum { page_bytes = 4096, pages = 32, deep = 9, unused = 1024 };

static unsigned char *place;
static ucontext_t outside, inside;
static volatile int depth, entered;

__attribute__((noinline)) static void enter(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp atomic
    entered++;
  }
}

/* Each frame begins a whole number of pages below the frame of the caller. */
__attribute__((noinline)) static void dive(int more) {
  volatile char *room = alloca((uintptr_t)__builtin_frame_address(0) % page_bytes);
  room[0] = 0;
  if (more > 0)
    dive(more - 1);
  else
    enter();
  room[0] = 1;
}

static void begin(void) { dive(depth); }

static int go(int count, int frames) {
  const size_t bytes = (size_t)count * page_bytes;
  if (mprotect(place, bytes, PROT_READ | PROT_WRITE) != 0 || getcontext(&inside) != 0) return 1;
  depth = frames;
  inside.uc_stack.ss_sp = place;
  inside.uc_stack.ss_size = bytes - unused;
  inside.uc_link = &outside;
  makecontext(&inside, begin, 0);
  return swapcontext(&outside, &inside) != 0 || mprotect(place, pages * page_bytes, PROT_NONE) != 0;
}

int main(void) {
  place = mmap(NULL, pages * page_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) return 1;
  for (int less = 0; less < deep; less++)
    if (go(pages, deep) != 0 || go(pages - less, deep - less) != 0) return 1;
  burn(0.02); /* works so that the process has samples, because the sampler writes no file without samples */
  return entered == 4 * deep ? 0 : 1;
}
