// The division of a layer's output, and its bias, among the heads of attention, and the reverse, for CPUs. As TensorFlow's own ops they
// are five or six, forward and backward. lib/tensorflow/ops/heads.ts makes differentiable ops of these.
#include "kernels.h"

namespace workbook {
namespace heads {

// How a tensor [rows, tokens, kinds x heads x depth] is divided, where the first kind are the queries. Each kind becomes as many tensors
// [rows, heads, tokens, depth] as there are blocks of tokens, one or two halves. Of queries, each has its own half; of keys and values
// it has what those may see, so the second one has all.
struct Division {
  Index rows, tokens, heads, depth, kinds, blocks;

  Index channels() const { return kinds * heads * depth; }
  Index lengthOf(Index part) const { return tokens / blocks * (part < blocks ? 1 : part % blocks + 1); }
  TensorShape shapeOf(Index part) const { return TensorShape({rows, heads, lengthOf(part), depth}); }
};

// Calls `work` with the first channel of each head of each kind of a token, and its place in the part of the token's own block. Keys and
// values of the first of two halves are in the second part, too.
template <class T, class Work>
WORKBOOK_INLINE void eachHead(T* const* parts, const Division& by, Index token, const Work& work) {
  const Index row = token / by.tokens, place = token % by.tokens, length = by.tokens / by.blocks, block = place / length;
  for (Index kind = 0; kind < by.kinds; ++kind) {
    for (Index head = 0; head < by.heads; ++head) {
      const Index of = row * by.heads + head;
      T* const* own = parts + kind * by.blocks + block;
      const Index before = kind == 0 ? of * length + place % length : of * length * (block + 1) + place;
      const bool twice = kind > 0 && block + 1 < by.blocks;
      work((kind * by.heads + head) * by.depth, own[0] + before * by.depth, twice ? own[1] + (of * by.tokens + place) * by.depth : nullptr);
    }
  }
}

// `bias` has zeros where there is none.
template <class T>
WORKBOOK_INLINE void divide(const T* x, const float* bias, T* const* parts, const Division& by, Index first, Index rows) {
  const Index channels = by.depth;
  for (Index token = first; token < first + rows; ++token, x += by.kinds * by.heads * by.depth) {
    eachHead(parts, by, token, [&](Index at, T* to, T* second) {
      const T* from = x + at;
      const float* offset = bias + at;
      WORKBOOK_FOR_CHANNELS { write(read(from[c]) + offset[c], to + c); }
      if (second) std::memcpy(second, to, channels * sizeof(T));
    });
  }
}

// The reverse: adds up what two parts have, and over the tokens, which is the bias's gradient.
template <class T>
WORKBOOK_INLINE void join(const T* const* parts, T* x, const Division& by, Index first, Index rows, float* sums) {
  const Index channels = by.depth;
  for (Index token = first; token < first + rows; ++token, x += by.kinds * by.heads * by.depth) {
    eachHead(parts, by, token, [&](Index at, const T* from, const T* second) {
      T* to = x + at;
      float* sum = sums + at;
      if (second) {
        WORKBOOK_FOR_CHANNELS {
          const float both = read(from[c]) + read(second[c]);
          sum[c] += both;
          write(both, to + c);
        }
      } else {
        WORKBOOK_FOR_CHANNELS {
          sum[c] += read(from[c]);
          to[c] = from[c];
        }
      }
    });
  }
}

// Compiled for each kind of processor. A template cannot be, so there is a function for each type.
#define WORKBOOK_HEADS(T)                                                                                                         \
  WORKBOOK_EVERY_PROCESSOR void divideRows(const T* x, const float* bias, T* const* parts, const Division& by, Index first,       \
                                           Index rows) {                                                                          \
    divide<T>(x, bias, parts, by, first, rows);                                                                                   \
  }                                                                                                                               \
  WORKBOOK_EVERY_PROCESSOR void joinRows(const T* const* parts, T* x, const Division& by, Index first, Index rows, float* sums) { \
    join<T>(parts, x, by, first, rows, sums);                                                                                     \
  }
WORKBOOK_HEADS(float)
WORKBOOK_HEADS(Half)

// Whether parts are one or two of each kind.
bool areHalves(Index parts, Index kinds) { return parts == kinds || parts == 2 * kinds; }

// Inputs x, bias (may be empty). Outputs the parts of each kind, one kind after another.
template <class T>
class Divide : public OpKernel {
 public:
  explicit Divide(OpKernelConstruction* construction) : OpKernel(construction) {
    OP_REQUIRES_OK(construction, construction->GetAttr("depth", &depth_));
    OP_REQUIRES_OK(construction, construction->GetAttr("kinds", &kinds_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& x = context->input(0);
    const Index parts = context->num_outputs(), blocks = parts / kinds_;
    OP_REQUIRES(context, x.dims() == 3 && x.dim_size(2) % (kinds_ * depth_) == 0 && areHalves(parts, kinds_) && x.dim_size(1) % blocks == 0,
                absl::InvalidArgumentError(absl::StrCat("x has shape ", x.shape().DebugString(), ", which cannot be divided into ", blocks,
                                                        " blocks and ", kinds_, " kinds of heads of ", depth_, " numbers")));
    const Division by{x.dim_size(0), x.dim_size(1), x.dim_size(2) / (kinds_ * depth_), depth_, kinds_, blocks};
    const bool biased = context->input(1).NumElements() > 0;
    if (biased) OP_REQUIRES_OK(context, requireChannels(context, 1, 1, by.channels()));
    std::vector<T*> to;
    for (Index part = 0; part < parts; ++part) {
      Tensor* output;
      OP_REQUIRES_OK(context, context->allocate_output(part, by.shapeOf(part), &output));
      to.push_back(data<T>(*output));
    }
    const Vector zeros(biased ? 0 : by.channels(), 0.f);
    const float* bias = biased ? data<float>(context->input(1)) : zeros.data();
    const Blocks tokens(x);
    tokens.each(context, [&](Index block, Index at, Index rows) {
      divideRows(data<T>(x) + at, bias, to.data(), by, block * tokens.length, rows);
    });
  }

 private:
  int64_t depth_ = 0, kinds_ = 0;
};

// Inputs the parts. Outputs x, and its sum over all tokens.
template <class T>
class Join : public OpKernel {
 public:
  explicit Join(OpKernelConstruction* construction) : OpKernel(construction) {
    OP_REQUIRES_OK(construction, construction->GetAttr("kinds", &kinds_));
  }

  void Compute(OpKernelContext* context) override {
    const Index parts = context->num_inputs(), blocks = parts / kinds_;
    const TensorShape& shape = context->input(0).shape();
    OP_REQUIRES(context, shape.dims() == 4 && areHalves(parts, kinds_), absl::InvalidArgumentError("there are no one or two halves of four dimensions"));
    const Division by{shape.dim_size(0), shape.dim_size(2) * blocks, shape.dim_size(1), shape.dim_size(3), kinds_, blocks};
    std::vector<const T*> from;
    for (Index part = 0; part < parts; ++part) {
      OP_REQUIRES_OK(context, requireShape(context, part, part, by.shapeOf(part)));
      from.push_back(data<T>(context->input(part)));
    }
    const Index channels = by.channels();
    Tensor *x, *sums;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({by.rows, by.tokens, channels}), &x));
    OP_REQUIRES_OK(context, context->allocate_output(1, TensorShape({channels}), &sums));
    const Blocks tokens(*x);
    Vector partial = tokens.partial();
    tokens.each(context, [&](Index block, Index at, Index rows) {
      joinRows(from.data(), data<T>(*x) + at, by, block * tokens.length, rows, partial.data() + block * channels);
    });
    tokens.total(partial, data<float>(*sums));
  }

 private:
  int64_t kinds_ = 0;
};

REGISTER_OP("WorkbookDivideHeads")
    .Input("x: T").Input("bias: float")
    .Output("parts: count * T")
    .Attr("depth: int >= 1").Attr("kinds: int >= 1").Attr("count: int >= 1")
    .WORKBOOK_TYPE.SetShapeFn([](InferenceContext* context) {
      tensorflow::shape_inference::ShapeHandle x;
      tensorflow::shape_inference::DimensionHandle heads, length;
      int64_t depth, kinds;
      TF_RETURN_IF_ERROR(context->WithRank(context->input(0), 3, &x));
      TF_RETURN_IF_ERROR(context->GetAttr("depth", &depth));
      TF_RETURN_IF_ERROR(context->GetAttr("kinds", &kinds));
      TF_RETURN_IF_ERROR(context->Divide(context->Dim(x, 2), kinds * depth, true, &heads));
      const int64_t blocks = context->num_outputs() / kinds;
      TF_RETURN_IF_ERROR(context->Divide(context->Dim(x, 1), blocks, true, &length));
      for (int part = 0; part < context->num_outputs(); ++part) {
        tensorflow::shape_inference::DimensionHandle tokens;
        TF_RETURN_IF_ERROR(context->Multiply(length, part < blocks ? 1 : part % blocks + 1, &tokens));
        context->set_output(part, context->MakeShape({context->Dim(x, 0), heads, tokens, context->MakeDim(depth)}));
      }
      return absl::OkStatus();
    });
REGISTER_OP("WorkbookJoinHeads")
    .Input("parts: count * T")
    .Output("x: T").Output("sum: float")
    .Attr("kinds: int >= 1").Attr("count: int >= 1")
    .WORKBOOK_TYPE.SetShapeFn([](InferenceContext* context) {
      tensorflow::shape_inference::ShapeHandle first;
      tensorflow::shape_inference::DimensionHandle tokens, width, channels;
      int64_t kinds;
      TF_RETURN_IF_ERROR(context->GetAttr("kinds", &kinds));
      TF_RETURN_IF_ERROR(context->WithRank(context->input(0), 4, &first));
      TF_RETURN_IF_ERROR(context->Multiply(context->Dim(first, 2), context->num_inputs() / kinds, &tokens));
      TF_RETURN_IF_ERROR(context->Multiply(context->Dim(first, 1), context->Dim(first, 3), &width));
      TF_RETURN_IF_ERROR(context->Multiply(width, kinds, &channels));
      context->set_output(0, context->MakeShape({context->Dim(first, 0), tokens, channels}));
      context->set_output(1, context->MakeShape({channels}));
      return absl::OkStatus();
    });
WORKBOOK_KERNEL("WorkbookDivideHeads", Divide)
WORKBOOK_KERNEL("WorkbookJoinHeads", Join)

}  // namespace heads
}  // namespace workbook
