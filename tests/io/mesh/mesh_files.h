/* Temporary directories with files of a test, and a small TetGen mesh as text. folder_remove removes the
 * directory. */
#ifndef TC_TESTS_IO_MESH_MESH_FILES_H
#define TC_TESTS_IO_MESH_MESH_FILES_H

#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct folder {
  char path[64], base[80]; /* base: path of the mesh "m" in the directory */
} folder;

static inline folder folder_make(void) {
  folder f = {"/tmp/tetracast-test-XXXXXX", ""};
  cr_assert_not_null(mkdtemp(f.path));
  snprintf(f.base, sizeof f.base, "%s/m", f.path);
  return f;
}

static inline void file_path(const folder *f, const char *name, char path[400]) {
  snprintf(path, 400, "%s/%s", f->path, name);
}

static inline void file_write_bytes(const folder *f, const char *name, const void *bytes, size_t n) {
  char path[400];
  file_path(f, name, path);
  /* The file is removed first, because some file systems wait for the disk if an existing file is
   * overwritten. */
  unlink(path);
  FILE *file = fopen(path, "wb");
  cr_assert_not_null(file, "%s", path);
  cr_assert_eq(fwrite(bytes, 1, n, file), n);
  cr_assert_eq(fclose(file), 0);
}

/* Writes a file, or removes it if `text` is NULL. */
static inline void file_write(const folder *f, const char *name, const char *text) {
  char path[400];
  file_path(f, name, path);
  if (text)
    file_write_bytes(f, name, text, strlen(text));
  else
    unlink(path);
}

/* Sets the modification time of the file to a day ago. */
static inline void file_set_old(const folder *f, const char *name) {
  char path[400];
  const time_t day_ago = time(NULL) - 86400;
  file_path(f, name, path);
  cr_assert_eq(utimensat(AT_FDCWD, path, (const struct timespec[2]){{day_ago, 0}, {day_ago, 0}}, 0), 0);
}

/* Returns the whole file, or "" if it does not exist. The caller frees the result. */
static inline char *file_text(const folder *f, const char *name) {
  char path[400];
  file_path(f, name, path);
  char *text = calloc(1, 1 << 16);
  FILE *file = fopen(path, "rb");
  if (!file) return text;
  cr_assert_lt(fread(text, 1, 1 << 16, file), 1 << 16);
  fclose(file);
  return text;
}

/* Returns the number of files in the directory, and removes them if remove_them is not 0. */
static inline int folder_files(const folder *f, int remove_them) {
  char path[400];
  int count = 0;
  DIR *list = opendir(f->path);
  cr_assert_not_null(list);
  for (struct dirent *entry; (entry = readdir(list));) {
    if (entry->d_name[0] == '.') continue;
    count++;
    file_path(f, entry->d_name, path);
    if (remove_them) remove(path);
  }
  closedir(list);
  return count;
}

static inline void folder_remove(const folder *f) {
  folder_files(f, 1);
  rmdir(f->path);
}

/* Two cells that share the face of the vertices 2, 3 and 4, as TetGen files. */
static const char *const good_node = "# two cells\n5 3 1 1\n"
                                     "1  0 0 0  7.5 1\n"
                                     "2  1 0 0  7.5 1\n"
                                     "3  0 1 0  7.5 1\n"
                                     "4  0 0 1  7.5 1\n"
                                     "5  1 1 1  7.5 0\n";
static const char *const good_ele = "2 4 1\n1  1 2 3 4  10\n2  2 3 4 5  20\n# end\n";
static const char *const good_face = "3 1\n1  1 2 3  6\n2  2 3 4  9\n3  5 4 2  -7\n";

static inline void mesh_write(const folder *f, const char *node, const char *ele, const char *face) {
  file_write(f, "m.node", node);
  file_write(f, "m.ele", ele);
  file_write(f, "m.face", face);
}

#endif
