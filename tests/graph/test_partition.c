#include "graph/partition/partition.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "graph/graphs.h"
#include "graph/partition/metis_guard.h"
#include "graph/structure/quality.h"

TestSuite(split, .init = tc_metis_guard_install);

/* Partitions a graph twice and checks the properties of every partition, and that both partitions are
 * equal. Returns part[], which the caller frees. */
static int32_t *partition_by(const tc_graph *graph, int32_t parts, tc_objective objective) {
  size_t size = ((size_t)graph->vertices + 1) * sizeof(int32_t);
  int32_t *part = malloc(size), *again = malloc(size);
  memset(part, 0x7F, size);
  memset(again, 0x7F, size);
  expect_ok(tc_partition_metis(graph, parts, objective, part));
  expect_ok(tc_partition_metis(graph, parts, objective, again));
  for (int32_t v = 0; v < graph->vertices; v++) {
    cr_assert(part[v] >= 0 && part[v] < parts, "part of %d is %d", (int)v, (int)part[v]);
    cr_assert_eq(part[v], again[v], "the partitions differ");
  }
  free(again);
  return part;
}

static int32_t *split(const tc_graph *graph, int32_t parts) {
  return partition_by(graph, parts, TC_OBJECTIVE_CUT);
}

/* Parts must have nearly equal sizes, and few edges may be cut. A division of a k x k grid into squares
 * cuts 2 k (sqrt(parts) - 1) edges. METIS uses different algorithms for few and for many parts, so the
 * test has both. */
Test(split, grids_evenly_with_short_cuts) {
  static const int32_t parts[] = {2, 3, 4, 8, 9, 16, 25};
  static const int64_t square_cut[] = {40, 80, 80, 147, 160, 240, 320};
  tc_graph *graph = graphs_grid(40, 40, 5);
  for (int i = 0; i < 7; i++) {
    int32_t *part = split(graph, parts[i]);
    double imbalance;
    expect_ok(tc_quality_imbalance(1600, part, parts[i], &imbalance));
    cr_assert_lt(imbalance, 1.1, "%d parts: %g", (int)parts[i], imbalance);
    int64_t cut = tc_quality_cut(graph, part);
    cr_assert_gt(cut, 0);
    cr_assert_lt(cut, square_cut[i] * 3 / 2, "%d parts: %d edges", (int)parts[i], (int)cut);
    free(part);
  }
  tc_graph_destroy(&graph);
}

Test(split, one_part_or_no_vertices) {
  tc_graph *graph = graphs_grid(3, 3, 1), *empty = graphs_from_edges(0, 0, NULL, 0);
  int32_t *part = split(graph, 1);
  for (int v = 0; v < 9; v++) cr_assert_eq(part[v], 0);
  free(part);
  free(split(empty, 1));
  free(split(empty, 5));
  tc_graph_destroy(&graph);
  tc_graph_destroy(&empty);
}

/* METIS itself does not support as many parts as vertices, so the library divides such graphs. */
Test(split, as_many_parts_as_vertices_or_more) {
  tc_graph *graph = graphs_grid(4, 3, 2);
  for (int32_t parts = 12; parts < 40; parts++) {
    int32_t *part = split(graph, parts), used = 0;
    bool taken[40] = {false};
    for (int v = 0; v < 12; v++) {
      used += !taken[part[v]];
      taken[part[v]] = true;
    }
    cr_assert_eq(used, 12, "every vertex has a part of its own");
    free(part);
  }
  tc_graph_destroy(&graph);
}

/* Graphs with several components and with vertices without edges. The largest number of parts is close to
 * the number of vertices. */
Test(split, disconnected_graphs) {
  for (uint64_t seed = 1; seed < 12; seed++) {
    tc_graph *graph = graphs_random(100, 0.25 * (double)seed, seed);
    static const int32_t parts[] = {2, 7, 9, 30, 99};
    for (int i = 0; i < 5; i++) free(split(graph, parts[i]));
    tc_graph_destroy(&graph);
  }
}

/* Partitions the graph repeatedly until a signal ends the process. If the partitioning fails, ends the
 * process with code 9. */
static void partition_repeatedly(const tc_graph *graph, int32_t parts) {
  int32_t *part = malloc((size_t)graph->vertices * sizeof *part);
  for (;;)
    if (tc_partition_metis(graph, parts, TC_OBJECTIVE_CUT, part)) _exit(9);
}

/* Starts a process that partitions the graph, and sends SIGTERM to it after `delay_us`. Returns true if
 * the signal ends the process. */
static bool ends_by_signal(const tc_graph *graph, int32_t parts, useconds_t delay_us) {
  int how = 0;
  pid_t ended = 0;
  const pid_t child = fork();
  if (child == 0) partition_repeatedly(graph, parts);
  usleep(delay_us);
  kill(child, SIGTERM);
  for (int wait = 0; wait < 1000 && ended == 0; wait++) {
    ended = waitpid(child, &how, WNOHANG);
    if (ended == 0) usleep(10000);
  }
  if (ended == 0) {
    kill(child, SIGKILL);
    waitpid(child, &how, 0);
  }
  return WIFSIGNALED(how) && WTERMSIG(how) == SIGTERM;
}

/* METIS catches SIGTERM and reports it as an internal error, but the guard raises it again. There is one
 * exception (graph/partition/sigterm_guard.h): a signal in the first 0.2 ms after METIS has installed its
 * handler ends only the call of METIS. The test then repeats the attempt with another process. The
 * exception is more frequent on a busy machine. */
Test(split, ends_when_it_is_told_to) {
  tc_graph *graph = graphs_grid(500, 500, 3);
  for (int k = 0; k < 8; k++) {
    const useconds_t delay_us = 20000 + 13000 * (useconds_t)k;
    bool has_ended = false;
    for (int i = 0; i < 3 && !has_ended; i++) has_ended = ends_by_signal(graph, k % 2 ? 8 : 64, delay_us);
    cr_assert(has_ended, "%d: the process did not end by the signal", k);
  }
  tc_graph_destroy(&graph);
}

/* The objective `volume` must give other partitions than the objective `cut`, and not a much larger
 * volume. */
Test(split, by_volume) {
  static const int32_t parts[] = {2, 5, 16, 60};
  tc_graph *graph = graphs_grid(60, 60, 4);
  int differing = 0;
  for (int i = 0; i < 4; i++) {
    int32_t *cut = split(graph, parts[i]), *volume = partition_by(graph, parts[i], TC_OBJECTIVE_VOLUME);
    int64_t by_cut, by_volume;
    double imbalance;
    expect_ok(tc_quality_volume(graph, cut, parts[i], &by_cut));
    expect_ok(tc_quality_volume(graph, volume, parts[i], &by_volume));
    expect_ok(tc_quality_imbalance(3600, volume, parts[i], &imbalance));
    cr_assert_lt(imbalance, 1.1);
    cr_assert_gt(by_volume, 0);
    cr_assert_lt(5 * by_volume, 6 * by_cut, "%d parts: %lld, %lld", (int)parts[i], (long long)by_volume,
                 (long long)by_cut);
    differing += memcmp(cut, volume, 3600 * sizeof *cut) != 0;
    free(cut);
    free(volume);
  }
  cr_assert_gt(differing, 0, "the objective has no effect");
  tc_graph_destroy(&graph);
}

static tc_graph *create_ring(int32_t n) {
  int32_t(*edge)[2] = malloc(sizeof *edge * (size_t)n);
  for (int32_t v = 0; v < n; v++) edge[v][0] = v, edge[v][1] = (v + 1) % n;
  tc_graph *graph = graphs_from_edges(n, n, (const int32_t(*)[2])edge, 0);
  free(edge);
  return graph;
}

/* A ring of 12 vertices has light edges 2-3 and 8-9. If all vertices have the weight 1, these two edges
 * are cut. Heavy vertices must move the cuts. */
Test(split, by_weights) {
  int32_t vertex[12], edge[24], part[12], sum[2] = {0}, cut = 0;
  tc_graph *graph = create_ring(12);
  for (int32_t v = 0; v < 12; v++) {
    vertex[v] = 1;
    for (int32_t e = graph->start[v]; e < graph->start[v + 1]; e++) {
      const int32_t low = v < graph->adjacent[e] ? v : graph->adjacent[e],
                    high = v + graph->adjacent[e] - low;
      edge[e] = high == low + 1 && (low == 2 || low == 8) ? 1 : 50;
    }
  }
  expect_ok(tc_partition_metis_weighted(graph, &(tc_partition_weights){vertex, edge}, 2, part));
  for (int32_t v = 0; v < 12; v++) cr_assert_eq(part[v] == part[3], v > 2 && v < 9, "vertex %d", (int)v);
  vertex[0] = 11;
  expect_ok(tc_partition_metis_weighted(graph, &(tc_partition_weights){vertex, edge}, 2, part));
  for (int32_t v = 0; v < 12; v++) {
    sum[part[v]] += vertex[v];
    cut += part[v] != part[(v + 1) % 12];
  }
  cr_assert(sum[0] >= 8 && sum[0] <= 14 && cut == 2, "%d and %d, %d edges", (int)sum[0], (int)sum[1],
            (int)cut);
  tc_graph_destroy(&graph);
}
