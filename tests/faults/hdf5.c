/* Faults of HDF5 calls (hdf5.def). */
#include <hdf5.h>
#include <mpi.h>

#include "call.h"

#define FAILED_BEFORE(type, call) (type) - 1
#define FAILED_AFTER(type, call)  ((void)(call), (type)-1)

#define FAILED_OPENED(type, call) close_again(call)

static hid_t close_again(hid_t object) {
  TC_NEXT(int, "H5Idec_ref", (hid_t))
  if (object >= 0) next(object);
  return -1;
}

#define FAILED_SHARED(type, call) close_alone(call, fapl_id)

/* Returns the number of ranks that have opened the file collectively. */
static int ranks_of(hid_t file, hid_t access) {
  MPI_Group group;
  void *handle;
  int ranks = 1;
  if (access == H5P_DEFAULT || H5Pget_driver(access) != H5FD_MPIO) return 1;
  if (H5Fget_vfd_handle(file, H5P_DEFAULT, &handle) < 0) return 1;
  MPI_File_get_group(*(MPI_File *)handle, &group);
  MPI_Group_size(group, &ranks);
  MPI_Group_free(&group);
  return ranks;
}

/* Closes a file whose opening must fail. If several ranks have opened the file, it can be closed only
 * collectively. The other ranks do not know of the fault, so the file then remains open. */
static hid_t close_alone(hid_t file, hid_t access) {
  return file >= 0 && ranks_of(file, access) > 1 ? -1 : close_again(file);
}

#define TC_CALL(moment, type, name, parameters, arguments)                                                   \
  type name parameters {                                                                                     \
    TC_NEXT(type, #name, parameters)                                                                         \
    if (tc_fault_must_fail(TC_FAULT_HDF5, #name, TC_CALLER)) return FAILED_##moment(type, next arguments);   \
    return next arguments;                                                                                   \
  }
#include "hdf5.def"
