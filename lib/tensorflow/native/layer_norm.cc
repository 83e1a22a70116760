// Layer normalisation, for CPUs: one pass over memory forward, one backward. As TensorFlow's own ops they are eight and twelve.
// lib/tensorflow/ops/layer-norm.ts makes a differentiable op of these.
#include "kernels.h"

namespace workbook {
namespace layer_norm {

template <class T>
WORKBOOK_INLINE void forward(const T* x, const float* gain, const float* bias, float epsilon, T* y, float* means, float* scales,
                             Index rows, Index channels) {
  for (Index row = 0; row < rows; ++row, x += channels, y += channels) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (Index c = 0; c < channels; ++c) sum += read(x[c]);
    const float mean = sum / channels;
    float square = 0;
#pragma omp simd reduction(+ : square)
    for (Index c = 0; c < channels; ++c) square += (read(x[c]) - mean) * (read(x[c]) - mean);
    const float scale = 1.f / std::sqrt(square / channels + epsilon);
    WORKBOOK_FOR_CHANNELS { write((read(x[c]) - mean) * scale * gain[c] + bias[c], y + c); }
    means[row] = mean;
    scales[row] = scale;
  }
}

// With n = (x - mean) scale and g = dy gain: dx = (g - mean(g) - n mean(g n)) scale. Adds up dy n and dy over the rows.
template <class T>
WORKBOOK_INLINE void backward(const T* dy, const T* x, const float* means, const float* scales, const float* gain, T* dx, Index rows,
                              Index channels, float* products, float* sums) {
  for (Index row = 0; row < rows; ++row, dy += channels, x += channels, dx += channels) {
    const float mean = means[row], scale = scales[row];
    float along = 0, sum = 0;
#pragma omp simd reduction(+ : along, sum)
    for (Index c = 0; c < channels; ++c) {
      const float gradient = read(dy[c]), normal = (read(x[c]) - mean) * scale;
      sum += gradient * gain[c];
      along += gradient * gain[c] * normal;
      products[c] += gradient * normal;
      sums[c] += gradient;
    }
    along /= channels;
    sum /= channels;
    WORKBOOK_FOR_CHANNELS {
      write((read(dy[c]) * gain[c] - sum - (read(x[c]) - mean) * scale * along) * scale, dx + c);
    }
  }
}

// Compiled for each kind of processor. A template cannot be, so there is a function for each type.
#define WORKBOOK_LAYER_NORM(T)                                                                                                    \
  WORKBOOK_EVERY_PROCESSOR void forwardRows(const T* x, const float* gain, const float* bias, float epsilon, T* y, float* means,  \
                                            float* scales, Index rows, Index channels) {                                          \
    forward<T>(x, gain, bias, epsilon, y, means, scales, rows, channels);                                                         \
  }                                                                                                                               \
  WORKBOOK_EVERY_PROCESSOR void backwardRows(const T* dy, const T* x, const float* means, const float* scales, const float* gain, \
                                             T* dx, Index rows, Index channels, float* products, float* sums) {                   \
    backward<T>(dy, x, means, scales, gain, dx, rows, channels, products, sums);                                                  \
  }
WORKBOOK_LAYER_NORM(float)
WORKBOOK_LAYER_NORM(Half)

TensorShape ofRows(const Tensor& x) {
  TensorShape shape = x.shape();
  shape.set_dim(shape.dims() - 1, 1);
  return shape;
}

// Inputs x, gain, bias. Outputs y, and of each row the mean and 1 / deviation.
template <class T>
class Forward : public OpKernel {
 public:
  explicit Forward(OpKernelConstruction* construction) : OpKernel(construction) {
    OP_REQUIRES_OK(construction, construction->GetAttr("epsilon", &epsilon_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& x = context->input(0);
    OP_REQUIRES(context, x.dims() >= 1, absl::InvalidArgumentError("x is a scalar"));
    const Blocks blocks(x);
    const Index channels = blocks.channels;
    OP_REQUIRES_OK(context, requireChannels(context, 1, 2, channels));
    Tensor *y, *means, *scales;
    OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0}, 0, x.shape(), &y));
    OP_REQUIRES_OK(context, context->allocate_output(1, ofRows(x), &means));
    OP_REQUIRES_OK(context, context->allocate_output(2, ofRows(x), &scales));
    const float *gain = data<float>(context->input(1)), *bias = data<float>(context->input(2));
    blocks.each(context, [&](Index block, Index at, Index rows) {
      const Index row = block * blocks.length;
      forwardRows(data<T>(x) + at, gain, bias, epsilon_, data<T>(*y) + at, data<float>(*means) + row, data<float>(*scales) + row,
                  rows, channels);
    });
  }

 private:
  float epsilon_ = 0;
};

// Inputs dy, x, the means, the scales, gain. Outputs dx, dgain, dbias.
template <class T>
class Backward : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor &dy = context->input(0), &x = context->input(1);
    OP_REQUIRES(context, x.dims() >= 1, absl::InvalidArgumentError("x is a scalar"));
    const Blocks blocks(x);
    const Index channels = blocks.channels;
    OP_REQUIRES_OK(context, requireShape(context, 0, 0, x.shape()));
    OP_REQUIRES_OK(context, requireShape(context, 2, 3, ofRows(x)));
    OP_REQUIRES_OK(context, requireChannels(context, 4, 4, channels));
    Tensor *dx, *dgain, *dbias;
    OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0, 1}, 0, x.shape(), &dx));
    OP_REQUIRES_OK(context, context->allocate_output(1, TensorShape({channels}), &dgain));
    OP_REQUIRES_OK(context, context->allocate_output(2, TensorShape({channels}), &dbias));
    const float *means = data<float>(context->input(2)), *scales = data<float>(context->input(3));
    const float* gain = data<float>(context->input(4));
    Vector products = blocks.partial(), sums = blocks.partial();
    blocks.each(context, [&](Index block, Index at, Index rows) {
      const Index row = block * blocks.length, own = block * channels;
      backwardRows(data<T>(dy) + at, data<T>(x) + at, means + row, scales + row, gain, data<T>(*dx) + at, rows, channels,
                   products.data() + own, sums.data() + own);
    });
    blocks.total(products, data<float>(*dgain));
    blocks.total(sums, data<float>(*dbias));
  }
};

REGISTER_OP("WorkbookLayerNorm")
    .Input("x: T").Input("gain: float").Input("bias: float")
    .Output("y: T").Output("mean: float").Output("scale: float")
    .Attr("epsilon: float")
    .WORKBOOK_TYPE.SetShapeFn([](InferenceContext* context) {
      const auto x = context->input(0);
      tensorflow::shape_inference::ShapeHandle rows;
      TF_RETURN_IF_ERROR(context->ReplaceDim(x, -1, context->MakeDim(1), &rows));
      context->set_output(0, x);
      context->set_output(1, rows);
      context->set_output(2, rows);
      return absl::OkStatus();
    });
REGISTER_OP("WorkbookLayerNormGrad")
    .Input("dy: T").Input("x: T").Input("mean: float").Input("scale: float").Input("gain: float")
    .Output("dx: T").Output("dgain: float").Output("dbias: float")
    .WORKBOOK_TYPE.SetShapeFn(shapesOf<1, 4, 4>);
WORKBOOK_KERNEL("WorkbookLayerNorm", Forward)
WORKBOOK_KERNEL("WorkbookLayerNormGrad", Backward)

}  // namespace layer_norm
}  // namespace workbook
