/* Keys of the section `forecast`: forecast of the wall time of a job. None of them changes the solution. Not
 * collective. */
#ifndef TC_IO_CONFIG_CONFIG_FORECAST_H
#define TC_IO_CONFIG_CONFIG_FORECAST_H

#include <stdbool.h>

#include "io/config/config.h"

/* Values of the key forecast.probe, indexed by tc_config_speed_probe. */
extern const tc_registry tc_config_speed_probes;

/* True if a run uses the speed probe: forecast.probe is auto and machine is not none. */
bool tc_config_has_speed_probe(const tc_config *config);

#endif
