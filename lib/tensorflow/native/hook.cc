// The npm package's own binding is compiled unmodified and linked with -Wl,--wrap, so its call that creates TensorFlow's
// eager context, and its calls that begin an op, come here first (wrap.cc). This, listen.cc and profiler.cc stand in a library of their
// own, so that Node can configure TensorFlow before it loads the binding. There is no other C++ in the workbook.
#include <string>
#include <unordered_map>

#include "absl/log/globals.h"
#include "tensorflow/c/c_api_experimental.h"
#include "tensorflow/c/eager/c_api.h"
#include "tsl/platform/tensor_float_32_utils.h"

namespace {
std::string config;      // a serialized ConfigProto; empty means TensorFlow's defaults
std::string server_def;  // a serialized ServerDef; empty means no collectives
std::unordered_map<std::string, std::string> step_configs;  // a serialized ConfigProto for each captured step
TFE_Context* context = nullptr;
std::string failure;  // why there is no context: the binding keeps TensorFlow's words to itself
}  // namespace

#define WORKBOOK_EXPORT extern "C" __attribute__((visibility("default")))

WORKBOOK_EXPORT void workbook_configure(const char* config_bytes, size_t config_size, const char* server_bytes,
                                        size_t server_size, int min_log_level, int tf32) {
  config.assign(config_bytes, config_size);
  server_def.assign(server_bytes, server_size);
  // TensorFlow heeds TF_CPP_MIN_LOG_LEVEL itself only where Python starts it. 0 shows all, 2 errors only.
  absl::SetMinLogLevel(static_cast<absl::LogSeverityAtLeast>(min_log_level));
  // The switch behind Python's tf.config.experimental.enable_tensor_float_32_execution; the C API has none.
  tsl::enable_tensor_float_32_execution(tf32 != 0);
}

WORKBOOK_EXPORT TFE_Context* workbook_context() { return context; }

WORKBOOK_EXPORT TFE_Context* workbook_new_context(const TFE_ContextOptions* options, TF_Status* status,
                                                  TFE_Context* (*real)(const TFE_ContextOptions*, TF_Status*)) {
  if (!config.empty()) {
    // The binding's options object is its own and not const where it was made.
    TFE_ContextOptionsSetConfig(const_cast<TFE_ContextOptions*>(options), config.data(), config.size(), status);
    if (TF_GetCode(status) != TF_OK) return nullptr;
  }
  context = real(options, status);
  if (TF_GetCode(status) != TF_OK) return nullptr;
  if (!server_def.empty()) TFE_EnableCollectiveOps(context, server_def.data(), server_def.size(), status);
  if (TF_GetCode(status) != TF_OK) failure = TF_Message(status);
  return context;
}

WORKBOOK_EXPORT const char* workbook_failure() { return failure.c_str(); }

// How a captured step is optimised. The binding passes attributes as UTF-8 text, which no ConfigProto survives.
WORKBOOK_EXPORT void workbook_step_config(const char* step, const char* config_bytes, size_t config_size) {
  if (config_size == 0) {
    step_configs.erase(step);
  } else {
    step_configs[step].assign(config_bytes, config_size);
  }
}

WORKBOOK_EXPORT TFE_Op* workbook_new_op(TFE_Context* on, const char* name, TF_Status* status,
                                        TFE_Op* (*real)(TFE_Context*, const char*, TF_Status*)) {
  TFE_Op* op = real(on, name, status);
  if (TF_GetCode(status) != TF_OK) return op;
  const auto found = step_configs.find(name);
  if (found != step_configs.end()) {
    TFE_OpSetAttrString(op, "config_proto", found->second.data(), found->second.size());
  }
  return op;
}
