/* `tetracast init KIND DIR`: writes a commented config and a mesh, which `tetracast run` accepts without
 * changes. The files configs/starters/KIND.yaml are compiled into the program as strings, so that the program
 * needs no files. The root writes the files. The other ranks wait and return the status of the root. */
#include <unistd.h>

#include "base/core/pool.h"
#include "base/file/directory.h"
#include "base/file/file.h"
#include "commands/command.h"
#include "io/mesh/tetgen.h"
#include "mesh/generate.h"

extern const char app_starter_heat[], app_starter_cardiac[], app_starter_porous[];

/* Example that the command creates: text of the config, and size of the box that is meshed. */
typedef struct starter {
  const char *name, *summary, *text;
  int32_t bricks[3];
  double length[3];
} starter;

static const starter starters[] =
    {{"heat", "a heater in a block", app_starter_heat, {16, 8, 8}, {2.0, 1.0, 1.0}},
     {"cardiac",
      "a wave of excitation in a slab of tissue",
      app_starter_cardiac,
      {50, 50, 5},
      {30.0, 30.0, 3.0}},
     {"porous", "steady flow through layers", app_starter_porous, {24, 12, 12}, {2.0, 1.0, 1.0}}};
TC_REGISTRY_NAMED_ITEMS(app_starter_kinds, starters);

enum { config, node, element, face, files };

/* Determines the names of the files of an example in `directory`. Returns an error if one of them exists or
 * cannot be written. */
static tc_status name_files(tc_pool *pool, const char *directory, const char *path[files]) {
  static const char *const name[files] = {"config.yaml", "mesh.node", "mesh.ele", "mesh.face"};
  for (int f = 0; f < files; f++) {
    TC_TRY(tc_pool_printf(pool, &path[f], "%s/%s", directory, name[f]));
    if (access(path[f], F_OK) == 0)
      return tc_status_create(TC_OUTPUT, "%s: exists: use another directory or remove it", path[f]);
    TC_TRY(tc_directory_prepare(path[f]));
  }
  return TC_OK;
}

static tc_status write_config(const char *path, const char *text) {
  tc_file file = {0};
  TC_TRY(tc_file_open(path, &file));
  fputs(text, file.out);
  return tc_file_commit(&file);
}

/* Writes the mesh of an example. `path` is the path of its .node file. tc_tetgen_write replaces this
 * ending. */
static tc_status write_mesh(const char *path, const starter *s) {
  tc_mesh *mesh = NULL;
  TC_TRY(tc_mesh_generate_box(s->bricks, s->length, &mesh));
  const tc_status status = tc_tetgen_write(path, mesh, NULL);
  tc_mesh_destroy(&mesh);
  return status;
}

static tc_status write_starter(tc_command_call *call, tc_pool *pool) {
  const app_options *o = call->options;
  const starter *s = &starters[o->starter];
  const char *path[files];
  if (!*o->output)
    return tc_status_create(TC_USAGE, "init: the name of the directory is empty: use . for this one");
  TC_TRY(name_files(pool, o->output, path));
  TC_TRY(write_mesh(path[node], s));
  TC_TRY(write_config(path[config], s->text));
  fprintf(call->out, "written: %s, %s, .ele, .face\nnext: cd '%s' && tetracast run config.yaml\n",
          path[config], path[node], o->output);
  return TC_OK;
}

static tc_status init_directory(tc_command_call *call) {
  tc_pool pool = {0};
  const tc_status status = write_starter(call, &pool);
  tc_pool_free(&pool);
  return status;
}

static tc_status run_init(tc_command_call *call) { return TC_ON_ROOT(call->world, init_directory(call)); }

static const tc_option table[] = {
    {"KIND", "heat|cardiac|porous", "equation and physics of the first run",
     TC_OPTION_INDEX(app_options, starter, app_starter_kinds), .is_required = true},
    {"DIR", "a directory", "directory to create", TC_OPTION_TEXT(app_options, output), .is_required = true},
    {0},
};

const tc_command app_command_init = {
    .name = "init",
    .summary = "write a commented config and a mesh for a first run",
    .about = "Writes DIR/config.yaml and DIR/mesh (TetGen), which run at once:\n\n"
             "  heat     a heater in a block, cooled at two faces\n"
             "  cardiac  a wave of excitation in a slab of tissue with fibres\n"
             "  porous   steady flow through a ground with a layer that is nearly tight\n\n"
             "Existing files are not replaced (exit code 5).\n",
    .example = "example: tetracast init heat x && cd x && tetracast run config.yaml\n",
    .options = table,
    .is_parallel = true,
    .run = run_init,
};
