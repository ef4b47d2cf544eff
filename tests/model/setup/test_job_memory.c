/* Tests of the fresh memory of each phase of a job, in bytes. Fresh memory is that which the process touches
 * for the first time, so that the system must provide new pages. The examples have small meshes. */
#include "model/approximately.h"
#include "model/setup/job_forecast.h"

/* Machine on which a fresh byte takes 1 ms. */
static const tc_params machine = {.page_s = 4.096,
                                  .open_file_s = 1,
                                  .read_text_Bps = 1e3,
                                  .assemble_two_point_row_s = 29};

/* A single rank is root and rank with 10 cells and 5 vertices. Its mesh needs 200 + 120 bytes and its
 * neighbour list 160 bytes. Further bytes are buckets or the graph of METIS. */
Test(job_memory, fresh_memory_of_one_rank) {
  tc_job_counts counts = {.files = 3,
                          .cells = 10,
                          .vertices = 5,
                          .scheme = "two-point",
                          .order = "rcm",
                          .ranks = 1,
                          .rows = 10,
                          .width = 4,
                          .scratch_B = 100,
                          .searches = true,
                          .tries_formats = true};
  double fresh_B[TC_JOB_PHASE_COUNT];
  tc_job_fresh_memory(&counts, fresh_B);
  expect_near(fresh_B[TC_JOB_PHASE_read], 320);
  expect_near(fresh_B[TC_JOB_PHASE_neighbours], 160 + 160 + 40);
  expect_near(fresh_B[TC_JOB_PHASE_order], 280 - 200);
  expect_near(fresh_B[TC_JOB_PHASE_distribute], (280 + 640) - (160 + 280));
  expect_near(fresh_B[TC_JOB_PHASE_halo], (640 + 320) - (280 + 640));
  expect_near(fresh_B[TC_JOB_PHASE_assemble], 560 + 1000);
  expect_near(fresh_B[TC_JOB_PHASE_search], 0);
  expect_near(fresh_B[TC_JOB_PHASE_formats], 0);
  tc_job_forecast out;
  tc_job_forecast_compute(&machine, &counts, false, &out);
  expect_near(out.phase_s[TC_JOB_PHASE_read], 3 + 0.32);
  expect_near(out.phase_s[TC_JOB_PHASE_assemble], 10 * 29 + 1.56);
  counts.files = 0; /* a mesh of the calling program */
  tc_job_fresh_memory(&counts, fresh_B);
  expect_near(fresh_B[TC_JOB_PHASE_read], 0);
  expect_near(fresh_B[TC_JOB_PHASE_neighbours], 160 + 160 + 40);
}

/* With several ranks, the largest rank is not the root. The phases of this rank touch all its memory for the
 * first time. */
Test(job_memory, fresh_memory_of_several_ranks) {
  const tc_job_counts counts = {.files = 3,
                                .cells = 20,
                                .vertices = 10,
                                .faces = 5,
                                .ranks = 2,
                                .rows = 10,
                                .ghosts = 2,
                                .width = 4,
                                .searches = true,
                                .tries_formats = true};
  double fresh_B[TC_JOB_PHASE_COUNT];
  tc_job_fresh_memory(&counts, fresh_B);
  expect_near(fresh_B[TC_JOB_PHASE_read], 20 * 20 + 24 * 10 + 16 * 5);
  expect_near(fresh_B[TC_JOB_PHASE_distribute], 12 * 52 + 6 * 24);
  expect_near(fresh_B[TC_JOB_PHASE_halo], 320);
  expect_near(fresh_B[TC_JOB_PHASE_assemble], 560);
  expect_near(fresh_B[TC_JOB_PHASE_search], 5 * 80);
  expect_near(fresh_B[TC_JOB_PHASE_formats], 560 - 80);
  expect_near(fresh_B[TC_JOB_PHASE_solver], 0);
  expect_near(fresh_B[TC_JOB_PHASE_steps], 0);
}
