/* What a run keeps of one step for the next ones. Each part of a run lists what it remembers, so that whoever
 * writes it down, and fills it in later on other ranks, needs to know nothing of parts. */
#ifndef TC_SOLVE_SPACE_RESTART_LIST_H
#define TC_SOLVE_SPACE_RESTART_LIST_H

#include "fv/scheme/boundary_data.h"
#include "solve/space/space.h"

enum { TC_RESTART_NAME_MAX = 96 };

typedef enum tc_restart_kind {
  TC_RESTART_COMMON, /* the same on all ranks */
  TC_RESTART_ROOT,   /* the root's, nothing elsewhere */
  TC_RESTART_CELLS,  /* of each own cell, in row order: doubles */
  TC_RESTART_KEYED   /* of some cells of a rank: doubles. Ranks that know the same cell know the same of it */
} tc_restart_kind;

/* Numbers of 8 bytes; the memory is the part's. */
typedef struct tc_restart_item {
  char name[TC_RESTART_NAME_MAX]; /* "watch.least", without '/' */
  tc_restart_kind kind;
  bool is_integer; /* int64_t, else double */
  bool optional;   /* a run may go on without: what it only tells */
  int64_t count;
  void *value;       /* [count] */
  const tc_gid *key; /* PLACED: [count] = 4 * cell + which of its numbers; a cell has at most 4 */
  const bool
      *own; /* PLACED: [count] of an own cell: each number of a cell is so on one rank; NULL: all are */
} tc_restart_item;

/* Begins as {0}. Parts are asked anew whenever the list is wanted, since memory may move from step to step.
 */
typedef struct tc_restart_list {
  int items, capacity;
  tc_restart_item *item; /* [items] */
  bool is_reading;       /* the list is to be filled in, else it is to be written down */
  bool optional;         /* of items that are added while it is set */
  int places, spare;     /* arrays that the list owns */
  void **owned;
} tc_restart_list;

/* One more item each; not collective. The same items in the same order on all ranks. `name` is copied, "%s"
 * and the like as printf has it. Errors: TC_INTERNAL out of memory. */
tc_status tc_restart_list_add_common(tc_restart_list *keep, double *value, int64_t count, const char *name,
                                     ...) __attribute__((format(printf, 4, 5)));
tc_status tc_restart_list_add_integer(tc_restart_list *keep, int64_t *value, const char *name);
tc_status tc_restart_list_add_integers(tc_restart_list *keep, int64_t *value, int64_t count,
                                       const char *name);
tc_status tc_restart_list_add_root(tc_restart_list *keep, bool whole, void *value, int64_t count,
                                   const char *name);
tc_status tc_restart_list_add_cells(tc_restart_list *keep, double *value, int32_t owned, const char *name,
                                    ...) __attribute__((format(printf, 4, 5)));

/* value[count] of the own cells row[count], once each. */
tc_status tc_restart_list_add_rows(tc_restart_list *keep, const tc_space *space, double *value, int32_t count,
                                   const int32_t *row, const char *name);

/* value[inflow->faces] of the faces with a datum. */
tc_status tc_restart_list_add_faces(tc_restart_list *keep, const tc_space *space,
                                    const tc_boundary_data *inflow, double *value, const char *name);

void tc_restart_list_free(tc_restart_list *keep);

/* The item of that name, NULL without. */
const tc_restart_item *tc_restart_list_find(const tc_restart_list *keep, const char *name);

#endif
