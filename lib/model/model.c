#include "model/model.h"

#include <string.h>

#define TC_MODEL(name) extern const tc_model tc_model_##name;
#include "model/models.def"
#undef TC_MODEL

static const tc_model *const models[] = {
#define TC_MODEL(name) &tc_model_##name,
#include "model/models.def"
#undef TC_MODEL
};

const tc_model *tc_model_at(int index) { return models[index]; }

int tc_model_find(const char *name) {
  for (int i = 0; i < TC_MODEL_COUNT; i++)
    if (strcmp(models[i]->name, name) == 0) return i;
  return -1;
}
