// Batch normalisation in training with what stands around it in a network, in as few passes over memory as possible, for CPUs:
// the addition before it (a residual block's) with its bias, and the ReLU after it. TensorFlow's own kernels take a pass or two for
// each of them, and two or three for the statistics. lib/tensorflow/ops/batch-norm.ts makes differentiable ops of these.
#include "batch_norm_rows.h"
#include "kernels.h"

namespace workbook {
namespace batch_norm {

// The loops, compiled for each kind of processor. A template cannot be, so there is a function for each type.
#define WORKBOOK_LOOPS(T, NAME)                                                                                               \
  WORKBOOK_EVERY_PROCESSOR void moments##NAME(const T* x, const T* addend, const float* bias, T* sum, const float* center,  \
                                              Index rows, Index channels, float* sums, float* squares) {                     \
    addend ? moments<T, true>(x, addend, bias, sum, center, rows, channels, sums, squares)                                   \
           : moments<T, false>(x, x, center, sum, center, rows, channels, sums, squares);                                    \
  }                                                                                                                           \
  WORKBOOK_EVERY_PROCESSOR void normalize##NAME(bool relu, const T* x, T* y, const Normalization& by, Index rows,            \
                                                Index channels) {                                                             \
    relu ? normalize<T, true>(x, y, by, rows, channels) : normalize<T, false>(x, y, by, rows, channels);                     \
  }                                                                                                                           \
  WORKBOOK_EVERY_PROCESSOR void gradientSums##NAME(bool relu, const T* dy, const T* x, const Normalization& by, Index rows,  \
                                                   Index channels, float* sums, float* products) {                            \
    relu ? gradientSums<T, true>(dy, x, by, rows, channels, sums, products)                                                  \
         : gradientSums<T, false>(dy, x, by, rows, channels, sums, products);                                                \
  }                                                                                                                           \
  WORKBOOK_EVERY_PROCESSOR void gradient##NAME(bool relu, const T* dy, const T* x, const T* other, T* dx,                    \
                                               const Normalization& by, const Slope& with, Index rows, Index channels,       \
                                               float* others) {                                                               \
    if (other) {                                                                                                              \
      relu ? gradient<T, true, true>(dy, x, other, dx, by, with, rows, channels, others)                                     \
           : gradient<T, false, true>(dy, x, other, dx, by, with, rows, channels, others);                                   \
    } else {                                                                                                                  \
      relu ? gradient<T, true, false>(dy, x, other, dx, by, with, rows, channels, others)                                    \
           : gradient<T, false, false>(dy, x, other, dx, by, with, rows, channels, others);                                  \
    }                                                                                                                         \
  }                                                                                                                           \
  template <>                                                                                                                 \
  struct Loops<T> {                                                                                                           \
    static constexpr auto moments = moments##NAME;                                                                           \
    static constexpr auto normalize = normalize##NAME;                                                                       \
    static constexpr auto gradientSums = gradientSums##NAME;                                                                 \
    static constexpr auto gradient = gradient##NAME;                                                                         \
  };

template <class T>
struct Loops;
WORKBOOK_LOOPS(float, Float)
WORKBOOK_LOOPS(Half, Half)

Vector scales(const Tensor& gamma, const float* variance, float epsilon) {
  Vector scale(gamma.NumElements());
  for (size_t c = 0; c < scale.size(); ++c) scale[c] = data<float>(gamma)[c] / std::sqrt(variance[c] + epsilon);
  return scale;
}

// Base of the kernels: their attributes.
class Kernel : public OpKernel {
 public:
  explicit Kernel(OpKernelConstruction* construction) : OpKernel(construction) {
    OP_REQUIRES_OK(construction, construction->GetAttr("epsilon", &epsilon_));
    OP_REQUIRES_OK(construction, construction->GetAttr("relu", &relu_));
  }

 protected:
  float epsilon_ = 0;
  bool relu_ = false;
};

// Inputs x, gamma, beta, or, with kAdd, x, addend, bias (may be empty), gamma, beta. Outputs [the sum,] y, mean, variance.
template <class T, bool kAdd>
class Forward : public Kernel {
 public:
  using Kernel::Kernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& x = context->input(0);
    const int gamma = kAdd ? 3 : 1, beta = gamma + 1, y = kAdd ? 1 : 0;
    OP_REQUIRES(context, x.dims() >= 1, absl::InvalidArgumentError("x is a scalar"));
    const Blocks blocks(x);
    OP_REQUIRES_OK(context, requireChannels(context, gamma, beta, blocks.channels));
    const bool biased = kAdd && context->input(2).NumElements() > 0;
    if (biased) OP_REQUIRES_OK(context, requireChannels(context, 2, 2, blocks.channels));
    OP_REQUIRES(context, !kAdd || context->input(1).shape() == x.shape(),
                absl::InvalidArgumentError("x and its addend have different shapes"));
    const TensorShape vector({blocks.channels});
    Tensor *sum = nullptr, *result, *mean, *variance;
    if (kAdd) OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0, 1}, 0, x.shape(), &sum));
    OP_REQUIRES_OK(context, context->allocate_output(y, x.shape(), &result));
    OP_REQUIRES_OK(context, context->allocate_output(y + 1, vector, &mean));
    OP_REQUIRES_OK(context, context->allocate_output(y + 2, vector, &variance));
    const T* addend = kAdd ? data<T>(context->input(1)) : nullptr;
    const Vector zeros(biased ? 0 : blocks.channels, 0.f);
    const float* bias = biased ? data<float>(context->input(2)) : zeros.data();
    T* sums = kAdd ? data<T>(*sum) : nullptr;
    statistics(context, blocks, data<T>(x), addend, bias, sums, data<float>(*mean), data<float>(*variance));
    const Vector scale = scales(context->input(gamma), data<float>(*variance), epsilon_);
    const Normalization by{data<float>(*mean), scale.data(), data<float>(context->input(beta))};
    const T* from = kAdd ? sums : data<T>(x);
    blocks.each(context, [&](Index, Index at, Index rows) {
      Loops<T>::normalize(relu_, from + at, data<T>(*result) + at, by, rows, blocks.channels);
    });
  }

 private:
  static void statistics(OpKernelContext* context, const Blocks& blocks, const T* x, const T* addend, const float* bias, T* sum,
                         float* mean, float* variance) {
    const Index channels = blocks.channels;
    // Distances are taken from the first row: those from 0 would lose a variance that is small beside the mean.
    Vector center(channels, 0.f);
    for (Index c = 0; c < channels && blocks.rows > 0; ++c) center[c] = read(x[c]) + (addend ? read(addend[c]) + bias[c] : 0.f);
    Vector sums = blocks.partial(), squares = blocks.partial();
    blocks.each(context, [&](Index block, Index at, Index rows) {
      Loops<T>::moments(x + at, addend ? addend + at : nullptr, bias, sum + at, center.data(), rows, channels,
                        sums.data() + block * channels, squares.data() + block * channels);
    });
    const Vector distance = blocks.total(sums), square = blocks.total(squares);
    for (Index c = 0; c < channels; ++c) {
      const double rows = std::max<Index>(1, blocks.rows), away = distance[c] / rows;
      mean[c] = static_cast<float>(center[c] + away);
      variance[c] = static_cast<float>(std::max(0.0, square[c] / rows - away * away));
    }
  }
};

// Inputs dy, x, gamma, beta, mean, variance, and with kOther another gradient of x. Outputs dx, dgamma, dbeta, and the sums of that
// other gradient: the gradient of a bias in x, because normalisation takes the bias out of dy's part.
template <class T, bool kOther>
class Backward : public Kernel {
 public:
  using Kernel::Kernel;

  void Compute(OpKernelContext* context) override {
    const Tensor &dy = context->input(0), &x = context->input(1), &gamma = context->input(2);
    OP_REQUIRES(context, x.dims() >= 1, absl::InvalidArgumentError("x is a scalar"));
    const Blocks blocks(x);
    const Index channels = blocks.channels;
    OP_REQUIRES_OK(context, requireChannels(context, 2, 5, channels));
    OP_REQUIRES(context, dy.shape() == x.shape() && (!kOther || context->input(6).shape() == x.shape()),
                absl::InvalidArgumentError("x and its gradients have different shapes"));
    Tensor *dx, *dgamma, *dbeta, *dbias = nullptr;
    const TensorShape vector({channels});
    OP_REQUIRES_OK(context, kOther ? context->forward_input_or_allocate_output({0, 6, 1}, 0, x.shape(), &dx)
                                   : context->forward_input_or_allocate_output({0, 1}, 0, x.shape(), &dx));
    OP_REQUIRES_OK(context, context->allocate_output(1, vector, &dgamma));
    OP_REQUIRES_OK(context, context->allocate_output(2, vector, &dbeta));
    if (kOther) OP_REQUIRES_OK(context, context->allocate_output(3, vector, &dbias));
    const float* variance = data<float>(context->input(5));
    const Vector scale = scales(gamma, variance, epsilon_);
    const Normalization by{data<float>(context->input(4)), scale.data(), data<float>(context->input(3))};
    Vector partial = blocks.partial(), products = blocks.partial();
    blocks.each(context, [&](Index block, Index at, Index rows) {
      Loops<T>::gradientSums(relu_, data<T>(dy) + at, data<T>(x) + at, by, rows, channels, partial.data() + block * channels,
                             products.data() + block * channels);
    });
    const Vector sum = blocks.total(partial), product = blocks.total(products);
    Vector slope(channels), center(channels);
    for (Index c = 0; c < channels; ++c) {
      const float precision = 1 / (variance[c] + epsilon_), rows = std::max<Index>(1, blocks.rows);
      data<float>(*dbeta)[c] = sum[c];
      data<float>(*dgamma)[c] = product[c] * std::sqrt(precision);
      slope[c] = -scale[c] * precision * product[c] / rows;
      center[c] = sum[c] / rows;
    }
    const T* other = kOther ? data<T>(context->input(6)) : nullptr;
    std::fill(partial.begin(), partial.end(), 0.f);
    blocks.each(context, [&](Index block, Index at, Index rows) {
      Loops<T>::gradient(relu_, data<T>(dy) + at, data<T>(x) + at, other ? other + at : nullptr, data<T>(*dx) + at, by,
                         {slope.data(), center.data()}, rows, channels, partial.data() + block * channels);
    });
    if (kOther) blocks.total(partial, data<float>(*dbias));
  }
};

// The first `images` outputs have x's shape, the others `vectors` that of the input gamma.
#define WORKBOOK_ATTRIBUTES WORKBOOK_TYPE.Attr("epsilon: float").Attr("relu: bool")

REGISTER_OP("WorkbookBatchNorm")
    .Input("x: T").Input("gamma: float").Input("beta: float")
    .Output("y: T").Output("mean: float").Output("variance: float")
    .WORKBOOK_ATTRIBUTES.SetShapeFn(shapesOf<0, 1, 1>);
REGISTER_OP("WorkbookBatchNormGrad")
    .Input("dy: T").Input("x: T").Input("gamma: float").Input("beta: float").Input("mean: float").Input("variance: float")
    .Output("dx: T").Output("dgamma: float").Output("dbeta: float")
    .WORKBOOK_ATTRIBUTES.SetShapeFn(shapesOf<1, 2, 2>);
REGISTER_OP("WorkbookAddBatchNorm")
    .Input("x: T").Input("addend: T").Input("bias: float").Input("gamma: float").Input("beta: float")
    .Output("sum: T").Output("y: T").Output("mean: float").Output("variance: float")
    .WORKBOOK_ATTRIBUTES.SetShapeFn(shapesOf<0, 0, 3, 3>);
REGISTER_OP("WorkbookAddBatchNormGrad")
    .Input("dy: T").Input("sum: T").Input("gamma: float").Input("beta: float").Input("mean: float").Input("variance: float")
    .Input("dsum: T")
    .Output("dx: T").Output("dgamma: float").Output("dbeta: float").Output("dbias: float")
    .WORKBOOK_ATTRIBUTES.SetShapeFn(shapesOf<1, 2, 2, 2>);

template <class T>
using Normalize = Forward<T, false>;
template <class T>
using AddAndNormalize = Forward<T, true>;
template <class T>
using NormalizeGradient = Backward<T, false>;
template <class T>
using AddAndNormalizeGradient = Backward<T, true>;
WORKBOOK_KERNEL("WorkbookBatchNorm", Normalize)
WORKBOOK_KERNEL("WorkbookAddBatchNorm", AddAndNormalize)
WORKBOOK_KERNEL("WorkbookBatchNormGrad", NormalizeGradient)
WORKBOOK_KERNEL("WorkbookAddBatchNormGrad", AddAndNormalizeGradient)

}  // namespace batch_norm
}  // namespace workbook
