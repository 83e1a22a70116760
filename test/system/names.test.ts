import { expect, test } from "vitest";
import { didYouMean, noSuch } from "../../lib/system/names";

const models = ["resnet50v2", "resnet101v2", "gpt-1m", "gpt-10m"];

test.each([
  ["resnt50v2", models, " (Did you mean resnet50v2?)"],
  ["ResNet50V2", models, " (Did you mean resnet50v2?)"],
  ["gpt-m", models, " (Did you mean gpt-1m?)"],
  ["mirorred", ["one-device", "mirrored", "multi-worker"], " (Did you mean mirrored?)"],
  ["quikc", ["quick", "local", "full"], " (Did you mean quick?)"],
  ["mian", ["main", "short"], " (Did you mean main?)"],
  ["--devise", ["--device", "--devices"], " (Did you mean --device?)"],
  ["gpt-0m", models, " (Did you mean one of gpt-10m, gpt-1m?)"],
  ["cifar", ["cifar10", "cifar10", "tinyimagenet"], " (Did you mean cifar10?)"],
])("%s is near a name of %j", (word, known, line) => {
  expect(didYouMean(word, known)).toBe(line);
});

test.each([
  ["--fast", ["--wait", "--only", "--out"]], // half of it differs
  ["tpu", ["ring", "nccl"]],
  ["", ["cpu", "gpu"]],
  ["tpu", ["cpu", "gpu"]], // as near to one as to the other
  ["what on earth", models],
  ["x", []],
])("%s is near none of %j", (word, known) => {
  expect(didYouMean(word, known)).toBe("");
});

test("a line that refuses a name lists the known ones", () => {
  const line = 'There is no preset "quik": choose one of quick, full. (Did you mean quick?)';
  expect(noSuch("preset", "quik", ["quick", "full"]).message).toBe(line);
});
