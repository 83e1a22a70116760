// Reads the results of a step while the next one is started, and notes when they were there. The binding can only wait for them on
// the main thread.
#include <chrono>
#include <cstring>
#include <string>
#include <vector>

#include "release.h"
#include "tensorflow/c/eager/c_api.h"
#include "tensorflow/c/eager/tfe_tensorhandle_internal.h"
#include "tensorflow/core/common_runtime/device.h"
#include "tensorflow/core/common_runtime/eager/tensor_handle.h"
#include "tensorflow/core/framework/device_base.h"

namespace {
std::vector<TFE_TensorHandle*> outputs;  // of the last op that the binding ran, which owns them

int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// An output on its way to the host.
struct Result {
  TFE_TensorHandle* handle = nullptr;
  tensorflow::Tensor host;      // where a GPU copies it
  absl::Notification* copied = nullptr;  // null if it is no GPU's
  absl::Status status;
  int64_t at = 0;  // when it was there
};

// Has a GPU copy an output. The copy waits for what the device has been told by now, so for this step and not for the next one.
void copy_from_gpu(Result* result) {
  tensorflow::TensorHandle* handle = tensorflow::TensorHandleFromInterface(tensorflow::unwrap(result->handle));
  tensorflow::Device* device = handle->device();
  const auto* accelerator = device == nullptr ? nullptr : device->tensorflow_accelerator_device_info();
  if (accelerator == nullptr) return;
  const tensorflow::Tensor* tensor = nullptr;
  result->status = handle->Tensor(&tensor);
  if (!result->status.ok()) return;
  result->copied = new absl::Notification();
  tensorflow::AllocatorAttributes pinned;
  pinned.set_on_host(true);
  pinned.set_gpu_compatible(true);
  result->host = tensorflow::Tensor(device->GetAllocator(pinned), tensor->dtype(), tensor->shape());
  accelerator->default_context->CopyDeviceTensorToCPU(tensor, "result", device, &result->host,
                                                      [result](const absl::Status& status) {
                                                        result->at = now();
                                                        result->status = status;
                                                        result->copied->Notify();
                                                      });
}

char* failure_of(TF_Status* status, TF_Tensor* tensor, void* values, size_t size) {
  if (TF_GetCode(status) != TF_OK) return strdup(TF_Message(status));
  if (TF_TensorByteSize(tensor) != size) return strdup("it has another size than was expected");
  if (size > 0) memcpy(values, TF_TensorData(tensor), size);
  return nullptr;
}
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
WORKBOOK_EXPORT void* workbook_output(int index) {
  if (index < 0 || index >= static_cast<int>(outputs.size())) return nullptr;
  TF_Status* status = TF_NewStatus();
  Result* result = new Result();
  result->handle = TFE_TensorHandleCopySharingTensor(outputs[index], status);
  TF_DeleteStatus(status);
  if (result->handle != nullptr) copy_from_gpu(result);
  return result;
}

// Waits for an output and copies its values. Sets the time at which they were there, in nanoseconds of the clock of Node's
// process.hrtime. Returns null, or the reason of the failure, which the caller frees.
WORKBOOK_EXPORT char* workbook_read(void* output, void* values, size_t size, int64_t* there) {
  Result* result = static_cast<Result*>(output);
  char* failure = nullptr;
  if (result->handle == nullptr) {
    delete result;
    return strdup("it could not be kept");
  }
  if (result->copied != nullptr) {
    result->copied->WaitForNotification();
    *there = result->at;
    if (!result->status.ok()) {
      failure = strdup(std::string(result->status.message()).c_str());
    } else if (result->host.TotalBytes() != size) {
      failure = strdup("it has another size than was expected");
    } else if (size > 0) {
      memcpy(values, result->host.data(), size);
    }
  } else {
    TF_Status* status = TF_NewStatus();
    TF_Tensor* tensor = TFE_TensorHandleResolve(result->handle, status);
    *there = now();
    failure = failure_of(status, tensor, values, size);
    if (tensor != nullptr) TF_DeleteTensor(tensor);
    TF_DeleteStatus(status);
  }
  TFE_DeleteTensorHandle(result->handle);
  delete result->copied;
  delete result;
  return failure;
}
