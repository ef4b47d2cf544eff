/* Two threads, of which each reads what the other has written: `race` lets them do so before the barrier.
 * Built for thread sanitizer alone, which must report that one only. */
#include <omp.h>
#include <stdio.h>

int main(int argc, char **argv) {
  (void)argv;
  int values[2] = {0, 0}, sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
    const int me = omp_get_thread_num();
    values[me] = me + 1;
    if (argc == 1) {
#pragma omp barrier
    }
    sum += values[1 - me];
  }
  printf("sum %d\n", sum);
  return 0;
}
