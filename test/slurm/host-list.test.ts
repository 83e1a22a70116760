import { describe, expect, it } from "vitest";
import { expandHostList } from "../../lib/strategy/rendezvous/index";
import { hostLists } from "./host-lists";

describe("a host list", () => {
  it.each(hostLists)("%s is expanded", (list, hosts) => {
    expect(expandHostList(list)).toEqual(hosts);
  });

  it.each(["", "node[1-3", "node1-3]", "node[]", "node[a-b]", "node[3-1]", "node[[1-2]]", "node[1-]"])(
    "'%s' is refused, with the list in the message",
    (list) => {
      expect(() => expandHostList(list)).toThrow(`The host list "${list}"`);
    },
  );
});
