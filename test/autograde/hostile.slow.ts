import { kinds } from "./hostile";
import { testClass } from "./hostile/suite";

testClass(kinds, ["honest", "another-honest"]);
