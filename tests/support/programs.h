/* The functions main of apps/NAME/main.c under the names by which the build compiles them for the command
 * server (tests/support/server.c). Collective if the command line needs MPI. Each returns an exit code. */
#ifndef TC_TEST_PROGRAMS_H
#define TC_TEST_PROGRAMS_H

typedef int program_main(int argc, char **argv);
program_main tetracast_main, heat2d_main, finegrain_main;

#endif
