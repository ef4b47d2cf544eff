/* What a run takes of memory, from numbers that are known before anything is large: those of the config and
 * of the headers of the mesh files. Pure functions. Every array of more than a few bytes a cell is named in
 * memory_footprint.c; that the sums are right is held by tests/run/plan/test_memory_requirements.c, which
 * counts what was allocated.
 *
 * `min` is what there is no way around: without ghosts, whatever the method keeps beside. A run that has
 * less is impossible. `likely` has ghosts as METIS parts of that size have them, and what else runs take. */
#ifndef TC_MODEL_SETUP_MEMORY_FOOTPRINT_H
#define TC_MODEL_SETUP_MEMORY_FOOTPRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tc_footprint_run {
  int64_t cells, nodes, faces; /* of the mesh; faces: entries of its .face file */
  int ranks;
  int width, rings;      /* of the scheme */
  size_t scratch;        /* bytes a cell that assembly takes for itself */
  int64_t block;         /* > 0: rows are dealt in blocks of so many; 0: those of a rank are a METIS part */
  int parts;             /* 2 and more: METIS splits all cells into so many at once */
  bool volume;           /* it looks at volumes then */
  bool tensors;          /* every cell has a tensor of its own */
  int fibres;            /* numbers of a cell that the root keeps beside the mesh */
  int inputs;            /* numbers of a cell of sources and states, */
  int watching;          /* and of what is watched of them: sums, drifts, slopes */
  bool searches;         /* whether anything grows may have to be looked for */
  int index_bytes;       /* of a column in the matrix that steps read */
  bool solves;           /* and then: */
  int vectors;           /* of the solver, beside the solution and the residual */
  bool adjoint;          /* matrices of the adjoint are kept */
  bool triangles;        /* there are factors, or sweeps of triangles */
  int fill;              /* entries of a row of a factor beyond those of the matrix */
  int copies;            /* numbers of a cell that outputs keep to bring it into the mesh's order */
  bool reads_checkpoint; /* the root reads a checkpoint */
} tc_footprint_run;

typedef struct tc_footprint {
  double min, likely; /* bytes */
} tc_footprint;

/* What MPI, HDF5 and the program itself take of a process, which is in `likely`; twice as much without
 * mpirun. */
static const double tc_footprint_process_B = 40e6;

/* The times at which most is taken: the root splits the mesh, hands it out; all assemble, look for a step,
 * and make steps. */
typedef enum tc_footprint_stage {
  TC_FOOTPRINT_SPLIT,
  TC_FOOTPRINT_HAND_OUT,
  TC_FOOTPRINT_ASSEMBLE,
  TC_FOOTPRINT_SEARCH,
  TC_FOOTPRINT_STEPS,
  TC_FOOTPRINT_STAGES
} tc_footprint_stage;

/* Of an average rank, or of the root, in one stage. */
tc_footprint tc_footprint_at(const tc_footprint_run *run, tc_footprint_stage stage, bool root);

/* The most over stages of what so many ranks have together, one of which is the root or none. */
tc_footprint tc_footprint_of(const tc_footprint_run *run, int ranks, bool root);

#endif
