/* Prints its own call stacks from an OpenMP region. Each thread prints one line with its number and the
 * addresses of its stack, or 0 for an address outside this program. The program is built without -fPIE, so
 * its addresses in memory are those of the file. */
#include <execinfo.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>

extern char __executable_start, etext;

static void show(void) {
  void *stack[64];
  const int depth = backtrace(stack, 64);
#pragma omp critical
  {
    printf("%d", omp_get_thread_num());
    for (int d = 0; d < depth; d++) {
      const int own = (char *)stack[d] >= &__executable_start && (char *)stack[d] < &etext;
      printf(" %lx", own ? (unsigned long)(uintptr_t)stack[d] : 0ul);
    }
    printf("\n");
  }
}

__attribute__((noinline)) static double leaf(int i) {
  show();
  return i;
}

static inline double twice(int i) { return 2 * leaf(i); }

static double region(int n) {
  double sum = 0;
#pragma omp parallel for num_threads(2) reduction(+ : sum) schedule(static, 1)
  for (int i = 0; i < n; i++) {
    sum += twice(i);
  }
  return sum;
}

int main(void) {
  const double sum = region(2);
  return sum != 2;
}
