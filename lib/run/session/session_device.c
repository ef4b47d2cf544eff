#include <string.h>

#include "calibration/driver/calibrate_device.h"
#include "io/config/config_check.h"
#include "run/session/session_internal.h"

/* Closes the devices of all ranks if one rank has none, because all ranks must compute in the same way. This
 * happens only with `device: auto`, because a device that the config names must exist on every rank. */
static tc_status agree_on_device(tc_session *s) {
  double all = s->device.device ? 1.0 : 0.0;
  TC_TRY(tc_world_min(s->world, &all, 1));
  if (all < 1.0) tc_device_close(&s->device.device);
  return TC_OK;
}

static void log_device(const tc_session *s) {
  const tc_device *device = s->device.device;
  if (!device)
    tc_log_write(s->log, TC_LOG_NORMAL,
                 "device auto: not every rank finds a GPU, so all ranks compute on the CPU");
  else
    tc_log_write(s->log, TC_LOG_NORMAL, "device %s:%d: %s%s", tc_backend_name(device->backend), device->index,
                 device->name, device->processor ? " (CPU device: its times say nothing about GPUs)" : "");
}

tc_status tc_session_open_device(tc_session *s) {
  tc_config *c = s->config;
  tc_device_config *use = &s->device;
  if (!tc_config_has_device(c)) return TC_OK;
  use->staging = c->device_kernel;
  TC_TRY(tc_world_agree(s->world, tc_device_open(&c->device_options, s->world->shm_rank, &use->device)));
  TC_TRY(agree_on_device(s));
  log_device(s);
  if (!use->device) return TC_OK;
  return tc_world_agree(s->world,
                        tc_device_check_tile(use->device, c->device_kernel, c->diffusion.scheme->width,
                                             tc_config_location(c, "device_tile"), c->device_tile,
                                             &use->tile));
}

/* Warns if the device parameters in the machine file were measured with another device. */
static void warn_other_device(const tc_session *s) {
  const tc_machine *m = &s->machine.origin.machine;
  if (*m->device && !strstr(m->device, s->device.device->name))
    tc_log_warn(s->log, "the machine file %s was measured with another device (%s): forecasts may be wrong",
                s->config->machine, m->device);
}

tc_status tc_session_measure_device(tc_session *s, double bytes) {
  const tc_working_set run = {.bytes = bytes, .width = s->problem->scheme->width};
  const tc_machine_kind kind = tc_machine_kind_of(s->config->machine);
  if (!s->device.device || !tc_run_machine_is_known(&s->machine)) return TC_OK;
  if (kind == TC_MACHINE_FILE) {
    warn_other_device(s);
    return TC_OK;
  }
  TC_TRY(tc_calibrate_device_for(s->world, &s->device, &run, s->log, &s->machine.origin.machine));
  tc_params_copy_device(&s->machine.origin.machine.params, &s->machine.params);
  return TC_OK;
}
