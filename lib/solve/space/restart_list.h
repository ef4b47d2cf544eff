/* What a run keeps of one step for the next ones. Each part of a run lists what it remembers, so that whoever
 * writes it down, and fills it in later on other ranks, needs to know nothing of parts. */
#ifndef TC_SOLVE_SPACE_RESTART_LIST_H
#define TC_SOLVE_SPACE_RESTART_LIST_H

#include "fv/scheme/boundary_data.h"
#include "solve/space/space.h"

enum { TC_KEPT_NAME = 96 };

typedef enum tc_kept_kind {
  TC_KEPT_COMMON, /* the same on all ranks */
  TC_KEPT_ROOT,   /* the root's, nothing elsewhere */
  TC_KEPT_CELLS,  /* of each own cell, in row order: doubles */
  TC_KEPT_PLACED  /* of some cells of a rank: doubles. Ranks that know the same cell know the same of it */
} tc_kept_kind;

/* Numbers of 8 bytes; the memory is the part's. */
typedef struct tc_kept {
  char name[TC_KEPT_NAME]; /* "watch.least", without '/' */
  tc_kept_kind kind;
  bool whole;    /* int64_t, else double */
  bool optional; /* a run may go on without: what it only tells */
  int64_t count;
  void *value;         /* [count] */
  const tc_gid *place; /* PLACED: [count] = 4 * cell + which of its numbers; a cell has at most 4 */
  const bool
      *own; /* PLACED: [count] of an own cell: each number of a cell is so on one rank; NULL: all are */
} tc_kept;

/* Begins as {0}. Parts are asked anew whenever the list is wanted, since memory may move from step to step.
 */
typedef struct tc_keep {
  int items, room;
  tc_kept *item;     /* [items] */
  bool resumes;      /* the list is to be filled in, else it is to be written down */
  bool optional;     /* of items that are added while it is set */
  int places, spare; /* arrays that the list owns */
  void **owned;
} tc_keep;

/* One more item each; not collective. The same items in the same order on all ranks. `name` is copied, "%s"
 * and the like as printf has it. Errors: TC_INTERNAL out of memory. */
tc_status tc_keep_common(tc_keep *keep, double *value, int64_t count, const char *name, ...)
    __attribute__((format(printf, 4, 5)));
tc_status tc_keep_whole(tc_keep *keep, int64_t *value, const char *name);
tc_status tc_keep_wholes(tc_keep *keep, int64_t *value, int64_t count, const char *name);
tc_status tc_keep_root(tc_keep *keep, bool whole, void *value, int64_t count, const char *name);
tc_status tc_keep_cells(tc_keep *keep, double *value, int32_t owned, const char *name, ...)
    __attribute__((format(printf, 4, 5)));

/* value[count] of the own cells row[count], once each. */
tc_status tc_keep_rows(tc_keep *keep, const tc_space *space, double *value, int32_t count, const int32_t *row,
                       const char *name);

/* value[inflow->faces] of the faces with a datum. */
tc_status tc_keep_faces(tc_keep *keep, const tc_space *space, const tc_inflow *inflow, double *value,
                        const char *name);

void tc_keep_free(tc_keep *keep);

/* The item of that name, NULL without. */
const tc_kept *tc_keep_find(const tc_keep *keep, const char *name);

#endif
