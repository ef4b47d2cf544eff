/* HDF5. */
#include <hdf5.h>

#include "call.h"

#define FAILED_BEFORE(type, call) (type) - 1
#define FAILED_AFTER(type, call)  ((void)(call), (type)-1)

#define FAILED_OPENED(type, call) close_again(call)

static hid_t close_again(hid_t object) {
  TC_NEXT(int, "H5Idec_ref", (hid_t))
  if (object >= 0) next(object);
  return -1;
}

#define TC_CALL(moment, type, name, parameters, arguments)                                                   \
  type name parameters {                                                                                     \
    TC_NEXT(type, #name, parameters)                                                                         \
    if (tc_fault_due(TC_FAULT_HDF5, #name, TC_CALLER)) return FAILED_##moment(type, next arguments);         \
    return next arguments;                                                                                   \
  }
#include "hdf5.def"
