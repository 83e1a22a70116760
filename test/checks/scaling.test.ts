import { describe, expect, it } from "vitest";
import { checkCharged } from "../../lib/checks";
import { invoice, scaling } from "../../lib/measure";
import { chapterScalingRuns } from "../../lib/runs";

describe("the device-seconds of a job", () => {
  it("are those of the invoice", async () => {
    const study = scaling(await chapterScalingRuns({ model: "resnet50v2", epochTime: "seconds" }));
    const lines = invoice(study, { perDeviceHour: 3600, currency: "EUR", epochs: 2 });
    const jobs = study.points.map((point) => ({ ...point, epochs: 2 }));
    const check = checkCharged(
      ([{ devices }]) => {
        const { price } = lines.find((line) => line.devices === devices)!;
        return { separate: price, together: price }; // one job alone costs the same either way
      },
      jobs.map((job) => [[job]]),
    );
    expect(check.share).toBe(1);
    expect(lines.map(({ price }) => price)).toEqual([43, 78, 208].map((price) => expect.closeTo(price, 6) as number));
  });
});
