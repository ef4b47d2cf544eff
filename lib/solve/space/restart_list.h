/* Restart list: the values needed to continue a run after a step. Every module adds its own items in its
 * _list_restart function, so that the checkpoint code needs no knowledge of the modules. The checkpoint
 * writer creates an empty list, passes it to all modules, and writes the listed items to a checkpoint. To
 * resume a run, the time loop creates a list in the same way and fills the items from a checkpoint. All ranks
 * must add the same items in the same order. Items with one value per cell are stored by cell number, so that
 * a run may resume on another number of ranks. */
#ifndef TC_SOLVE_SPACE_RESTART_LIST_H
#define TC_SOLVE_SPACE_RESTART_LIST_H

#include "base/containers/array.h"
#include "fv/scheme/boundary_data.h"
#include "solve/space/space.h"

enum { TC_RESTART_NAME_MAX = 96 };

typedef enum tc_restart_kind {
  TC_RESTART_COMMON, /* Numbers with equal values on all ranks. */
  TC_RESTART_ROOT,   /* Numbers that only the root stores; `count` is 0 on other ranks. */
  TC_RESTART_CELLS,  /* One double per owned cell, in row order. */
  TC_RESTART_KEYED   /* Doubles for a subset of the cells or boundary faces, identified by `key`. If several
                        ranks store a number with the same key, these numbers are equal. */
} tc_restart_kind;

/* One restart item: an array of 8-byte numbers that belongs to the module that has added it. */
typedef struct tc_restart_item {
  char name[TC_RESTART_NAME_MAX]; /* Name of the item in a checkpoint, for example "watch.least"; must not
                                     contain '/'. */
  tc_restart_kind kind;
  bool is_integer; /* True for int64_t, false for double. */
  bool optional;   /* True if a run can resume without this item, because it serves diagnostics only or
                      checkpoints of earlier versions lack it. */
  int64_t count;
  void *value;       /* [count] Numbers of the item; borrowed. */
  const tc_gid *key; /* [count] For TC_RESTART_KEYED: key of each number, which is 4 * cell number + index of
                        the number within the cell (0 to 3). */
  const bool *own;   /* [count] For TC_RESTART_KEYED: true for each number whose cell this rank owns. Exactly
                        one rank owns each key. NULL if this rank owns all its keys. */
} tc_restart_item;

/* Zero-initialise before use. Build a new list for each checkpoint, because modules may move their arrays
 * between steps. */
typedef struct tc_restart_list {
  TC_ARRAY(tc_restart_item); /* Items of the list; must be the first member. */
  bool
      is_reading; /* True if the items are to be filled from a checkpoint, false if they are to be written. */
  bool optional;  /* Value of tc_restart_item.optional for the items that are added next. */
  tc_pool keys;   /* Owns the arrays `key` of all items. */
} tc_restart_list;

/* Not collective, but all ranks add the same items in the same order. Each function adds one item. `name` is
 * copied; functions with `...` format it like printf. `value` is borrowed. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_restart_list_add_common(tc_restart_list *keep, double *value, int64_t count, const char *name);
tc_status tc_restart_list_add_integer(tc_restart_list *keep, int64_t *value, const char *name);
tc_status tc_restart_list_add_integers(tc_restart_list *keep, int64_t *value, int64_t count,
                                       const char *name);
tc_status tc_restart_list_add_root(tc_restart_list *keep, bool whole, void *value, int64_t count,
                                   const char *name);
tc_status tc_restart_list_add_cells(tc_restart_list *keep, double *value, int32_t owned, const char *name,
                                    ...) __attribute__((format(printf, 4, 5)));

/* Adds an item of kind TC_RESTART_KEYED: value[k] belongs to the owned cell of local row row[k], for k <
 * count. No row occurs twice. */
tc_status tc_restart_list_add_rows(tc_restart_list *keep, const tc_space *space, double *value, int32_t count,
                                   const int32_t *row, const char *name);

/* Adds an item of kind TC_RESTART_KEYED with one value per face with a boundary datum, value[inflow->faces].
 */
tc_status tc_restart_list_add_faces(tc_restart_list *keep, const tc_space *space,
                                    const tc_boundary_data *inflow, double *value, const char *name);

void tc_restart_list_free(tc_restart_list *keep);

#endif
