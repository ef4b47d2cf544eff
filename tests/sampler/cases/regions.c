/* Program `regions`: runs OpenMP parallel regions, one of which gives its two threads different amounts of
 * work. Prints the address range of main. */
#include <omp.h>
#include <stdio.h>

#include "burn.h"

extern const char __start_tc_main[], __stop_tc_main[];

__attribute__((noinline)) static void uneven(void) {
#pragma omp parallel num_threads(2)
  burn(omp_get_thread_num() == 0 ? 0.02 : 0.1);
}

/* `first` and `second` start the same parallel region with stacks of the same depth. */
__attribute__((noinline)) static double loop(int rounds) {
  double sum = 0;
  for (int r = 0; r < rounds; r++) {
#pragma omp parallel for num_threads(2) schedule(dynamic, 1) reduction(+ : sum)
    for (int i = 0; i < 8; i++) sum += burn(0.0005);
  }
  return sum;
}

__attribute__((noinline)) static double first(int rounds) {
  volatile double sum = loop(rounds);
  return sum;
}

__attribute__((noinline)) static double second(int rounds) {
  volatile double sum = loop(rounds);
  return sum;
}

__attribute__((noinline)) static void tasks(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int t = 0; t < 10; t++) {
#pragma omp task
    burn(0.01);
  }
}

__attribute__((section("tc_main"))) int main(void) {
  printf("%p %p\n", (const void *)__start_tc_main, (const void *)__stop_tc_main);
  uneven();
  double sum = 0;
  for (int r = 0; r < 10; r++) sum += first(1) + second(1);
  tasks();
  return sum > 0 ? 0 : 1;
}
