/* Reserves the directory DIR of the samples for one launch (see output_folder.h). The file DIR/launch
 * contains the name of the launch whose samples the directory contains. Each process locks the file, reads it
 * and compares it with its own launch. The first process of a launch removes older samples or rejects the
 * directory. The name of a launch is the first of these that exists: the name that PMIx gives it, the SLURM
 * step, the PMI launch (pmi_launch.h), the process. */
#include "launch/output_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/text/line.h"
#include "blame/samples/sample_folder.h"
#include "launch/pmi_launch.h"

enum { launch_bytes_max = 1 << 26 };

/* True if srun started the SLURM step with the number `step`. Other steps, such as the job script, have
 * numbers from 4294967000. */
static bool is_srun_step(const char *step) {
  const char *first_reserved = "4294967000";
  return *step && (strlen(step) < strlen(first_reserved) || strcmp(step, first_reserved) < 0);
}

/* Adds the name of the launch to which this process belongs to `out`. All processes of one launch get the
 * same name, and different launches get different names. PMI launches are an exception, because several of
 * them may have the same name (pmi_launch.h). */
static void format_launch_name(tc_line *out) {
  if (*tb_environment_variable("PMIX_NAMESPACE"))
    tc_line_add(out, "pmix %s %s", tb_environment_variable("PMIX_NAMESPACE"),
                tb_environment_variable("OMPI_MCA_orte_precondition_transports"));
  else if (is_srun_step(tb_environment_variable("SLURM_STEP_ID")))
    tc_line_add(out, "slurm %s.%s", tb_environment_variable("SLURM_JOB_ID"),
                tb_environment_variable("SLURM_STEP_ID"));
  else if (tb_pmi_is_launcher())
    tb_pmi_format_head(out);
  else
    tc_line_add(out, "process %ld %.9f", (long)getpid(), tc_now_s());
}

/* True if the contents of the file DIR/launch are empty or have the form of a launch name. A file with other
 * contents is never overwritten. */
static bool is_launch_name(const char *text) {
  static const char *const words[] = {"pmix ", "slurm ", "pmi ", "process "};
  bool is_name = *text == 0;
  for (size_t w = 0; w < sizeof words / sizeof *words; w++)
    is_name = is_name || strncmp(text, words[w], strlen(words[w])) == 0;
  return is_name;
}

static tc_status check_folder(const char *folder, bool force) {
  int found = 0;
  TC_TRY(tb_sample_folder_remove_files(folder, force, &found));
  if (found == 0 || force) return TC_OK;
  return tc_status_create(TC_OUTPUT,
                          "%s: contains %d sample file%s: choose another directory (-o), or remove them with "
                          "--force",
                          folder, found, found == 1 ? "" : "s");
}

static tc_status write_error(const char *path) { return tc_file_write_error(path, errno); }

static tc_status append_line(const char *path, int file, const tc_line *text) {
  const bool written =
      lseek(file, 0, SEEK_END) >= 0 && write(file, text->text, text->length) == (ssize_t)text->length;
  return written ? TC_OK : write_error(path);
}

/* True if `stored`, the contents of the file DIR/launch, name the launch of this process, whose name is
 * `launch`. In a PMI launch, adds to *own_line the line that this process must append to the file. */
static bool is_same_launch(const char *stored, const tc_line *launch, tc_line *own_line) {
  if (strncmp(launch->text, "pmi ", 4) != 0) return strcmp(stored, launch->text) == 0;
  tb_pmi_format_line(own_line);
  return tb_pmi_is_same_launch(stored);
}

/* Reserves the directory for the launch of this process, unless the directory already belongs to this launch.
 * `file` is the open file DIR/launch, `path` its path and `stored` its contents. */
static tc_status claim_folder(const char *folder, const char *path, int file, const char *stored,
                              bool force) {
  tc_line launch = {0}, own_line = {0};
  format_launch_name(&launch);
  if (is_same_launch(stored, &launch, &own_line)) return append_line(path, file, &own_line);
  if (!is_launch_name(stored))
    return tc_status_create(TC_OUTPUT, "%s: was not written by tcblame run: choose another directory (-o)",
                            path);
  TC_TRY(check_folder(folder, force));
  if (ftruncate(file, 0) != 0) return write_error(path);
  TC_TRY(append_line(path, file, &launch));
  return append_line(path, file, &own_line);
}

static tc_status read_and_claim(const char *folder, const char *path, int file, bool force) {
  char *stored = NULL;
  if (flock(file, LOCK_EX) != 0 && errno != ENOLCK) return write_error(path);
  TC_TRY(tc_file_read_text(path, launch_bytes_max, TC_OUTPUT, &stored));
  tc_status status = claim_folder(folder, path, file, stored, force);
  tc_free(stored);
  return status;
}

tc_status tb_folder_prepare(const char *folder, bool force) {
  tc_line path = {0};
  tc_line_add(&path, "%s/launch", folder);
  TC_TRY(tc_directory_prepare(path.text));
  const int file = open(path.text, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) return write_error(path.text);
  tc_status status = read_and_claim(folder, path.text, file, force);
  close(file);
  return status;
}
