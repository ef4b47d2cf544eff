/* Memory that a run needs, computed before any large array is allocated, from numbers in the config and in
 * the headers of the mesh files. run/plan/memory_requirements.c calls these functions before the mesh is
 * read. Every array of more than a few bytes per cell is named in memory_footprint.c;
 * tests/run/plan/test_memory_requirements.c compares the sums with counted allocations. Pure.
 *
 * `min` is a lower bound. It contains neither ghosts nor memory that only some methods need, so a run with
 * less memory is impossible. `likely` also includes the typical number of ghosts of METIS subdomains of that
 * size, and all other memory of a run. */
#ifndef TC_MODEL_SETUP_MEMORY_FOOTPRINT_H
#define TC_MODEL_SETUP_MEMORY_FOOTPRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tc_footprint_run {
  int64_t cells, nodes, faces; /* numbers of the mesh's cells and vertices, and of the lines of its .face
                                  file */
  int ranks;
  int width, rings; /* off-diagonal entries per row, and number of rings of ghost cells, as the scheme needs
                       them */
  size_t scratch;   /* bytes per cell that the assembly needs temporarily */
  int64_t block;    /* rows per block of a cyclic distribution; 0 if each rank owns a METIS subdomain */
  int parts;        /* number of METIS subdomains of the whole mesh; METIS is not called if it is below 2 */
  bool volume;      /* true if METIS minimises the communication volume, which needs more memory */
  bool along_curve; /* true if the mesh is divided along a Hilbert curve, by chunks or into equal runs */
  bool tensors;     /* true if every cell has its own diffusion tensor */
  int fibres;       /* values per cell that describe fibre axes, which the root stores with the mesh */
  int inputs;       /* values per cell of the source and of the local states */
  int watching;  /* values per cell that are stored to monitor a source term: sums, changes and slopes of the
                    source */
  bool searches; /* true if the run may search for a stable step, which needs more vectors */
  int stage_vectors; /* number of vectors of explicit steps in addition to the field and the result */
  int index_bytes;   /* bytes of a column index in the matrix that the steps read */
  bool solves;      /* true if the run uses a linear solver; only then the members below up to `second_matrix`
                       apply */
  int vectors;      /* number of vectors of the solver in addition to solution and residual */
  bool adjoint;     /* true if the solver also stores the matrices of the adjoint */
  bool triangles;   /* true if the preconditioner has factors or sweeps */
  int fill;         /* entries per row of a triangular factor in addition to those of the matrix */
  int hierarchies;  /* number of multigrid hierarchies */
  bool smooths_all; /* true if the finest level of the hierarchies also has smoothed aggregation */
  bool second_matrix;    /* true if the solver also stores the rates of the two-point scheme, for its
                            preconditioner */
  int copies;            /* values per cell that are needed to sort outputs into the mesh's order */
  bool reads_checkpoint; /* true if the root reads a checkpoint */
  bool probes;           /* true if each rank calls the speed probe during the steps */
} tc_footprint_run;

typedef struct tc_footprint {
  double min, likely; /* lower bound and likely value of the memory, in bytes */
} tc_footprint;

/* Memory in bytes of MPI, HDF5 and the program itself per process. It is included in `likely`. A process
 * started without mpirun needs twice as much. */
static const double tc_footprint_process_B = 40e6;

/* Stages of a run at which the memory may reach its maximum. PARTITION: the root divides the mesh.
 * DISTRIBUTE: the root sends each rank its submesh. ASSEMBLE: all ranks assemble the matrix. SEARCH: all
 * ranks search for a stable step. STEPS: all ranks compute the steps. */
typedef enum tc_footprint_stage {
  TC_FOOTPRINT_PARTITION,
  TC_FOOTPRINT_DISTRIBUTE,
  TC_FOOTPRINT_ASSEMBLE,
  TC_FOOTPRINT_SEARCH,
  TC_FOOTPRINT_STEPS,
  TC_FOOTPRINT_STAGES
} tc_footprint_stage;

/* Returns the memory that one rank needs in a stage. `root` is true if this rank is the root. `min` applies
 * to a rank with the mean number of cells, `likely` to a rank with 3 % more cells, as in the largest METIS
 * subdomain. */
tc_footprint tc_footprint_at(const tc_footprint_run *run, tc_footprint_stage stage, bool root);

/* Returns the maximum over the stages of the total memory of `ranks` ranks. `root` is true if the root is
 * among these ranks. */
tc_footprint tc_footprint_of(const tc_footprint_run *run, int ranks, bool root);

#endif
