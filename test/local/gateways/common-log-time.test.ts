import { commonLogTime } from "../../../lib/local/gateways/access-log";

describe("log time", () => {
  test.each([
    [Date.UTC(2020, 2, 12, 19, 3, 58, 390), "12/Mar/2020:19:03:58 +0000"],
    [Date.UTC(2020, 2, 12, 19, 3, 58, 999), "12/Mar/2020:19:03:58 +0000"],
    [Date.UTC(2021, 11, 1, 0, 0, 0), "01/Dec/2021:00:00:00 +0000"],
  ])("%i is %s", (epochMs, text) => {
    expect(commonLogTime(epochMs)).toBe(text);
  });
});
