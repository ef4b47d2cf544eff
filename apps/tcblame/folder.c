#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/line.h"
#include "base/timer.h"
#include "blame/harvest.h"
#include "io/folder.h"

static const char *variable(const char *name) {
  const char *value = getenv(name);
  return value ? value : "";
}

/* Steps of SLURM that srun started: those of high numbers are the job's own script. */
static bool is_step(const char *step) {
  const char *own = "4294967000";
  return *step && (strlen(step) < strlen(own) || strcmp(step, own) < 0);
}

/* Who started this process: the same for all that one launcher starts, and never again. */
static void name_launch(tc_line *out) {
  if (*variable("PMIX_NAMESPACE"))
    tc_line_add(out, "pmix %s %s", variable("PMIX_NAMESPACE"),
                variable("OMPI_MCA_orte_precondition_transports"));
  else if (is_step(variable("SLURM_STEP_ID")))
    tc_line_add(out, "slurm %s.%s", variable("SLURM_JOB_ID"), variable("SLURM_STEP_ID"));
  else if (*variable("PMI_RANK"))
    tc_line_add(out, "parent %ld", (long)getppid());
  else
    tc_line_add(out, "process %ld %.9f", (long)getpid(), tc_now_s());
}

/* Whether a launch may be named like that, or nothing is: not so files of somebody else. */
static bool is_launch(const char *text) {
  static const char *const words[] = {"pmix ", "slurm ", "parent ", "process "};
  bool is = *text == 0;
  for (size_t w = 0; w < sizeof words / sizeof *words; w++)
    is = is || strncmp(text, words[w], strlen(words[w])) == 0;
  return is;
}

static tc_status check(const char *folder, bool force) {
  int found = 0;
  TC_TRY(tc_harvest_clear(folder, force, &found));
  if (found == 0 || force) return TC_OK;
  return tc_status_make(TC_OUTPUT,
                        "%s: holds %d file%s of samples: choose another folder (-o), or --force, which "
                        "removes them",
                        folder, found, found == 1 ? "" : "s");
}

static tc_status fail(const char *path) {
  return tc_status_make(TC_OUTPUT, "%s: cannot be written: %s", path, strerror(errno));
}

/* The file says whose samples the folder holds. */
static tc_status claim(const char *folder, const char *path, int file, bool force) {
  tc_line ours = {0}, theirs = {0};
  name_launch(&ours);
  const ssize_t bytes = read(file, theirs.text, sizeof theirs.text - 1);
  if (bytes < 0) return fail(path);
  if (bytes == (ssize_t)ours.length && memcmp(ours.text, theirs.text, ours.length) == 0) return TC_OK;
  if ((bytes > 0 && theirs.text[0] == 0) || !is_launch(theirs.text))
    return tc_status_make(TC_OUTPUT, "%s: is no file of tcblame run: choose another folder (-o)", path);
  TC_TRY(check(folder, force));
  if (ftruncate(file, 0) != 0 || pwrite(file, ours.text, ours.length, 0) != (ssize_t)ours.length)
    return fail(path);
  return TC_OK;
}

tc_status tc_blame_folder_prepare(const char *folder, bool force) {
  tc_line path = {0};
  tc_line_add(&path, "%s/launch", folder);
  TC_TRY(tc_folder_prepare(path.text));
  const int file = open(path.text, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) return fail(path.text);
  tc_status status =
      flock(file, LOCK_EX) == 0 || errno == ENOLCK ? claim(folder, path.text, file, force) : fail(path.text);
  close(file);
  return status;
}
