/* Rank 1 does twice the work of rank 0 on b. Both ranks call a barrier after each round, where rank 0
 * waits. Each rank prints the CPU time of its work, because the ranks may run at different speeds on
 * shared cores. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { values = 2000 };

static const double factor = 0.999999999;

static void work(double *b, int times) {
  for (int t = 0; t < times; t++)
    for (int i = 0; i < values; i++) b[i] = b[i] * factor + 1.0;
}

static int wrong(double value, double n) {
  return fabs(value / ((1.0 - pow(factor, n)) / (1.0 - factor)) - 1.0) > 1e-6;
}

static double cpu_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int rounds = argc > 1 ? atoi(argv[1]) : 100, times = 1000 * (rank + 1);
  double *b = calloc(values, sizeof *b), spent_s = 0.0;
  if (!b) MPI_Abort(MPI_COMM_WORLD, 2);
  for (int r = 0; r < rounds; r++) {
    spent_s -= cpu_s();
    work(b, times);
    spent_s += cpu_s();
    MPI_Barrier(MPI_COMM_WORLD);
  }
  const int failed = wrong(b[values / 2], 1.0 * rounds * times);
  printf("rank %d: %.6f s, b = %.9g\n", rank, spent_s, b[values / 2]);
  free(b);
  MPI_Finalize();
  return failed;
}
