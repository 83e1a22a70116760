// Open MPI: MPI_Allreduce of float32, by the algorithm that OMPI_MCA_coll_tuned_* variables choose.
// First argument: the plan. It speaks with the driver as bench/workers/gate.ts does.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static double processor_seconds(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return used.ru_utime.tv_sec + used.ru_stime.tv_sec + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

static long peak_memory(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss * 1024L;
}

// A whole number of a JSON object, which the driver wrote.
static long number(const char *json, const char *name, long otherwise) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":", name);
  const char *at = strstr(json, key);
  return at ? atol(at + strlen(key)) : otherwise;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const char *plan = argv[1];
  const long count = number(plan, "bytes", 0) / 4, warm_up = number(plan, "warmUpSteps", 3);
  int nodes;
  MPI_Comm_size(MPI_COMM_WORLD, &nodes);
  float *own = malloc(count * sizeof *own), *sum = malloc(count * sizeof *sum);
  if (!own || !sum) return 1;
  for (long i = 0; i < count; i++) own[i] = 1;
  setvbuf(stdout, NULL, _IOLBF, 0);

  double processor = 0, idle = 0;
  char line[256];
  long steps = warm_up;
  for (int round = 0;; round++) {
    double seconds[steps];
    MPI_Barrier(MPI_COMM_WORLD);
    for (long step = 0; step < steps; step++) {
      const double start = MPI_Wtime();
      MPI_Allreduce(own, sum, count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
      seconds[step] = MPI_Wtime() - start;
    }
    const double now = processor_seconds();
    if (sum[count - 1] != nodes) {
      fprintf(stderr, "The sum of %d ones is %g.\n", nodes, sum[count - 1]);
      return 1;
    }
    if (round == 0) {
      char version[MPI_MAX_LIBRARY_VERSION_STRING], release[64] = "";
      int length;
      MPI_Get_library_version(version, &length);
      sscanf(version, "Open MPI v%63[^, ]", release);
      printf("{\"event\":\"first-step\",\"seconds\":%f}\n", seconds[0]);
      printf("{\"event\":\"ready\",\"does\":\"MPI_Allreduce over TCP\",\"versions\":{\"Open MPI\":\"%s\"}}\n", release);
    } else {
      printf("{\"event\":\"round\",\"seconds\":[");
      for (long step = 0; step < steps; step++) printf("%s%f", step ? "," : "", seconds[step]);
      printf("],\"loss\":null,\"peakMemoryBytes\":%ld,\"processorSeconds\":%f,\"idleProcessorSeconds\":%f}\n",
             peak_memory(), now - processor, idle);
    }
    if (!fgets(line, sizeof line, stdin)) break; // it sleeps here while others have their turns
    processor = processor_seconds();
    idle = round == 0 ? 0 : processor - now;
    steps = number(line, "steps", 1);
  }
  // The others have the end of their input, too.
  MPI_Finalize();
  return 0;
}
