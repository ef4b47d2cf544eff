/* A problem: diffusion dv/dt = div(K grad v) + s on a mesh, with its boundary conditions and sources. Order
 * of calls: tetracast_problem_create or tetracast_problem_load, any setters, tetracast_problem_set_up once,
 * then tetracast_stepper_create. Setters after a successful set-up return TETRACAST_USAGE. The library has no
 * units: the caller must use consistent ones. Text and number arguments of collective functions must be equal
 * on all ranks. */
#ifndef TETRACAST_PROBLEM_H
#define TETRACAST_PROBLEM_H

#include "error.h"

TETRACAST_BEGIN

/* Value of `region` or `marker` that selects all regions without a tensor of their own, or all markers
 * without a condition of their own. */
#define TETRACAST_ALL INT32_MIN

/* Collective. Creates a problem on `mesh` with the defaults of the config format: scheme gradient, diffusion
 * tensor 1, no flux through the boundary, initial field 0, and explicit steps of a stable size. The stability
 * check assumes 1000 steps (key time.steps). The key time.dt sets another size. With the key time.end the
 * size is reduced, so that a whole number of steps ends at this time. The problem borrows the mesh until
 * tetracast_problem_set_up has succeeded. Errors (on all ranks): TETRACAST_INTERNAL. */
TETRACAST_RESULT tetracast_error *tetracast_problem_create(tetracast_mesh *mesh, tetracast_problem **out);

/* Collective over `world`. Creates a problem from the text of a config (YAML) as `tetracast run` reads it.
 * `name` is the name of the file in messages. `mesh` replaces the key mesh.file and is borrowed until
 * tetracast_problem_set_up has succeeded. If `mesh` is NULL, the set-up reads mesh.file, whose path is
 * relative to the working directory of rank 0. The key `initial` is 0 if it is missing. Keys about outputs
 * are checked, but have no effect without tetracast_problem_enable_outputs. The keys `machine` and `report`
 * never have an effect. Errors (on all ranks): TETRACAST_USAGE with name:line and the allowed values, or if
 * the mesh is missing; TETRACAST_INTERNAL. */
TETRACAST_RESULT tetracast_error *tetracast_problem_load(tetracast_world *world, const char *name,
                                                         const char *text, tetracast_mesh *mesh,
                                                         tetracast_problem **out);

/* Collective. Sets a key of the config to a YAML value, as the option -s of `tetracast run`: ("time.steps",
 * "100"), ("initial", "exp(-x*x)"), ("states", "{w: {initial: 0, rate: v - w}}"). Later calls replace earlier
 * ones. Each call checks the whole config. Set a key that needs another key after that key, for example
 * time.theta after time.method. After an error the problem is unchanged. Errors (on all ranks):
 * TETRACAST_USAGE with the key, and with the most similar key or the allowed values. */
TETRACAST_RESULT tetracast_error *tetracast_problem_set(tetracast_problem *problem, const char *key,
                                                        const char *value);

/* Collective. Sets a key to a number without loss of digits, whatever the locale of the caller. Errors (on
 * all ranks): those of tetracast_problem_set; TETRACAST_USAGE if `value` is not finite. */
TETRACAST_RESULT tetracast_error *tetracast_problem_set_number(tetracast_problem *problem, const char *key,
                                                               double value);

/* Collective. Sets the diffusion tensor {kxx, kyy, kzz, kxy, kxz, kyz} of one region, or of all regions
 * without one of their own if `region` is TETRACAST_ALL. The first call for a single region replaces the list
 * diffusion.regions of a loaded config. Later calls add regions to the list. Errors (on all ranks):
 * TETRACAST_USAGE if the tensor is not finite or not positive definite. A region without cells is an error of
 * tetracast_problem_set_up. */
TETRACAST_RESULT tetracast_error *tetracast_problem_set_tensor(tetracast_problem *problem, int32_t region,
                                                               const double tensor[6]);

/* A function of the program that sets value[count][components] for `count` cells with the numbers id[count]
 * and the centroids centroid[count][3]. Returns 0, or another number to report an error. The library calls it
 * on all ranks, in the thread that called the library, outside parallel regions. It must not call the library
 * on objects of the same world, and no exception or longjmp may leave it. If the values of a cell depend on
 * this cell only, the solution has the same bits on any number of ranks. */
typedef int tetracast_cell_function(void *self, int64_t count, const int64_t *id, const double *centroid,
                                    double *value);

/* Collective. Replaces all diffusion tensors, also those of the config and of regions, by a function with the
 * 6 components of tetracast_problem_set_tensor. The set-up calls it once on each rank, for the owned cells
 * and the cells near them. Forecasts ignore it. `self` is borrowed until tetracast_problem_set_up has
 * succeeded. `tensor` NULL removes the function. Errors (on all ranks): TETRACAST_USAGE after the set-up, or
 * if the presence of a function differs between ranks. The set-up reports a failing function as
 * TETRACAST_CALLBACK, and a tensor that is not positive definite as TETRACAST_INPUT with the lowest cell. */
TETRACAST_RESULT tetracast_error *tetracast_problem_set_tensor_function(tetracast_problem *problem,
                                                                        tetracast_cell_function *tensor,
                                                                        void *self);

typedef enum tetracast_boundary {
  TETRACAST_BOUNDARY_FLUX = 0,    /* inflow per area: K grad v . n = value, n the outward normal */
  TETRACAST_BOUNDARY_VALUE = 1,   /* v = value */
  TETRACAST_BOUNDARY_EXCHANGE = 2 /* K grad v . n = h (value - v) */
} tetracast_boundary;

/* Collective. Sets the condition of the faces with `marker`, or of all other faces if it is TETRACAST_ALL.
 * `value`: formula in x, y, z, t. `h`: formula in x, y, z for EXCHANGE, else NULL. The first call for a
 * single marker replaces the list boundary.markers of a loaded config. Later calls add markers to the list.
 * Errors (on all ranks): TETRACAST_USAGE with the formula and the position of the mistake, for an unknown
 * kind, or for a missing formula. */
TETRACAST_RESULT tetracast_error *tetracast_problem_set_boundary(tetracast_problem *problem, int32_t marker,
                                                                 tetracast_boundary kind, const char *value,
                                                                 const char *h);

/* A function of the program that sets value[count] for `count` boundary faces at time t. cell[count] are the
 * numbers of their cells, centroid[count][3] the centroids of the faces. Returns 0, or another number to
 * report an error. tetracast_stepper_create, tetracast_operator_forcing and perhaps the set-up first call the
 * function with t = 0. A step calls it with the time at its beginning, at its end, or both, as time.theta
 * requires. The number of calls is not specified. The library calls it in the thread that called the library,
 * outside parallel regions. Only ranks with such faces call it, so that it must not communicate. It must not
 * call the library on objects of the same world, and no exception or longjmp may leave it. If the value of a
 * face depends on t and this face only, the solution has the same bits on any number of ranks. */
typedef int tetracast_face_function(void *self, double t, int64_t count, const int64_t *cell,
                                    const double *centroid, double *value);

/* Collective. Sets the condition of the faces with `marker`, as tetracast_problem_set_boundary does, with a
 * function that computes the value. A later condition of the same marker replaces the function. While a
 * condition has a function, tetracast_problem_set rejects keys of the section `boundary`. With time.method
 * steady only t = 0 is used. Forecasts do not call the function. `self` is borrowed until the problem is
 * destroyed. Errors (on all ranks): those of tetracast_problem_set_boundary. A failing function is reported
 * as TETRACAST_CALLBACK, at the latest after 100 steps, and a value that is not finite as
 * TETRACAST_NUMERICAL. */
TETRACAST_RESULT tetracast_error *
tetracast_problem_set_boundary_function(tetracast_problem *problem, int32_t marker, tetracast_boundary kind,
                                        tetracast_face_function *value, void *self, const char *h);

/* A function of the program that sets source[count] (rate of change of v) at time t for the field v[count].
 * It must set every entry, because the array contains values of other calls. The cells are the owned cells of
 * this rank in the order of tetracast_problem_cells. id[count] and centroid[count][3] are the numbers and
 * centroids of these cells. Returns 0, or another number to report an error.
 *
 * The set-up, tetracast_stepper_create and tetracast_operator_forcing first call the function with t = 0. A
 * step calls it with the field and the time at its beginning, and also with the time at its end if time.theta
 * weighs the source. With TETRACAST_DEPENDS_FIELD it is also called with constant fields. The number of calls
 * is not specified, so that the function cannot count steps.
 *
 * The library calls the function on all ranks equally often, also on those without cells (count 0), in the
 * thread that called the library, outside parallel regions. The function may use MPI on communicators of the
 * program, and OpenMP. No exception or longjmp may leave it. If the source of a cell depends on t, v and this
 * cell only, the solution has the same bits on any number of ranks. */
typedef int tetracast_source_function(void *self, double t, int64_t count, const int64_t *id,
                                      const double *centroid, const double *v, double *source);

typedef enum tetracast_depends {
  TETRACAST_DEPENDS_TIME = 1,
  /* The set-up also evaluates the source for constant fields v in the range of the first steps, to bound the
   * step size. Some later steps repeat this for the range of the field so far. */
  TETRACAST_DEPENDS_FIELD = 2
} tetracast_depends;

/* Collective. Adds a function to the source of the config. `depends`: sum of flags tetracast_depends. With 0
 * the source is constant, and each stepper evaluates it only once. In implicit steps, a source that depends
 * on time alone is weighted by time.theta. A source that depends on the field is explicit in every time
 * method. `self` is borrowed until the problem is destroyed. `source` NULL removes the function. Errors (on
 * all ranks): TETRACAST_USAGE for unknown bits, after the set-up, or if `depends` or the presence of a
 * function differs between ranks. A failing function is reported as TETRACAST_CALLBACK, at the latest after
 * 100 steps, and a value that is not finite as TETRACAST_NUMERICAL. */
TETRACAST_RESULT tetracast_error *tetracast_problem_set_source_function(tetracast_problem *problem,
                                                                        tetracast_source_function *source,
                                                                        unsigned depends, void *self);

typedef enum tetracast_outputs {
  TETRACAST_OUTPUTS_NEW = 0,   /* an output file that exists is an error */
  TETRACAST_OUTPUTS_FORCE = 1, /* existing files are replaced */
  TETRACAST_OUTPUTS_RESUME = 2 /* the first stepper continues from the latest checkpoint; without one it
                                  starts at step 0 */
} tetracast_outputs;

/* Collective. Makes the first stepper of the problem write the files of the keys snapshots, history,
 * checkpoint and solver.history, as `tetracast run` does. The wall times of the keys checkpoint.wall and
 * checkpoint.limit count from the beginning of tetracast_problem_set_up. The value auto of these keys sets no
 * limit. If a run continues from a checkpoint and no step fits into the limit, tetracast_stepper_create
 * returns TETRACAST_STOPPED. The set-up acquires the files and checks the disk space. The stepper makes at
 * most the number of steps that the config plans. It stops earlier if the field is steady (key time.steady).
 * If the creation of this stepper fails after the check of the arguments, the problem can only be destroyed.
 * Later calls replace the mode. Errors (on all ranks): TETRACAST_USAGE for an unknown mode, if it differs
 * between ranks, or after the set-up. tetracast_problem_set_up then has further errors: TETRACAST_OUTPUT if a
 * file exists, is in use or cannot be written; TETRACAST_INPUT if there are checkpoints of which none is
 * complete or the latest is of another mesh; TETRACAST_USAGE if the mode is RESUME and the key
 * checkpoint.file is not set, or if a key that changes the solution differs from that of the checkpoint. With
 * checkpoint.file, a stop on request also writes a checkpoint. The normal end of tetracast_stepper_advance
 * writes none. */
TETRACAST_RESULT tetracast_error *tetracast_problem_enable_outputs(tetracast_problem *problem,
                                                                   tetracast_outputs mode);

/* Collective. Distributes the cells over the ranks, assembles the matrix, evaluates the initial field and
 * chooses the step size. May take long. After an error the problem is unchanged and may be set up again.
 * Errors (on all ranks): TETRACAST_USAGE for keys; TETRACAST_INPUT for the mesh; TETRACAST_NUMERICAL if no
 * step is stable; TETRACAST_CALLBACK; TETRACAST_STOPPED if METIS was interrupted by SIGTERM;
 * TETRACAST_INTERNAL if memory is exhausted. */
TETRACAST_RESULT tetracast_error *tetracast_problem_set_up(tetracast_problem *problem);

/* Not collective. Describes the cells of this rank after the set-up: *owned is their number, id[owned] are
 * their numbers in the mesh, centroid[owned][3] and volume[owned] their geometry. The arrays are borrowed
 * from the problem until it is destroyed. All arrays of values in the API have this order. Any pointer but
 * `problem` may be NULL. Error: TETRACAST_USAGE before the set-up. */
TETRACAST_RESULT tetracast_error *tetracast_problem_cells(const tetracast_problem *problem, int64_t *owned,
                                                          const int64_t **id, const double **centroid,
                                                          const double **volume);

/* Collective. Frees the problem and sets *problem to NULL. NULL and a pointer to NULL are allowed. A problem
 * with steppers remains until the last of them is destroyed. */
TETRACAST_API void tetracast_problem_destroy(tetracast_problem **problem);

TETRACAST_END
#endif
