// All of our ops in one file for the compiler: it takes longer to read TensorFlow's headers than to compile the rest.
#include "batch_norm.cc"
#include "causal_softmax.cc"
#include "gelu.cc"
#include "heads.cc"
#include "layer_norm.cc"
