#include <stdlib.h>
#include <sys/stat.h>

#include "base/file/file_hash.h"
#include "io/importers/import_case.h"
#include "io/importers/meshio_streams.h"

/* Writes the shell script as program `python3` into the directory, and sets PATH so that the importer
 * starts this program. */
static void fake_python(const folder *f, const char *script) {
  char path[400];
  file_write(f, "python3", script);
  file_path(f, "python3", path);
  cr_assert_eq(chmod(path, 0755), 0);
  cr_assert_eq(setenv("PATH", f->path, 1), 0);
}

static const char *const counts_begin = "#!/bin/sh\nprintf 'tcraw1\\n{\"status\": ";

static void fake_answer(const folder *f, int status, const char *rest) {
  char script[1000];
  snprintf(script, sizeof script, "%s%d%s%s", counts_begin, status, STREAM_ZEROS, rest);
  fake_python(f, script);
}

static void refuse(const folder *f, tc_code code, const char *part) {
  tc_raw_mesh *raw;
  file_write(f, "x.vtu", "text\n");
  expect_error(import_file(f, "x.vtu", NULL, &no_options, NULL, &raw), code, part);
  cr_assert_null(raw);
}

Test(meshio, errors_of_the_script) {
  folder f = folder_make();
  fake_answer(&f, 1, "10}\\nbad\\0later\\0' >&3; echo noise; echo noise >&2\n");
  refuse(&f, TC_INPUT, "x.vtu: bad: later");
  fake_answer(&f, 2, "14}\\n--fibres\\0use\\0x' >&3\n");
  refuse(&f, TC_INPUT, "its texts do not end");
  fake_answer(&f, 2, "13}\\n--fibres\\0use\\0' >&3\n");
  refuse(&f, TC_USAGE, "--fibres: use");
  folder_remove(&f);
}

Test(meshio, processes_that_fail) {
  folder f = folder_make();
  fake_python(&f, "#!/bin/sh\nexit 1\n");
  refuse(&f, TC_INPUT,
         "x.vtu: the process that runs meshio sent an invalid mesh: the mesh is incomplete: save");
  fake_python(&f, "#!/bin/sh\nprintf 'tcraw1\\n' >&3; kill -9 $$\n");
  refuse(&f, TC_INPUT,
         "x.vtu: the process that runs meshio was ended by signal 9 (Killed): free memory, or save the mesh "
         "as");
  fake_python(&f, "#!/bin/sh\nkill -11 $$\n");
  refuse(&f, TC_INPUT, "signal 11 (Segmentation fault): copy the complete file again, or save the mesh as");
  fake_python(&f, "#!/bin/sh\nprintf 'hello\\n' >&3; exec /bin/sleep 0.01\n");
  refuse(&f, TC_INPUT, "it does not begin with tcraw1");
  fake_answer(&f, 0, "2}\\nF\\0' >&3; printf '\\0\\0\\0\\0\\0\\0\\0\\0more' >&3\n");
  refuse(&f, TC_INPUT, "data follow the mesh");
  folder_remove(&f);
}

Test(meshio, environment_of_the_process) {
  folder f = folder_make();
  setenv("OMPI_COMM_WORLD_SIZE", "3", 1);
  setenv("TETRACAST_X", "4", 1);
  fake_answer(&f, 1, "6}\\n%s\\0%s%s\\0' \"$4\" \"$TETRACAST_X\" \"$OMPI_COMM_WORLD_SIZE\" >&3\n");
  char *script = file_text(&f, "python3");
  cr_assert_not_null(strstr(script, "%s"));
  free(script);
  tc_raw_mesh *raw;
  file_write(&f, "x.vtu", "text\n");
  expect_error(import_file(&f, "x.vtu", NULL, &(tc_import_options){.regions = "abc"}, NULL, &raw), TC_INPUT,
               "x.vtu: abc: 4");
  folder_remove(&f);
}

/* A module meshio.py that cannot be imported replaces meshio in every Python. The file python3 in PATH is
 * not executable, so the search for Python skips it. */
Test(meshio, is_not_installed) {
  folder f = folder_make();
  file_write(&f, "meshio.py", "raise ModuleNotFoundError(name='meshio')\n");
  setenv("PYTHONPATH", f.path, 1);
  setenv("PYTHONDONTWRITEBYTECODE", "1", 1);
  file_write(&f, "python3", "text\n");
  setenv("PATH", f.path, 1);
  refuse(&f, TC_INPUT,
         "x.vtu: this format needs python3-meshio, which is not installed: run apt-get install "
         "python3-meshio (for "
         "Exodus also python3-netcdf4), or save the mesh as MSH 4.1");
  folder_remove(&f);
}

Test(meshio, surfaces_are_refused) {
  folder f = folder_make();
  tc_raw_mesh *raw;
  file_write(&f, "x.vtu", "text\n");
  const tc_import_options options = {.surfaces = 1, .surface = &(tc_import_surface){"a.surf", 3}};
  expect_error(import_file(&f, "x.vtu", NULL, &options, NULL, &raw), TC_USAGE,
               "--surf a.surf: only meshes of openCARP");
  expect_error(import_file(&f, "y.vtu", NULL, &no_options, NULL, &raw), TC_INPUT, "y.vtu: ");
  folder_remove(&f);
}

static const char hdf[] = "\211HDF\r\n\032\n";

/* Lists the files of which a source consists. Expects that their paths end with the strings in `end`,
 * whose last element is NULL. */
static void expect_files(const folder *f, const char *name, const char *const *end) {
  char path[400];
  const char *const *files;
  tc_pool pool = {0};
  file_path(f, name, path);
  expect_ok(tc_importer_find("meshio")->list_files(path, &pool, &files));
  for (; *end; end++, files++) {
    cr_assert_not_null(*files, "%s is not listed", *end);
    cr_assert_str_eq(*files + strlen(*files) - strlen(*end), *end);
  }
  cr_assert_null(*files, "%s", *files);
  tc_pool_free(&pool);
}

/* The source consists of the XDMF file and of the existing HDF5 files that its text names. */
Test(meshio, files_of_xdmf) {
  folder f = folder_make();
  file_write(&f, "x.xdmf",
             "<Xdmf xmlns:xi=\"http://www.w3.org/2001/XInclude\">\n"
             "<DataItem Format=\"HDF\">a.h5:/data0</DataItem><DataItem Format=\"HDF\">\n"
             " my mesh.hdf5:/data0\n</DataItem><DataItem>a.h5:/data1</DataItem>\n"
             "<DataItem>b.h5:/data0</DataItem><DataItem>c.h5:data0</DataItem><DataItem>./d.h5:/0</DataItem>\n"
             "<Attribute Name=\"e.h5\"/></Xdmf>\n");
  expect_files(&f, "x.xdmf", (const char *const[]){"/x.xdmf", NULL});
  for (const char *const *name = (const char *const[]){"a.h5", "my mesh.hdf5", "c.h5", "d.h5", "x.h5", NULL};
       *name; name++)
    file_write(&f, *name, hdf);
  file_write(&f, "b.h5", "text\n");
  file_write(&f, "e.h5", hdf);
  expect_files(&f, "x.xdmf",
               (const char *const[]){"/x.xdmf", "/a.h5", "/my mesh.hdf5", "/c.h5", "/./d.h5", NULL});
  folder_remove(&f);
}

/* If the XDMF file is a symbolic link, file names in it are relative to the directory of the link's
 * target. */
Test(meshio, files_of_linked_xdmf) {
  folder f = folder_make(), other = folder_make();
  char path[400], target[400];
  file_write(&other, "x.xdmf", "<DataItem>a.h5:/data0</DataItem>\n");
  file_write(&other, "a.h5", hdf);
  file_path(&other, "x.xdmf", target);
  file_path(&f, "y.xdmf", path);
  cr_assert_eq(symlink(target, path), 0);
  file_path(&other, "a.h5", target);
  expect_files(&f, "y.xdmf", (const char *const[]){"/y.xdmf", target, NULL});
  folder_remove(&f);
  folder_remove(&other);
}

/* A VTU file with two tetrahedra and a marked triangle, which has a direction per cell. */
static const char *const vtu =
    "<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" byte_order=\"LittleEndian\"><UnstructuredGrid>"
    "<FieldData><DataArray type=\"Int32\" Name=\"wall\" NumberOfTuples=\"2\" format=\"ascii\">3 2</DataArray>"
    "</FieldData><Piece NumberOfPoints=\"5\" NumberOfCells=\"3\"><Points><DataArray type=\"Float64\" "
    "NumberOfComponents=\"3\" format=\"ascii\">0 0 0 1 0 0 0 1 0 0 0 1 1 1 1.5</DataArray></Points><Cells>"
    "<DataArray type=\"Int32\" Name=\"connectivity\" format=\"ascii\">0 1 2 3 1 2 3 4 0 1 2</DataArray>"
    "<DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">4 8 11</DataArray><DataArray type=\"UInt8\" "
    "Name=\"types\" format=\"ascii\">10 10 5</DataArray></Cells><CellData><DataArray type=\"Int32\" "
    "Name=\"region\" format=\"ascii\">7 0 3</DataArray><DataArray type=\"Float64\" Name=\"f\" "
    "NumberOfComponents=\"3\" format=\"ascii\">1 0 0 0 2 0 0 0 0</DataArray></CellData></Piece>"
    "</UnstructuredGrid></VTKFile>\n";

/* Reads a file with the importer that recognises it and with the Python of the system. The test is skipped
 * if this Python has no meshio. */
static tc_raw_mesh *accept(const folder *f, const char *name, const tc_import_options *options) {
  tc_raw_mesh *raw;
  setenv("PATH", "/usr/bin:/bin", 1);
  tc_status status = import_file(f, name, NULL, options, NULL, &raw);
  if (status && strstr(tc_status_text(status), "needs python3-meshio")) {
    tc_status_free(&status);
    folder_remove(f);
    cr_skip_test("python3-meshio is not installed (apt-get install python3-meshio)");
  }
  expect_ok(status);
  return raw;
}

Test(meshio, vtu) {
  folder f = folder_make();
  file_write(&f, "x.vtu", vtu);
  tc_raw_mesh *raw = accept(&f, "x.vtu", &(tc_import_options){.fibres = "f"});
  cr_assert_str_eq(raw->format, "VTU, by meshio");
  cr_assert_eq(raw->points, 5);
  cr_assert_eq(raw->point[14], 1.5);
  cr_assert_eq(raw->elements, 3);
  cr_assert_eq(raw->type[2], TC_ELEMENT_TRIANGLE);
  cr_assert_eq(raw->element_number[2], 2);
  cr_assert_arr_eq(raw->corner, ((int32_t[]){0, 1, 2, 3, 1, 2, 3, 4, 0, 1, 2}), 11 * sizeof(int32_t));
  expect_group(raw, 0, 3, 7, "");
  expect_group(raw, 1, 3, 0, "");
  expect_group(raw, 2, 2, 3, "wall");
  cr_assert_eq(raw->width, 3);
  cr_assert_eq(raw->vector[4], 2);
  tc_raw_mesh_destroy(&raw);
  folder_remove(&f);
}
