/* Defines a transport, which exchanges the halo values, in the program itself. It uses persistent two-sided
 * messages. The program adds it to a world and selects it by its name. The field has the same bits as with
 * the built-in strategy `neighbour`. */
#include <stdlib.h>

#include "check.h"

struct exchange {
  int peers;
  const int32_t *send_begin, *send_row, *receive_begin;
  double *out, *in;
  MPI_Request *request; /* [2 peers] requests of the receives, followed by those of the sends */
};

static void close_exchange(void *context) {
  struct exchange *e = (struct exchange *)context;
  for (int k = 0; k < 2 * e->peers; k++) MPI_Request_free(&e->request[k]);
  free(e->out), free(e->in), free(e->request), free(e);
}

static int open_exchange(void *self, const tetracast_halo *halo, MPI_Comm comm, void **context) {
  struct exchange *e = (struct exchange *)calloc(1, sizeof *e);
  const int *peer;
  (void)self;
  if (!e) return 1;
  tetracast_halo_lists(halo, &e->peers, &peer, &e->send_begin, &e->send_row, &e->receive_begin);
  e->out = (double *)malloc(sizeof(double) * (size_t)(e->send_begin[e->peers] + 1));
  e->in = (double *)malloc(sizeof(double) * (size_t)(e->receive_begin[e->peers] + 1));
  e->request = (MPI_Request *)malloc(sizeof(MPI_Request) * (size_t)(2 * e->peers + 1));
  if (!e->out || !e->in || !e->request) return free(e->out), free(e->in), free(e->request), free(e), 1;
  for (int p = 0; p < e->peers; p++) {
    const int32_t *r = e->receive_begin + p, *s = e->send_begin + p;
    MPI_Recv_init(e->in + r[0], r[1] - r[0], MPI_DOUBLE, peer[p], 7, comm, &e->request[p]);
    MPI_Send_init(e->out + s[0], s[1] - s[0], MPI_DOUBLE, peer[p], 7, comm, &e->request[e->peers + p]);
  }
  return *context = e, 0;
}

static int begin_exchange(void *context, const double *own) {
  struct exchange *e = (struct exchange *)context;
  for (int32_t k = 0; k < e->send_begin[e->peers]; k++) e->out[k] = own[e->send_row[k]];
  return MPI_Startall(2 * e->peers, e->request) != MPI_SUCCESS;
}

static int end_exchange(void *context, double *ghost) {
  struct exchange *e = (struct exchange *)context;
  if (MPI_Waitall(2 * e->peers, e->request, MPI_STATUSES_IGNORE) != MPI_SUCCESS) return 1;
  for (int32_t k = 0; k < e->receive_begin[e->peers]; k++) ghost[k] = e->in[k];
  return 0;
}

static uint64_t run(tetracast_problem *problem, const char *strategy) {
  tetracast_stepper *stepper;
  uint64_t hash;
  check(tetracast_stepper_create(problem, NULL, strategy, &stepper));
  check(tetracast_stepper_advance(stepper, 100));
  check(tetracast_stepper_statistics(stepper, NULL, NULL, NULL, &hash));
  tetracast_stepper_destroy(&stepper);
  return hash;
}

int main(int argc, char **argv) {
  const int64_t brick[3] = {8, 8, 8};
  const double length[3] = {1.0, 1.0, 1.0};
  const tetracast_transport transport =
      {sizeof transport, "persistent", "persistent two-sided messages", open_exchange, close_exchange,
       begin_exchange,   end_exchange, TETRACAST_COUNT_UNIQUE,          NULL};
  tetracast_world *world;
  tetracast_mesh *mesh;
  tetracast_problem *problem;
  int provided, rank;

  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  check(tetracast_world_create(MPI_COMM_WORLD, 0, &world));
  check(tetracast_world_add_transport(world, &transport));
  check(tetracast_mesh_create_box(world, brick, length, &mesh));
  check(tetracast_problem_create(mesh, &problem));
  check(tetracast_problem_set(problem, "initial", "sin(x)*y"));
  check(tetracast_problem_set_up(problem));
  const uint64_t hash[2] = {run(problem, "neighbour"), run(problem, "persistent")};
  if (rank == 0) printf("the fields are %s\n", hash[0] == hash[1] ? "equal" : "different");
  tetracast_problem_destroy(&problem);
  tetracast_mesh_destroy(&mesh);
  tetracast_world_destroy(&world);
  MPI_Finalize();
  return hash[0] != hash[1];
}
