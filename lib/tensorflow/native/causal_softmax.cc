// The softmax of causal attention's scores, for CPUs: one pass forward, one backward, and only over what a token may see. As TensorFlow's
// own ops they are three and four, over everything. lib/tensorflow/ops/causal-softmax.ts makes a differentiable op of these.
#include <limits>

#include "kernels.h"

namespace workbook {
namespace causal_softmax {

// Scores [..., queries, keys]. The queries are those of the last tokens.
struct Scores {
  Index queries, keys;

  // How many keys the query of a row may see, where rows are counted over all dimensions.
  WORKBOOK_INLINE Index seen(Index row) const { return keys - queries + row % queries + 1; }
};

// From row `first`: softmax(scale x) of what is not later, and 0 for the rest.
template <class T>
WORKBOOK_INLINE void softmax(const T* x, T* y, float scale, const Scores& of, Index first, Index rows, float* scratch) {
  const float exponent = scale * 1.44269504f;  // e^(scale x) = 2^(exponent x)
  for (Index row = first; row < first + rows; ++row, x += of.keys, y += of.keys) {
    const Index channels = of.seen(row);
    float most = -std::numeric_limits<float>::infinity();
#pragma omp simd reduction(max : most)
    for (Index c = 0; c < channels; ++c) most = std::max(most, read(x[c]));
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (Index c = 0; c < channels; ++c) sum += scratch[c] = powerOfTwo((read(x[c]) - most) * exponent);
    const float share = 1.f / sum;
    WORKBOOK_FOR_CHANNELS { write(scratch[c] * share, y + c); }
    std::memset(y + channels, 0, (of.keys - channels) * sizeof(T));
  }
}

// dx = scale y (dy - sum(dy y)).
template <class T>
WORKBOOK_INLINE void softmaxGradient(const T* dy, const T* y, T* dx, float scale, const Scores& of, Index first, Index rows) {
  for (Index row = first; row < first + rows; ++row, dy += of.keys, y += of.keys, dx += of.keys) {
    const Index channels = of.seen(row);
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (Index c = 0; c < channels; ++c) sum += read(dy[c]) * read(y[c]);
    WORKBOOK_FOR_CHANNELS { write(scale * read(y[c]) * (read(dy[c]) - sum), dx + c); }
    std::memset(dx + channels, 0, (of.keys - channels) * sizeof(T));
  }
}

// Compiled for each kind of processor. A template cannot be, so there is a function for each type.
#define WORKBOOK_CAUSAL_SOFTMAX(T)                                                                                                \
  WORKBOOK_EVERY_PROCESSOR void softmaxRows(const T* x, T* y, float scale, const Scores& of, Index first, Index rows,             \
                                            float* scratch) {                                                                     \
    softmax<T>(x, y, scale, of, first, rows, scratch);                                                                            \
  }                                                                                                                               \
  WORKBOOK_EVERY_PROCESSOR void softmaxGradientRows(const T* dy, const T* y, T* dx, float scale, const Scores& of, Index first,   \
                                                    Index rows) {                                                                 \
    softmaxGradient<T>(dy, y, dx, scale, of, first, rows);                                                                        \
  }
WORKBOOK_CAUSAL_SOFTMAX(float)
WORKBOOK_CAUSAL_SOFTMAX(Half)

Scores scoresOf(const Tensor& x) { return {x.dim_size(x.dims() - 2), x.dim_size(x.dims() - 1)}; }

absl::Status requireScores(const Tensor& x) {
  if (x.dims() >= 2 && scoresOf(x).queries <= scoresOf(x).keys) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("scores have shape ", x.shape().DebugString(), ", and not at least as many keys as queries"));
}

// Base of the softmax's kernels: their attribute.
class Scaled : public OpKernel {
 public:
  explicit Scaled(OpKernelConstruction* construction) : OpKernel(construction) {
    OP_REQUIRES_OK(construction, construction->GetAttr("scale", &scale_));
    // The largest score is then the largest of the scaled ones, too.
    OP_REQUIRES(construction, scale_ >= 0, absl::InvalidArgumentError(absl::StrCat("scale is ", scale_, ", but must be at least 0")));
  }

 protected:
  float scale_ = 0;
};

// Input x [..., queries, keys]. Output y.
template <class T>
class Softmax : public Scaled {
 public:
  using Scaled::Scaled;

  void Compute(OpKernelContext* context) override {
    const Tensor& x = context->input(0);
    OP_REQUIRES_OK(context, requireScores(x));
    const Scores of = scoresOf(x);
    const Blocks blocks(x);
    Tensor* y;
    OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0}, 0, x.shape(), &y));
    blocks.each(context, [&](Index block, Index at, Index rows) {
      Vector scratch(of.keys);
      softmaxRows(data<T>(x) + at, data<T>(*y) + at, scale_, of, block * blocks.length, rows, scratch.data());
    });
  }
};

// Inputs dy, y. Output dx.
template <class T>
class SoftmaxGradient : public Scaled {
 public:
  using Scaled::Scaled;

  void Compute(OpKernelContext* context) override {
    const Tensor &dy = context->input(0), &y = context->input(1);
    OP_REQUIRES_OK(context, requireScores(y));
    OP_REQUIRES_OK(context, requireShape(context, 0, 0, y.shape()));
    const Blocks blocks(y);
    Tensor* dx;
    OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0, 1}, 0, y.shape(), &dx));
    blocks.each(context, [&](Index block, Index at, Index rows) {
      softmaxGradientRows(data<T>(dy) + at, data<T>(y) + at, data<T>(*dx) + at, scale_, scoresOf(y), block * blocks.length, rows);
    });
  }
};

REGISTER_OP("WorkbookCausalSoftmax")
    .Input("x: T").Output("y: T").Attr("scale: float").WORKBOOK_TYPE.SetShapeFn(shapesOf<0>);
REGISTER_OP("WorkbookCausalSoftmaxGrad")
    .Input("dy: T").Input("y: T").Output("dx: T").Attr("scale: float").WORKBOOK_TYPE.SetShapeFn(shapesOf<1>);
WORKBOOK_KERNEL("WorkbookCausalSoftmax", Softmax)
WORKBOOK_KERNEL("WorkbookCausalSoftmaxGrad", SoftmaxGradient)

}  // namespace causal_softmax
}  // namespace workbook
