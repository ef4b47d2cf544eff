/* When and where the program runs, for reports. */
#ifndef TC_APP_CIRCUMSTANCES_H
#define TC_APP_CIRCUMSTANCES_H

#include "command.h"
#include "io/config.h"
#include "machine/machine.h"
#include "report/report.h"

/* Collective, at the start: notes the date and the hosts. Errors on all ranks. */
tc_status tc_circumstances_note(tc_app *app);
void tc_circumstances_forget(tc_app *app);

/* Not collective, on the root: fills what a report says of them. machine: that of the forecasts. files may be
 * NULL. Everything stays the app's, the config's and the caller's. */
void tc_circumstances_tell(const tc_app *app, const tc_config *config, const tc_files *files,
                           const tc_machine *machine, tc_report_run *out);

#endif
