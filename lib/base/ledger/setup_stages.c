#include "base/ledger/setup_stages.h"

static const char *const names[] = {
#define TC_SETUP_STAGE(name) #name,
    TC_SETUP_STAGES(TC_SETUP_STAGE)
#undef TC_SETUP_STAGE
};

const char *tc_setup_stage_name(int stage) { return names[stage]; }
