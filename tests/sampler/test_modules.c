/* Tests of the recording of mapped modules (program and libraries) and of registers. */
#include "sampler/sampled.h"

static const ts_file_module *find(const tb_sample_file *process, const char *part) {
  for (int m = 0; m < process->modules; m++)
    if (strstr(process->module[m]->path, part)) return process->module[m];
  return NULL;
}

static int count_in(const tb_sample_file *process, const ts_file_module *module) {
  int count = 0;
  for (int i = 0; i < process->samples; i++) {
    const ts_file_sample *sample = process->sample[i];
    if (sample->ip < module->low || sample->ip >= module->high) continue;
    cr_expect_geq(sample->record.time_ns, module->record.time_ns);
    count++;
  }
  return count;
}

/* With the sampler, dlopen must still find a library through the run path of the program. The sampler must
 * record the library before the first sample in its code. */
Test(modules, opened_later) {
  sampled s = sampled_run("", "", "modules");
  const tb_sample_file *process = sampled_process(&s);
  uint64_t work = 0;
  cr_assert_eq(s.code, 0, "%s", s.output);
  cr_assert_eq(sscanf(s.output, "%" SCNx64, &work), 1);
  const ts_file_module *plugin = find(process, "libsampler_plugin.so"),
                       *program = find(process, "/sampler_case_modules");
  cr_assert_not_null(plugin);
  cr_assert_not_null(program);
  cr_expect(plugin->low <= work && work < plugin->high);
  cr_expect_geq(plugin->record.time_ns, program->record.time_ns);
  cr_expect_gt(count_in(process, plugin), process->samples / 4);
  cr_expect_gt(plugin->build_id_bytes, 0);
  cr_expect_gt(program->build_id_bytes, 0);
  cr_expect_eq(program->path[0], '/');
  cr_expect_eq(plugin->path[0], '/');
  cr_expect_not_null(find(process, "libc.so"));
  cr_expect_str_eq(process->header->program, program->path);
  sampled_end(&s);
}

/* All samples are taken in the stack of main, so their stack pointers must differ by less than 1 MiB. */
Test(modules, registers) {
  sampled s = sampled_run("", "", "ends exit");
  const tb_sample_file *process = sampled_process(&s);
  const int rsp = 4;
  for (int i = 1; i < process->samples; i++) {
    const uint64_t one = process->sample[0]->registers[rsp], other = process->sample[i]->registers[rsp];
    cr_expect_lt(one > other ? one - other : other - one, 1 << 20);
  }
  cr_expect_str_eq(process->header->command + strlen(process->header->command) + 1, "exit");
  sampled_end(&s);
}
