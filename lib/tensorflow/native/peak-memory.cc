// The most bytes that TensorFlow's tensors have held at once on a device, which its allocator counts. nvidia-smi shows something
// else: the regions that the allocator has taken from the GPU, each twice as large as the one before, and never gives back.
#include <string>

#include "tensorflow/c/eager/immediate_execution_context.h"
#include "tensorflow/c/eager/tfe_context_internal.h"
#include "tensorflow/core/framework/device.h"

extern "C" TFE_Context* workbook_context();

namespace {
tensorflow::Allocator* allocator_of(const std::string& device) {
  for (tensorflow::Device* each : tensorflow::unwrap(workbook_context())->ListLocalTfDevices()) {
    const std::string& name = each->name();
    const std::string end = "/device:" + device;
    if (name.size() < end.size() || name.compare(name.size() - end.size(), end.size(), end) != 0) continue;
    return each->GetAllocator(tensorflow::AllocatorAttributes());
  }
  return nullptr;
}
}  // namespace

#define WORKBOOK_EXPORT extern "C" __attribute__((visibility("default")))

// Returns -1 where there is no such device, or its allocator counts nothing.
WORKBOOK_EXPORT int64_t workbook_peak_bytes(const char* device) {
  tensorflow::Allocator* allocator = allocator_of(device);
  if (allocator == nullptr) return -1;
  const auto statistics = allocator->GetStats();
  return statistics ? statistics->peak_bytes_in_use : -1;
}

// From now on the peak is what is held now, or more.
WORKBOOK_EXPORT void workbook_reset_peak_bytes(const char* device) {
  tensorflow::Allocator* allocator = allocator_of(device);
  if (allocator != nullptr) allocator->ClearStats();
}
