import { formatDuration } from "../../../lib/cli/ui/amounts";

describe("formatDuration", () => {
  test.each([
    [0, "0.0 s"],
    [4.25, "4.3 s"],
    [59.9, "59.9 s"],
    [60, "1 min 0 s"],
    [200.6, "3 min 20 s"],
  ])("writes %s seconds as %s", (seconds, expected) => {
    expect(formatDuration(seconds)).toBe(expected);
  });
});
