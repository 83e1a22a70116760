// Reads the results of a step on a thread of Node's, so that the next step can be started meanwhile, and notes when they were there.
// The binding can only wait for them on the main thread.
#include <chrono>
#include <cstring>
#include <vector>

#include "release.h"
#include "tensorflow/c/eager/c_api.h"

namespace {
std::vector<TFE_TensorHandle*> outputs;  // of the last op that the binding ran, which owns them
}  // namespace

#define WORKBOOK_EXPORT extern "C" __attribute__((visibility("default")))

WORKBOOK_EXPORT void workbook_execute(TFE_Op* op, TFE_TensorHandle** results, int* count, TF_Status* status,
                                      void (*real)(TFE_Op*, TFE_TensorHandle**, int*, TF_Status*)) {
  release_waiting();
  real(op, results, count, status);
  outputs.assign(results, TF_GetCode(status) == TF_OK ? results + *count : results);
}

// To be called right after an op. Gives one of its outputs to workbook_read, also when the binding deletes its own; null when the
// op has none of that number.
WORKBOOK_EXPORT TFE_TensorHandle* workbook_output(int index) {
  if (index < 0 || index >= static_cast<int>(outputs.size())) return nullptr;
  TF_Status* status = TF_NewStatus();
  TFE_TensorHandle* shared = TFE_TensorHandleCopySharingTensor(outputs[index], status);
  TF_DeleteStatus(status);
  return shared;
}

// Waits for an output and copies its values. On a GPU the copy waits for what the device was told to do before this call, and for
// nothing later. Sets the time at which they were there, in nanoseconds of the clock of Node's process.hrtime.
// Returns null, or the reason of the failure, which the caller frees.
WORKBOOK_EXPORT char* workbook_read(TFE_TensorHandle* output, void* values, size_t size, int64_t* there) {
  TF_Status* status = TF_NewStatus();
  TF_Tensor* tensor = TFE_TensorHandleResolve(output, status);
  *there = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
  char* failure = nullptr;
  if (TF_GetCode(status) != TF_OK) {
    failure = strdup(TF_Message(status));
  } else if (TF_TensorByteSize(tensor) != size) {
    failure = strdup("it has another size than was expected");
  } else if (size > 0) {
    memcpy(values, TF_TensorData(tensor), size);
  }
  if (tensor != nullptr) TF_DeleteTensor(tensor);
  TFE_DeleteTensorHandle(output);
  TF_DeleteStatus(status);
  return failure;
}
