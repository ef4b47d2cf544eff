/* Reading of sample files. The tests write the files in the format of the sampler. */
#include "blame/samples/samples.h"

#include <stdlib.h>

#include "io/mesh/mesh_files.h"
#include "sampler/file_format.h"
#include "support/expect.h"

enum { blocks = 4 };

/* Content of a sample file. at[b] is the number of bytes that records occupy in block b. */
typedef struct image {
  unsigned char byte[blocks][TS_SAMPLER_BLOCK];
  size_t at[blocks];
} image;

static image *image_make(int rank, const char *host, int pid) {
  image *i = calloc(1, sizeof *i);
  cr_assert_not_null(i);
  ts_file_header *header = (ts_file_header *)(void *)i->byte[0];
  *header = (ts_file_header){.header_bytes = sizeof *header,
                             .block_bytes = TS_SAMPLER_BLOCK,
                             .period_ns = 1000000,
                             .rank = rank,
                             .pid = pid,
                             .clock = "task",
                             .program = "/bin/x"};
  memcpy(header->magic, TS_SAMPLER_MAGIC, sizeof header->magic);
  snprintf(header->host, sizeof header->host, "%s", host);
  return i;
}

static void *image_add(image *i, int block, ts_file_kind kind, size_t bytes, uint64_t time_ns) {
  ts_file_record *record = (ts_file_record *)(void *)(i->byte[block] + i->at[block]);
  *record = (ts_file_record){(uint32_t)bytes, kind, (uint32_t)block, 0, time_ns};
  i->at[block] += bytes;
  return record;
}

static ts_file_sample *image_sample(image *i, int block, uint64_t time_ns, uint32_t depth) {
  ts_file_sample *sample =
      image_add(i, block, TS_SAMPLER_SAMPLE, sizeof *sample + depth * sizeof *sample->stack, time_ns);
  sample->depth = sample->region_depth = depth;
  sample->weight = 1;
  for (uint32_t d = 0; d < depth; d++) sample->stack[d] = 100 + d;
  return sample;
}

static void image_write(image *i, const folder *f, const char *name, size_t bytes) {
  file_write_bytes(f, name, i, bytes);
  free(i);
}

enum { whole = blocks * TS_SAMPLER_BLOCK };

static tb_samples *open_folder(const folder *f) {
  tb_samples *samples = NULL;
  expect_ok(tb_samples_open(f->path, &samples));
  return samples;
}

/* Blocks are written by different threads. The reader must sort the records of all blocks by time. */
Test(samples, in_the_order_of_time) {
  folder f = folder_make();
  image *i = image_make(-1, "h", 5);
  for (int k = 0; k < 50; k++) image_sample(i, 1 + k % 2, (uint64_t)(k % 2 ? 1000 - 10 * k : 10 * k), 3);
  image_add(i, 3, TS_SAMPLER_FREE, sizeof(ts_file_free), 7);
  ts_file_region *region = image_add(i, 3, TS_SAMPLER_REGION, sizeof *region + 16, 8);
  region->tag = 9;
  region->depth = 2;
  image_write(i, &f, "a.tcb", whole);
  tb_samples *samples = open_folder(&f);
  cr_assert_eq(samples->processes, 1);
  const tb_sample_file *p = &samples->process[0];
  cr_assert_eq(p->samples, 50);
  cr_expect_eq(p->frees, 1);
  cr_expect_eq(p->regions, 1);
  cr_expect_eq(p->damaged_blocks, 0);
  for (int s = 1; s < p->samples; s++)
    cr_expect_leq(p->sample[s - 1]->record.time_ns, p->sample[s]->record.time_ns);
  cr_expect_eq(p->sample[0]->stack[2], 102);
  tb_samples_close(&samples);
  cr_expect_null(samples);
  folder_remove(&f);
}

Test(samples, processes_by_rank_and_host) {
  folder f = folder_make();
  const struct {
    int rank, pid;
    const char *host, *name;
  } files[] = {{1, 4, "b", "x.tcb"}, {0, 9, "b", "y.tcb"}, {1, 3, "b", "z.tcb"}, {1, 8, "a", "w.tcb"}};
  for (int k = 0; k < 4; k++) {
    image *i = image_make(files[k].rank, files[k].host, files[k].pid);
    if (k != 2) image_sample(i, 1, 1, 0);
    image_write(i, &f, files[k].name, whole);
  }
  file_write(&f, "launch", "no file of samples");
  file_write(&f, "none.tcb", "");
  tb_samples *samples = open_folder(&f);
  cr_assert_eq(samples->processes, 4, "a file without samples also counts");
  cr_expect_eq(samples->empty_files, 1);
  const int pid[] = {9, 8, 3, 4};
  for (int p = 0; p < 4; p++) cr_expect_eq(samples->process[p].header->pid, pid[p]);
  tb_samples_close(&samples);
  folder_remove(&f);
}

/* A file ends within a record if the process was killed or the disk was full. The reader must return all
 * complete records. */
Test(samples, torn_ends) {
  folder f = folder_make();
  for (size_t cut = 0; cut < 700; cut += 8) {
    image *i = image_make(0, "h", 1);
    for (int k = 0; k < 3; k++) image_sample(i, 1, (uint64_t)k, 4);
    const size_t each = sizeof(ts_file_sample) + 4 * 8, bytes = TS_SAMPLER_BLOCK + 700 - cut;
    image_write(i, &f, "t.tcb", bytes);
    tb_samples *samples = NULL;
    const int complete = (int)((700 - cut) / each);
    if (complete == 0)
      expect_error(tb_samples_open(f.path, &samples), TC_INPUT, "no sample");
    else {
      samples = open_folder(&f);
      cr_expect_eq(samples->process[0].samples, complete > 3 ? 3 : complete, "%zu bytes cut off", cut);
      cr_expect_eq(samples->process[0].damaged_blocks, 1);
      tb_samples_close(&samples);
    }
  }
  folder_remove(&f);
}

typedef void (*damage)(ts_file_sample *sample);

static void too_deep(ts_file_sample *sample) { sample->depth = TS_SAMPLER_DEPTH + 1; }
static void deeper_than_record(ts_file_sample *sample) { sample->depth = 10; }
static void region_deeper_than_stack(ts_file_sample *sample) { sample->region_depth = 5; }
static void without_weight(ts_file_sample *sample) { sample->weight = 0; }
static void of_unknown_state(ts_file_sample *sample) { sample->state = 99; }
static void of_unknown_kind(ts_file_sample *sample) { sample->record.kind = 99; }
static void too_long(ts_file_sample *sample) { sample->record.size = 1 << 20; }
static void too_short(ts_file_sample *sample) { sample->record.size = 24; }
static void misaligned(ts_file_sample *sample) { sample->record.size -= 4; }

/* The reader ignores the records after an invalid one in the same block, but not those of other blocks. */
Test(samples, records_without_sense) {
  const damage damages[] = {too_deep,       deeper_than_record, region_deeper_than_stack,
                            without_weight, of_unknown_state,   of_unknown_kind,
                            too_long,       too_short,          misaligned};
  folder f = folder_make();
  for (size_t d = 0; d < sizeof damages / sizeof *damages; d++) {
    image *i = image_make(0, "h", 1);
    image_sample(i, 1, 1, 4);
    damages[d](image_sample(i, 1, 2, 4));
    image_sample(i, 1, 3, 4);
    image_sample(i, 2, 4, 4);
    image_write(i, &f, "t.tcb", whole);
    tb_samples *samples = open_folder(&f);
    const tb_sample_file *p = &samples->process[0];
    cr_assert_eq(p->samples, 2, "damage %zu: %d samples", d, p->samples);
    cr_expect_eq(p->sample[0]->record.time_ns, 1);
    cr_expect_eq(p->sample[1]->record.time_ns, 4);
    cr_expect_eq(p->damaged_blocks, 1);
    tb_samples_close(&samples);
  }
  folder_remove(&f);
}

static void expect_refused(const folder *f, const char *part) {
  tb_samples *samples = NULL;
  expect_error(tb_samples_open(f->path, &samples), TC_INPUT, part);
  cr_expect_null(samples);
}

Test(samples, files_of_something_else) {
  folder f = folder_make();
  expect_refused(&f, "no file of tcblame run");
  image_write(image_make(0, "h", 1), &f, "t.tcb", whole);
  expect_refused(&f, "static");
  file_write(&f, "t.tcb", "");
  expect_refused(&f, "because the disk was full");
  file_write(&f, "t.tcb", "something else");
  expect_refused(&f, "t.tcb: is not a sample file of this version of tcblame");
  image *i = image_make(0, "h", 1);
  ((ts_file_header *)(void *)i->byte[0])->header_bytes = 8;
  image_write(i, &f, "t.tcb", whole);
  expect_refused(&f, "another version");
  i = image_make(0, "h", 1);
  memset(((ts_file_header *)(void *)i->byte[0])->program, 'x', TS_SAMPLER_PATH);
  image_write(i, &f, "t.tcb", whole);
  expect_refused(&f, "file header is damaged");
  file_write(&f, "t.tcb", NULL);
  folder_remove(&f);
  expect_refused(&f, f.path);
}

/* Shares are ratios of sample counts, so all files with samples must have the same sampling period. */
Test(samples, of_several_periods) {
  folder f = folder_make();
  for (int rank = 0; rank < 3; rank++) {
    image *i = image_make(rank, "h", rank);
    if (rank != 1) image_sample(i, 1, 1, 4);
    ((ts_file_header *)(void *)i->byte[0])->period_ns *= rank == 2 ? 10u : 1u + (unsigned)rank;
    image_write(i, &f, rank == 0 ? "a.tcb" : rank == 1 ? "b.tcb" : "c.tcb", whole);
  }
  expect_refused(&f, "a.tcb: the sampling period is 1 ms");
  expect_refused(&f, "c.tcb 10 ms");
  file_write(&f, "c.tcb", NULL);
  tb_samples *samples = open_folder(&f);
  cr_expect_eq(samples->processes, 2, "the period of a file without samples is ignored");
  tb_samples_close(&samples);
  file_write(&f, "a.tcb", NULL);
  file_write(&f, "b.tcb", NULL);
  folder_remove(&f);
}
