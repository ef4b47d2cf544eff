/* Program to check that ThreadSanitizer works with OpenMP. Each of two threads writes a value and reads the
 * value of the other thread. With an argument, no barrier separates writes and reads, and ThreadSanitizer
 * must report a race. Without an argument there is a barrier, and it must report none. Built in
 * ThreadSanitizer builds only. */
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
