/* Usage: fuzz-hdf5 [ROUNDS [FIRST [KIND..]]] reads ROUNDS damaged files of each kind, numbered from FIRST.
 * The number of a file determines its damage.
 * The reader must reject the file with one line, or read the right values. If the program crashes or hangs,
 * it prints the number.
 * fuzz-hdf5 keep KIND NUMBER copies one damaged file to the working directory. */
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/process.h"
#include "base/core/timer.h"
#include "comm/world/mpi_world.h"
#include "fuzz/hdf.h"
#include "io/snapshot/snapshot.h"

enum { usual_rounds = 80, patience_s = 20 };

static const hdf_kind *const kinds[] = {&hdf_checkpoint, &hdf_snapshot, &hdf_fibres, &hdf_mesh, NULL};

static char folder[64], current[64];

static void on_signal(int signal) {
  static const char text[] = "crashed or hung: fuzz-hdf5 keep ";
  ssize_t written = write(2, text, sizeof text - 1);
  written = write(2, current, strlen(current));
  (void)written;
  _exit(128 + signal);
}

static const hdf_kind *find(const char *name) {
  int k = 0;
  while (kinds[k] && strcmp(kinds[k]->name, name) != 0) k++;
  return kinds[k];
}

static bool copy(const char *from, const char *to) {
  unlink(to); /* some file systems wait for the disk if an existing file is overwritten */
  FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
  char piece[8192];
  for (size_t n; in && out && (n = fread(piece, 1, sizeof piece, in)) > 0;) fwrite(piece, 1, n, out);
  if (in) fclose(in);
  return out && fclose(out) == 0 && in;
}

/* Creates the damaged file with this number from a copy of the undamaged file. Returns the kind of its
 * damage. */
static tc_damage make(const hdf_kind *k, uint64_t number) {
  dice d = {number << 20};
  if (!copy("good", k->file)) abort();
  if (number % 50 == 0) return TC_DAMAGE_NONE;
  if (roll(&d, 3) == 0) return hdf_damage_bytes(k->file, &d) ? TC_DAMAGE_BYTES : TC_DAMAGE_NONE;
  hdf_damage_objects(k->file, &d);
  if (!k->seal) return TC_DAMAGE_OBJECTS;
  if (roll(&d, 8) == 0) return TC_DAMAGE_BYTES; /* the checksums do not match the changed objects */
  k->seal(k->file);
  return TC_DAMAGE_OBJECTS;
}

static int try_kind(const tc_world *world, const hdf_kind *k, uint64_t rounds, uint64_t first) {
  int failures = 0;
  const double began = tc_now_s();
  if (!k->make(world) || !copy(k->file, "good")) return 1;
  for (uint64_t number = first; number < first + rounds; number++) {
    snprintf(current, sizeof current, "%s %llu\n", k->name, (unsigned long long)number);
    alarm(patience_s);
    const bool good = k->use(world, make(k, number));
    if (!good) fprintf(stderr, "unexpected result: fuzz-hdf5 keep %s", current);
    failures += !good;
  }
  alarm(0);
  printf("%-12s %llu files, %d failures; %.0f us each\n", k->name, (unsigned long long)rounds, failures,
         1e6 * (tc_now_s() - began) / (double)rounds);
  fflush(stdout);
  return failures;
}

static int keep(const tc_world *world, const hdf_kind *k, uint64_t number, const char *here) {
  char to[4200];
  if (!k || !k->make(world) || !copy(k->file, "good")) return 1;
  make(k, number);
  snprintf(to, sizeof to, "%s/%s", here, k->file);
  return !copy(k->file, to);
}

static int run(const tc_world *world, int argc, char **argv, const char *here) {
  const uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : usual_rounds,
                 first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
  int failures = 0;
  if (argc == 4 && strcmp(argv[1], "keep") == 0)
    return keep(world, find(argv[2]), strtoull(argv[3], NULL, 10), here);
  for (int k = 0; argc < 4 && kinds[k]; k++) failures += try_kind(world, kinds[k], rounds, first);
  for (int a = 3; a < argc; a++)
    failures += find(argv[a]) ? try_kind(world, find(argv[a]), rounds, first) : 1;
  return failures > 0;
}

static void clean_up(void) {
  char command[100];
  snprintf(command, sizeof command, "rm -rf %s", folder);
  if (folder[0] && system(command) != 0) fprintf(stderr, "%s stays\n", folder);
}

/* HDF5 1.10.8 leaks memory when it rejects a damaged file. The leak sanitizer calls this function to get
 * its suppressions. Other programs do not suppress these leaks. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libhdf5\n"; }

int main(int argc, char **argv) {
  static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM};
  char here[4096];
  tc_world *world = NULL;
  snprintf(folder, sizeof folder, "%s/tetracast-hdf-XXXXXX",
           access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
  if (!getcwd(here, sizeof here) || !mkdtemp(folder) || chdir(folder)) return 1;
  tc_process_prepare(TC_PROCESS_FILE_SIZE);
  tc_world_prepare();
  tc_snapshot_prepare();
  MPI_Init(&argc, &argv);
  omp_set_num_threads(1);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], on_signal);
  tc_status status = tc_world_create(MPI_COMM_WORLD, 0, &world);
  const int code = status ? 1 : run(world, argc, argv, here);
  tc_world_destroy(&world);
  MPI_Finalize();
  clean_up();
  return code;
}
