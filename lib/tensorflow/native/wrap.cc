// Linked into the binding: hands its TFE_NewContext to the hook library.
#include "tensorflow/c/eager/c_api.h"

extern "C" TFE_Context* __real_TFE_NewContext(const TFE_ContextOptions*, TF_Status*);
extern "C" TFE_Context* workbook_new_context(const TFE_ContextOptions*, TF_Status*,
                                             TFE_Context* (*)(const TFE_ContextOptions*, TF_Status*));

extern "C" TFE_Context* __wrap_TFE_NewContext(const TFE_ContextOptions* options, TF_Status* status) {
  return workbook_new_context(options, status, __real_TFE_NewContext);
}
