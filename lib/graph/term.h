/* SIGTERM while METIS works. METIS 5.1 takes the signal for itself, jumps out of whatever it was doing, maybe
 * out of malloc, and calls it an error of its own: the program would report a failure, or hang. */
#ifndef TC_GRAPH_TERM_H
#define TC_GRAPH_TERM_H

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>

typedef struct tc_term {
  struct sigaction action; /* on SIGTERM before */
  sem_t done;
  pthread_t thread;
  bool watched;
} tc_term;

/* Between the two calls a SIGTERM does what it did before them, but for the 0.2 ms after METIS, once or twice
 * in a call, has taken it. term stays where it is. */
void tc_term_begin(tc_term *term);
void tc_term_end(tc_term *term);

#endif
