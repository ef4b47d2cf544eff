#include <string.h>

#include "options.h"

static bool has_device(const kn_options *o) { return o->device.backend || o->device.automatic; }

/* Checks the kernels that the user chose. If --device is set, at least one of them must run on a device;
 * otherwise none of them may. */
static tc_status check_kernels(kn_options *o) {
  int on_device = 0;
  for (int k = 0; k < o->kernels.count; k++) {
    const kn_kernel *kernel = kn_kernel_at(o->kernels.item[k]);
    on_device += kernel->on_device;
    if (kernel->on_device && !has_device(o))
      return tc_status_create(TC_USAGE, "--kernel %s runs on a device only: set --device or another --kernel",
                              kernel->name);
  }
  if (has_device(o) && on_device == 0)
    return tc_status_create(TC_USAGE, "--device: no kernel of --kernel runs on devices: add shared or direct "
                                      "to --kernel");
  return TC_OK;
}

static tc_status choose_kernels(kn_options *o) {
  if (o->kernels.count > 0) return check_kernels(o);
  for (int k = 0; k < kn_kernels.count; k++)
    if (has_device(o) ? kn_kernel_at(k)->on_device : strcmp(kn_kernels.name(k), "placed") == 0)
      TC_TRY(kn_options_add("--kernel", k, &o->kernels));
  return TC_OK;
}

/* If the user set no tiles, adds the number 0, which selects the default tile of each kernel. */
static tc_status choose_tiles(kn_options *o) {
  if (o->tiles.count == 0) return kn_options_add("--tile", 0, &o->tiles);
  if (has_device(o)) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "--tile: applies to kernels on a device only: set --device or remove --tile");
}

static tc_status check_forecast(const kn_options *o) {
  for (int k = 0; k < o->kernels.count; k++)
    if (!o->forecast || !kn_kernel_at(o->kernels.item[k])->on_device) return TC_OK;
  return tc_status_create(TC_USAGE, "--forecast: applies to kernels on the processor only: add the kernel "
                                    "placed to the list of --kernel");
}

tc_status kn_options_match_device(kn_options *o) {
  TC_TRY(choose_kernels(o));
  TC_TRY(check_forecast(o));
  return choose_tiles(o);
}
