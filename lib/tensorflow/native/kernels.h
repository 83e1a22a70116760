// What our kernels have in common: tensors' numbers, and rows that the cores share.
#ifndef WORKBOOK_KERNELS_H_
#define WORKBOOK_KERNELS_H_

#include <algorithm>
#include <vector>

#include "numbers.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/shape_inference.h"

namespace workbook {

using tensorflow::DEVICE_CPU;
using tensorflow::OpKernel;
using tensorflow::OpKernelConstruction;
using tensorflow::OpKernelContext;
using tensorflow::Tensor;
using tensorflow::TensorShape;
using tensorflow::shape_inference::InferenceContext;

template <class To>
To* data(const Tensor& tensor) {
  return reinterpret_cast<To*>(const_cast<char*>(tensor.tensor_data().data()));
}

using Vector = std::vector<float>;

// Rows of channels, divided into blocks that fit into a core's cache and that the cores take one by one. The division, and so every
// rounding error, does not depend on how many cores there are.
struct Blocks {
  static constexpr Index kNumbers = 1 << 16;

  explicit Blocks(const Tensor& x) : Blocks(x.NumElements(), x.dim_size(x.dims() - 1)) {}

  Blocks(Index numbers, Index channels)
      : channels(channels),
        rows(channels == 0 ? 0 : numbers / channels),
        length(std::max<Index>(1, kNumbers / std::max<Index>(1, channels))),
        count((rows + length - 1) / length) {}

  // Calls `work` with each block's number, its first row's first number, and its number of rows.
  template <class Work>
  void each(OpKernelContext* context, const Work& work) const {
    const auto run = [&](Index from, Index to) {
      for (Index block = from; block < to; ++block) {
        work(block, block * length * channels, std::min(length, rows - block * length));
      }
    };
    context->device()->tensorflow_cpu_worker_threads()->workers->ParallelFor(count, run);
  }

  // Room for `channels` sums of each block.
  Vector partial() const { return Vector(count * channels, 0.f); }

  // The sums over all blocks. Within a block float32 is exact enough, over blocks it is not.
  Vector total(const Vector& partial) const {
    std::vector<double> sums(channels, 0.0);
    for (Index block = 0; block < count; ++block) {
      for (Index c = 0; c < channels; ++c) sums[c] += partial[block * channels + c];
    }
    return Vector(sums.begin(), sums.end());
  }

  void total(const Vector& partial, float* to) const {
    const Vector sums = total(partial);
    std::copy(sums.begin(), sums.end(), to);
  }

  const Index channels, rows, length, count;
};

inline absl::Status requireChannels(OpKernelContext* context, int first, int last, Index channels) {
  for (int input = first; input <= last; ++input) {
    const Tensor& tensor = context->input(input);
    if (tensor.dims() == 1 && tensor.dim_size(0) == channels) continue;
    return absl::InvalidArgumentError(absl::StrCat("input ", input, " has shape ", tensor.shape().DebugString(),
                                                   ", but there are ", channels, " channels: give it one number for each"));
  }
  return absl::OkStatus();
}

inline absl::Status requireShape(OpKernelContext* context, int first, int last, const TensorShape& shape) {
  for (int input = first; input <= last; ++input) {
    if (context->input(input).shape() == shape) continue;
    return absl::InvalidArgumentError(absl::StrCat("input ", input, " has shape ", context->input(input).shape().DebugString(),
                                                   " instead of ", shape.DebugString()));
  }
  return absl::OkStatus();
}

// For an op whose outputs have the shapes of these inputs.
template <int... kInputs>
absl::Status shapesOf(InferenceContext* context) {
  int output = 0;
  (context->set_output(output++, context->input(kInputs)), ...);
  return absl::OkStatus();
}

// Registers a kernel, a template of its numbers' type, for float32 and bfloat16.
#define WORKBOOK_KERNEL(NAME, KERNEL)                                                               \
  REGISTER_KERNEL_BUILDER(Name(NAME).Device(DEVICE_CPU).TypeConstraint<float>("T"), KERNEL<float>); \
  REGISTER_KERNEL_BUILDER(Name(NAME).Device(DEVICE_CPU).TypeConstraint<tensorflow::bfloat16>("T"), KERNEL<Half>);

#define WORKBOOK_TYPE Attr("T: {float, bfloat16}")

}  // namespace workbook

#endif  // WORKBOOK_KERNELS_H_
