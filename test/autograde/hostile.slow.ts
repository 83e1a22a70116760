import { kinds } from "./hostile";
import { testClass } from "./hostile/suite";
import { all } from "../extent";

/** The plainest of each sort are always tried. */
const plain = ["text", "link-to-neighbour", "pipe", "edits-tests", "rewrites-checks", "reads-others", "kills-kernel"];

// With them every third one has its place beside all that takes minutes; WORKBOOK_TEST=all tries every one.
const tried = all ? kinds : kinds.filter(({ name }, place) => plain.includes(name) || place % 3 === 0);

testClass(tried, ["honest", "another-honest"]);
