#include "base/ledger/setup_stages.h"

static const char *const names[] = {
#define TC_SET_UP_STAGE(name) #name,
    TC_SET_UP_STAGES(TC_SET_UP_STAGE)
#undef TC_SET_UP_STAGE
};

const char *tc_set_up_name(int stage) { return names[stage]; }
