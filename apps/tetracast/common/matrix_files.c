#include "common/matrix_files.h"

#include "matrix/file/matrix_file.h"

static tc_status check_config(const app_options *o) {
  const char *const name = o->right_side ? o->right_side
                           : o->start    ? "--start"
                           : o->volumes  ? "--volumes"
                           : o->routines ? "--routines"
                                         : NULL;
  if (!name) return TC_OK;
  return tc_status_create(TC_USAGE, "%s: needs a matrix file, but %s is a config: remove it", name,
                          o->run.config);
}

tc_status app_matrix_detect(const tc_command_call *call, bool *is_matrix) {
  const app_options *o = call->options;
  const tc_world *world = call->world;
  double found = world->rank == 0 && tc_matrix_file_is_recognised(o->run.config);
  TC_TRY(tc_world_max(world, &found, 1));
  *is_matrix = found > 0.0;
  return *is_matrix ? TC_OK : check_config(o);
}

tc_system_files app_matrix_files(const app_options *o) {
  return (tc_system_files){o->run.config, o->right_side, o->start, o->volumes};
}

tc_status app_matrix_list_files(const tc_system_files *files, tc_file_list *out) {
  TC_TRY(tc_file_list_add_input(out, "the matrix", files->matrix));
  TC_TRY(tc_file_list_add_input(out, "the right-hand side", files->right_side));
  TC_TRY(tc_file_list_add_input(out, "--start", files->start));
  return tc_file_list_add_input(out, "--volumes", files->volumes);
}
