/* What is fed with HDF5 files that are damaged, or that somebody has changed. */
#ifndef TC_TESTS_FUZZ_HDF_H
#define TC_TESTS_FUZZ_HDF_H

#include <stdbool.h>

#include "comm/world/world.h"
#include "fuzz/mutate.h"

/* What was done to a file. */
typedef enum tc_damage {
  TC_DAMAGE_NONE,
  TC_DAMAGE_BYTES,  /* bytes changed, the end cut off: what disks and dead programs do */
  TC_DAMAGE_OBJECTS /* datasets and attributes are others: what programs do */
} tc_damage;

typedef struct hdf_kind {
  const char *name;
  const char *file;                /* its name in the folder that is the working directory */
  bool (*make)(const tc_world *w); /* writes the good file */
  void (*seal)(const char *path);  /* makes a changed file pass for a good one; NULL: nothing to do */
  /* Reads the file: true when all is refused with one line that names the file, or has the right bits. With
   * other objects there may be other bits. */
  bool (*use)(const tc_world *w, tc_damage damage);
} hdf_kind;

extern const hdf_kind hdf_checkpoint, hdf_snapshot, hdf_fibres, hdf_mesh;

/* False: the file cannot be read or written. */
bool hdf_damage_bytes(const char *path, dice *d);

/* One to three changes; HDF5's serial driver writes them. */
void hdf_damage_objects(const char *path, dice *d);

#endif
