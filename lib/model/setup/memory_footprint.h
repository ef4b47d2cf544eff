/* Memory that a run needs, from numbers that are available before any large array is allocated: those of
 * the config and of the headers of the mesh files. The requirements of a run (run/) call it before the
 * mesh is read. Every array of more than a few bytes per cell is named in memory_footprint.c;
 * tests/run/plan/test_memory_requirements.c compares the sums with counted allocations. Pure.
 *
 * `min` is a lower bound: no ghosts, and no memory that a method may need in addition. A run with less is
 * impossible. `likely` includes ghosts as METIS parts of that size have them, and everything else that
 * runs need. */
#ifndef TC_MODEL_SETUP_MEMORY_FOOTPRINT_H
#define TC_MODEL_SETUP_MEMORY_FOOTPRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tc_footprint_run {
  int64_t cells, nodes, faces; /* of the mesh; faces: lines of its .face file */
  int ranks;
  int width, rings;      /* of the scheme */
  size_t scratch;        /* memory that assembly needs temporarily, bytes per cell */
  int64_t block;         /* > 0: size of the blocks of rows; 0: the rows of a rank are a METIS part */
  int parts;             /* if at least 2, METIS divides all cells into this number of parts */
  bool volume;           /* METIS then minimises the communication volume */
  bool tensors;          /* every cell has its own tensor */
  int fibres;            /* values per cell that the root stores with the mesh */
  int inputs;            /* values per cell of sources and states */
  int watching;          /* values per cell of their monitors: sums, drifts, slopes */
  bool searches;         /* the stability search may run */
  int index_bytes;       /* bytes of a column index in the matrix that steps read */
  bool solves;           /* the run uses a linear solver; the members below then apply */
  int vectors;           /* vectors of the solver without solution and residual */
  bool adjoint;          /* the adjoint's matrices are stored */
  bool triangles;        /* the preconditioner has factors or sweeps */
  int fill;              /* entries per row of a factor beyond those of the matrix */
  int copies;            /* values per cell that outputs store to sort it into the mesh's order */
  bool reads_checkpoint; /* the root reads a checkpoint */
} tc_footprint_run;

typedef struct tc_footprint {
  double min, likely; /* bytes */
} tc_footprint;

/* Memory of MPI, HDF5 and the program itself per process, included in `likely`; twice as much without
 * mpirun. */
static const double tc_footprint_process_B = 40e6;

/* Stages of a run at which memory may peak: the root divides the mesh, the root distributes it, all ranks
 * assemble, search for a stable step, and step. */
typedef enum tc_footprint_stage {
  TC_FOOTPRINT_SPLIT,
  TC_FOOTPRINT_HAND_OUT,
  TC_FOOTPRINT_ASSEMBLE,
  TC_FOOTPRINT_SEARCH,
  TC_FOOTPRINT_STEPS,
  TC_FOOTPRINT_STAGES
} tc_footprint_stage;

/* Memory of an average rank in one stage, or of the root. */
tc_footprint tc_footprint_at(const tc_footprint_run *run, tc_footprint_stage stage, bool root);

/* Maximum over the stages of the memory of `ranks` ranks together, one of which is the root if `root`. */
tc_footprint tc_footprint_of(const tc_footprint_run *run, int ranks, bool root);

#endif
