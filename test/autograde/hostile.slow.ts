import { kinds } from "./hostile";
import { testClass } from "./hostile/suite";
import { all } from "../extent";

/** The plainest of each sort are always tried. */
const plain = [
  ...["text", "folder", "link-to-neighbour", "pipe", "linked-records", "odd-records", "nested-record"],
  ...["edits-tests", "floods-answers", "rewrites-checks", "scripts-in-text", "reads-others", "kills-kernel"],
];

/** It waits for four minutes. */
const longest = "slow-everywhere";

// With the plainest every third one has its place beside all that takes minutes; WORKBOOK_TEST=all tries every one.
const some = kinds.filter(({ name }, place) => plain.includes(name) || (place % 3 === 0 && name !== longest));

testClass(all ? kinds : some, ["honest", "another-honest"]);
