/* Memory that a run needs, computed from numbers that are available before any large array is allocated:
 * those of the config and of the headers of the mesh files. The requirements of a run (run/) call it before
 * the mesh is read. Every array of more than a few bytes per cell is named in memory_footprint.c;
 * tests/run/plan/test_memory_requirements.c compares the sums with counted allocations. Pure.
 *
 * `min` is a lower bound. It contains neither ghosts nor memory that only some methods need. A run with less
 * memory is impossible. `likely` also includes the typical number of ghosts of METIS parts of that size, and
 * all other memory of a run. */
#ifndef TC_MODEL_SETUP_MEMORY_FOOTPRINT_H
#define TC_MODEL_SETUP_MEMORY_FOOTPRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tc_footprint_run {
  int64_t cells, nodes, faces; /* numbers of the mesh; faces: lines of its .face file */
  int ranks;
  int width, rings; /* width and rings of the scheme */
  size_t scratch;   /* memory that assembly needs temporarily, bytes per cell */
  int64_t block;    /* > 0: size of the blocks of a cyclic distribution; 0: each rank owns a METIS part */
  int parts;        /* if at least 2, METIS divides all cells into this number of parts */
  bool volume;      /* true if METIS minimises the communication volume */
  bool tensors;     /* true if every cell has its own tensor */
  int fibres;       /* values per cell of fibre axes, which the root stores with the mesh */
  int inputs;       /* values per cell of sources and states */
  int watching;     /* values per cell that monitors of the field store: sums, drifts, slopes */
  bool searches;    /* true if the run may search for a stable step */
  int index_bytes;  /* bytes of a column index in the matrix that steps read */
  bool solves;      /* the run uses a linear solver; the members below then apply */
  int vectors;      /* vectors of the solver in addition to solution and residual */
  bool adjoint;     /* true if the matrices of the adjoint are stored */
  bool triangles;   /* true if the preconditioner has factors or sweeps */
  int fill;         /* entries per row of a factor in addition to those of the matrix */
  int copies;       /* values per cell that outputs store in order to sort them into the mesh's order */
  bool reads_checkpoint; /* the root reads a checkpoint */
} tc_footprint_run;

typedef struct tc_footprint {
  double min, likely; /* bytes */
} tc_footprint;

/* Memory of MPI, HDF5 and the program itself per process, included in `likely`. A process started without
 * mpirun needs twice as much. */
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

/* Returns the memory of an average rank in one stage. If `root`, returns that of the root instead. */
tc_footprint tc_footprint_at(const tc_footprint_run *run, tc_footprint_stage stage, bool root);

/* Returns the maximum over the stages of the memory that `ranks` ranks need together. If `root`, one of them
 * is the root. */
tc_footprint tc_footprint_of(const tc_footprint_run *run, int ranks, bool root);

#endif
