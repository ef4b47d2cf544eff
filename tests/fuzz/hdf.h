/* Readers that fuzz-hdf5 tests with damaged and with modified HDF5 files. */
#ifndef TC_TESTS_FUZZ_HDF_H
#define TC_TESTS_FUZZ_HDF_H

#include <stdbool.h>

#include "comm/world/world.h"
#include "fuzz/mutate.h"

/* Kind of damage that a test does to a file. */
typedef enum tc_damage {
  TC_DAMAGE_NONE,
  TC_DAMAGE_BYTES,  /* changed bytes or a truncated file, for example after a disk error or a crash */
  TC_DAMAGE_OBJECTS /* changed datasets and attributes, for example by another program */
} tc_damage;

typedef struct hdf_kind {
  const char *name;
  const char *file;                /* name of the file in the working directory */
  bool (*make)(const tc_world *w); /* writes the undamaged file */
  void (*seal)(const char *path);  /* recomputes the checksums of a changed file; NULL if it has none */
  /* Reads the file. Returns true if the reader rejects the file with one line that contains the name of
   * the file, or if all values that it reads are right. After TC_DAMAGE_OBJECTS, other values may also be
   * right. */
  bool (*use)(const tc_world *w, tc_damage damage);
} hdf_kind;

extern const hdf_kind hdf_checkpoint, hdf_snapshot, hdf_fibres, hdf_mesh;

/* Changes bytes of the file. Returns false if the file cannot be read or written. */
bool hdf_damage_bytes(const char *path, dice *d);

/* Makes one to three changes to objects in the file, with the serial driver of HDF5. */
void hdf_damage_objects(const char *path, dice *d);

#endif
