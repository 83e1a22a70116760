import { sentAndReceived, starRounds } from "../../../chapters/02-mirrored/rounds";
import { expect, it } from "vitest";

it("a star's device 0 receives and sends all arrays of the others", () => {
  const { sent, received } = sentAndReceived(starRounds(4), 4, 8e6);
  expect([sent, received]).toEqual([
    [24e6, 8e6, 8e6, 8e6],
    [24e6, 8e6, 8e6, 8e6],
  ]);
  expect(starRounds(1).flat()).toEqual([]);
});
