import { kinds } from "./hostile";
import { testClass } from "./hostile/suite";

/** One of each sort that is quick; all of them are in hostile.slow.ts. */
const quick = ["text", "link-to-neighbour", "pipe", "edits-tests", "rewrites-checks", "reads-others", "kills-kernel"];

testClass(
  kinds.filter(({ name }) => quick.includes(name)),
  ["honest"],
);
