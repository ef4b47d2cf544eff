/* Local steps of operator splitting. A time step then consists of steps of the diffusion with its boundary
 * data and of local steps, which advance source and local states of each cell as a system of ordinary
 * differential equations dv/dt = s, dw/dt = rate. Godunov's splitting, of first order: a local step, then the
 * diffusion. Strang's splitting, of second order: half a local step, the diffusion, half a local step. A
 * local step consists of equal parts, each of which is a step of Heun's method. Source: Strang, SIAM J.
 * Numer. Anal. 5, 1968. All functions are pure. */
#ifndef TC_SOLVE_LOCAL_LOCAL_STEPS_H
#define TC_SOLVE_LOCAL_LOCAL_STEPS_H

/* Values of the key time.splitting. */
typedef enum tc_splitting { TC_SPLITTING_NONE, TC_SPLITTING_GODUNOV, TC_SPLITTING_STRANG } tc_splitting;

/* Largest numbers of local steps in a time step, and of parts of a local step. */
enum { TC_LOCAL_STEPS_MAX = 2, TC_LOCAL_PARTS_MAX = 10000 };

/* Settings of operator splitting. A zeroed struct selects no splitting. */
typedef struct tc_local_steps {
  tc_splitting kind;
  int parts; /* number of equal parts of each local step; at least 1 with splitting */
} tc_local_steps;

/* Returns the number of local steps in a time step: 0 without splitting. */
static inline int tc_local_steps_count(const tc_local_steps *local) {
  return local->kind == TC_SPLITTING_STRANG ? 2 : local->kind == TC_SPLITTING_GODUNOV;
}

/* Returns how often a time step evaluates source and rates of a cell; without splitting 1. */
static inline int tc_local_steps_evaluations(const tc_local_steps *local) {
  const int steps = tc_local_steps_count(local);
  return steps > 0 ? 2 * steps * local->parts : 1;
}

#endif
