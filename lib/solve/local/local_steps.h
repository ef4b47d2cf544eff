/* Local steps of operator splitting. A time step then consists of a step of the diffusion with its boundary
 * data, and of local steps. A local step advances each cell separately, by the ordinary differential
 * equations dv/dt = s, dw/dt = rate for v and the local states w. Godunov's splitting, of first order,
 * performs a local step and then the diffusion step. Strang's splitting, of second order, performs a local
 * step of half the length before the diffusion step and another one after it. A local step is divided into
 * equal parts, and each part is a step of Heun's method. Source: Strang, SIAM J. Numer. Anal. 5, 1968. All
 * functions are pure. */
#ifndef TC_SOLVE_LOCAL_LOCAL_STEPS_H
#define TC_SOLVE_LOCAL_LOCAL_STEPS_H

/* Values of the key time.splitting. */
typedef enum tc_splitting { TC_SPLITTING_NONE, TC_SPLITTING_GODUNOV, TC_SPLITTING_STRANG } tc_splitting;

/* Largest number of local steps in a time step, and largest number of parts of a local step. */
enum { TC_LOCAL_STEPS_MAX = 2, TC_LOCAL_PARTS_MAX = 10000 };

/* Settings of operator splitting. A zeroed struct selects no splitting. */
typedef struct tc_local_steps {
  tc_splitting kind;
  int parts; /* number of equal parts of each local step; at least 1 with splitting */
} tc_local_steps;

/* Returns the number of local steps in a time step; 0 without splitting. */
static inline int tc_local_steps_count(const tc_local_steps *local) {
  return local->kind == TC_SPLITTING_STRANG ? 2 : local->kind == TC_SPLITTING_GODUNOV;
}

/* Returns the number of times that a time step evaluates the source and the rates of a cell; 1 without
 * splitting. */
static inline int tc_local_steps_evaluations(const tc_local_steps *local) {
  const int steps = tc_local_steps_count(local);
  return steps > 0 ? 2 * steps * local->parts : 1;
}

#endif
