// GELU of a sum with a bias, for CPUs: one pass over memory forward, one backward. As TensorFlow's own ops they are five and nine.
// lib/tensorflow/ops/gelu.ts makes a differentiable op of these.
#include "kernels.h"

namespace workbook {
namespace gelu {

// The normal distribution at z, and z times its density. By M. Abramowitz, I. Stegun, Handbook of Mathematical Functions (1964), 7.1.26,
// whose error is less than 1.5e-7: about a float32's last digit at 1.
struct Normal {
  float below, slope;
};

WORKBOOK_INLINE Normal normal(float z) {
  const float density = powerOfTwo(-0.721347520f * z * z);  // e^(-z^2 / 2)
  const float t = 1.f / (1.f + 0.231641900f * std::fabs(z));  // 0.3275911 |z| / sqrt(2)
  float tail = 1.061405429f;
  tail = tail * t - 1.453152027f;
  tail = tail * t + 1.421413741f;
  tail = tail * t - 0.284496736f;
  tail = tail * t + 0.254829592f;
  tail *= 0.5f * t * density;  // what is left above |z|
  return {z < 0.f ? tail : 1.f - tail, 0.398942280f * z * density};
}

template <class T>
WORKBOOK_INLINE void forward(const T* x, const float* bias, T* y, Index rows, Index channels) {
  for (Index row = 0; row < rows; ++row, x += channels, y += channels) {
    WORKBOOK_FOR_CHANNELS {
      const float z = read(x[c]) + bias[c];
      write(z * normal(z).below, y + c);
    }
  }
}

// Also adds up dx, which is the bias's gradient.
template <class T>
WORKBOOK_INLINE void backward(const T* dy, const T* x, const float* bias, T* dx, Index rows, Index channels, float* sums) {
  for (Index row = 0; row < rows; ++row, dy += channels, x += channels, dx += channels) {
    WORKBOOK_FOR_CHANNELS {
      const Normal at = normal(read(x[c]) + bias[c]);
      const float gradient = read(dy[c]) * (at.below + at.slope);
      sums[c] += gradient;
      write(gradient, dx + c);
    }
  }
}

// Compiled for each kind of processor. A template cannot be, so there is a function for each type.
#define WORKBOOK_GELU(T)                                                                                                          \
  WORKBOOK_EVERY_PROCESSOR void forwardRows(const T* x, const float* bias, T* y, Index rows, Index channels) {                    \
    forward<T>(x, bias, y, rows, channels);                                                                                       \
  }                                                                                                                               \
  WORKBOOK_EVERY_PROCESSOR void backwardRows(const T* dy, const T* x, const float* bias, T* dx, Index rows, Index channels,       \
                                             float* sums) {                                                                       \
    backward<T>(dy, x, bias, dx, rows, channels, sums);                                                                           \
  }
WORKBOOK_GELU(float)
WORKBOOK_GELU(Half)

// Inputs x, bias. Output y.
template <class T>
class Forward : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& x = context->input(0);
    OP_REQUIRES(context, x.dims() >= 1, absl::InvalidArgumentError("x is a scalar"));
    const Blocks blocks(x);
    OP_REQUIRES_OK(context, requireChannels(context, 1, 1, blocks.channels));
    Tensor* y;
    OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0}, 0, x.shape(), &y));
    const float* bias = data<float>(context->input(1));
    blocks.each(context, [&](Index, Index at, Index rows) {
      forwardRows(data<T>(x) + at, bias, data<T>(*y) + at, rows, blocks.channels);
    });
  }
};

// Inputs dy, x, bias. Outputs dx, dbias.
template <class T>
class Backward : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor &dy = context->input(0), &x = context->input(1);
    OP_REQUIRES(context, x.dims() >= 1, absl::InvalidArgumentError("x is a scalar"));
    const Blocks blocks(x);
    OP_REQUIRES_OK(context, requireShape(context, 0, 0, x.shape()));
    OP_REQUIRES_OK(context, requireChannels(context, 2, 2, blocks.channels));
    Tensor *dx, *dbias;
    OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0, 1}, 0, x.shape(), &dx));
    OP_REQUIRES_OK(context, context->allocate_output(1, TensorShape({blocks.channels}), &dbias));
    const float* bias = data<float>(context->input(2));
    Vector partial = blocks.partial();
    blocks.each(context, [&](Index block, Index at, Index rows) {
      backwardRows(data<T>(dy) + at, data<T>(x) + at, bias, data<T>(*dx) + at, rows, blocks.channels,
                   partial.data() + block * blocks.channels);
    });
    blocks.total(partial, data<float>(*dbias));
  }
};

REGISTER_OP("WorkbookBiasGelu").Input("x: T").Input("bias: float").Output("y: T").WORKBOOK_TYPE.SetShapeFn(shapesOf<0>);
REGISTER_OP("WorkbookBiasGeluGrad")
    .Input("dy: T").Input("x: T").Input("bias: float")
    .Output("dx: T").Output("dbias: float")
    .WORKBOOK_TYPE.SetShapeFn(shapesOf<1, 2>);
WORKBOOK_KERNEL("WorkbookBiasGelu", Forward)
WORKBOOK_KERNEL("WorkbookBiasGeluGrad", Backward)

}  // namespace gelu
}  // namespace workbook
