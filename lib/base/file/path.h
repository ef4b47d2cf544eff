/* Functions that find the parts of a path. No function accesses the file system. */
#ifndef TC_BASE_FILE_PATH_H
#define TC_BASE_FILE_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* Returns the file name of a path: the part after the last slash, or the whole path. */
const char *tc_path_name(const char *path);

/* Returns the length of the path without the ending of the file name, for example that of "out/X" in
 * "out/X.h5". A name whose only dot is its first character, such as ".config", has no ending. */
size_t tc_path_stem(const char *path);

/* True if the path ends with one of `endings`, such as ".h5", and has at least one character before the
 * ending. The case of letters is ignored. The list ends with NULL. */
bool tc_path_has_ending(const char *path, const char *const *endings);

#endif
