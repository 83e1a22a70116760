// The npm package's own binding is compiled unmodified and linked with -Wl,--wrap, so that its call that creates TensorFlow's
// eager context, that begin and run an op, and that put values of JavaScript's into tensors and on a device come here first
// (wrap.cc). This file, listen.cc, peak-memory.cc, profiler.cc, release.cc and results.cc form a library of their own, so that
// Node can configure TensorFlow before it loads the binding. Our ops (batch_norm.cc) are another library.
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
std::string failure;  // why the context could not be created, which the binding does not report
}  // namespace

#define WORKBOOK_EXPORT extern "C" __attribute__((visibility("default")))

WORKBOOK_EXPORT void workbook_configure(const char* config_bytes, size_t config_size, const char* server_bytes,
                                        size_t server_size, int min_log_level, int tf32) {
  config.assign(config_bytes, config_size);
  server_def.assign(server_bytes, server_size);
  // TensorFlow reads TF_CPP_MIN_LOG_LEVEL itself only when Python starts it. 0 prints all messages, 2 only errors.
  absl::SetMinLogLevel(static_cast<absl::LogSeverityAtLeast>(min_log_level));
  // Python's tf.config.experimental.enable_tensor_float_32_execution calls this function, too; the C API has no equivalent.
  tsl::enable_tensor_float_32_execution(tf32 != 0);
}

WORKBOOK_EXPORT TFE_Context* workbook_context() { return context; }

WORKBOOK_EXPORT TFE_Context* workbook_new_context(const TFE_ContextOptions* options, TF_Status* status,
                                                  TFE_Context* (*real)(const TFE_ContextOptions*, TF_Status*)) {
  if (!config.empty()) {
    // The cast is safe: the binding made the object, and not as const.
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

// Sets how a captured step is optimised. The binding cannot, since it passes attributes as UTF-8 text, and a ConfigProto is none.
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

// The binding puts values on the last device that TensorFlow lists. Single ops and a step's first replica run on the first one,
// so the values belong there: elsewhere they would cross devices in every step.
WORKBOOK_EXPORT TFE_TensorHandle* workbook_copy_to_device(TFE_TensorHandle* handle, TFE_Context* on, const char* device,
                                                          TF_Status* status,
                                                          TFE_TensorHandle* (*real)(TFE_TensorHandle*, TFE_Context*,
                                                                                    const char*, TF_Status*)) {
  std::string first(device);
  first.replace(first.rfind(':') + 1, std::string::npos, "0");
  return real(handle, on, first.c_str(), status);
}
