import { expect, it } from "vitest";
import { stepError } from "../../../lib/tensorflow/capture/step-error";

const devices = ["/device:CPU:0", "/device:CPU:1", "/device:CPU:2", "/device:GPU:3"];
const label = "Received a label value of 200 which is outside the valid range of [0, 10).  Label values: 2 200";
const begin = "{{function_node training_step_0}} {{function_node training_step_0_graph}} ";

// As TensorFlow 2.20 says it; its binding cuts messages off.
const one = `${begin}${label}\n\t [[{{node replica_2/SparseSoftmaxCrossEntropyWithLogits_40}}]]\n\t [[StatefulPart`;
const several =
  `${begin}4 root error(s) found.\n` +
  `  (0) INVALID_ARGUMENT: {{function_node training_step_0_graph}} ${label}\n` +
  "\t [[{{node replica_2/SparseSoftmaxCrossEntropyWithLogits_40}}]]\n\t [[replica_3_placeholder_12/_60]]\n" +
  "  (1) INVALID_ARGUMENT: {{function_node training_step_0_graph}} Received a label value of 200 which is outside th";
const abortedBefore =
  "{{function_node training_step_1}} Collective ops is aborted by: op cancelled\n" +
  "The error could be from a previous operation. Restart your program to reset.\n" +
  "\t [[{{node replica_3/all_reduce/bucket_1}}]]\n\t [[StatefulPartitionedCall_64]]";
const abortedFirst =
  `${begin}2 root error(s) found.\n  (0) CANCELLED: Collective ops is aborted by: op cancelled\n` +
  "\t [[{{node replica_0/all_reduce/bucket_1}}]]\n" +
  `  (1) INVALID_ARGUMENT: {{function_node training_step_0_graph}} ${label}\n` +
  "\t [[{{node replica_2/SparseSoftmaxCrossEntropyWithLogits_40}}]]";

const said =
  "On CPU:2 (replica 2): Received a label value of 200 which is outside the valid range of [0, 10). " +
  "Label values: 2 200 [replica_2/SparseSoftmaxCrossEntropyWithLogits_40]";

it.each([one, several, abortedFirst])(
  "an error in a replica's step names its device and op, in one line",
  (message) => {
    const error = new Error(message);
    const placed = stepError(error, devices);
    expect(placed.message).toBe(said);
    expect(placed.cause).toBe(error);
  },
);

it.each([abortedBefore, "op cancelled replica_3/all_reduce/bucket_0\n\t [[{{node replica_3/all_reduce/bucket_0}}]]"])(
  "replicas that cannot meet any more say how to go on",
  (message) => {
    expect(stepError(new Error(message), devices).message).toMatch(
      /^On GPU:3 \(replica 3\): adding up over the replicas was given up .* restart the kernel\), from the last checkpoint\.$/,
    );
  },
);

it.each(["The captured step uses a tensor that has been disposed", "{{node replica_7/MatMul}}"])(
  "an error of no replica stays as it is",
  (message) => {
    const error = new Error(message);
    expect(stepError(error, devices)).toBe(error);
  },
);

it("words by which memory is known to have run out stay", () => {
  const message = `${begin}OOM when allocating tensor with shape[8,8]\n\t [[{{node replica_1/Conv2D_3}}]]`;
  expect(stepError(new Error(message), devices).message).toBe(
    "On CPU:1 (replica 1): OOM when allocating tensor with shape[8,8] [replica_1/Conv2D_3]",
  );
});
