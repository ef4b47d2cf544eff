#ifndef RESTART_ITEMS_H
#define RESTART_ITEMS_H

#include <string.h>

#include "solve/space/restart_list.h"

/* Returns the restart item with this name, or NULL. */
static inline const tc_restart_item *restart_find(const tc_restart_list *keep, const char *name) {
  for (int k = 0; k < keep->count; k++)
    if (strcmp(keep->item[k].name, name) == 0) return &keep->item[k];
  return NULL;
}

#endif
