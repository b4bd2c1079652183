import { Token } from "cdktf";
import { parseDuration } from "../../../../lib/kit/core/units";

test.each<[string, number]>([
  ["0 seconds", 0],
  ["1 second", 1],
  ["30 seconds", 30],
  ["1 minute", 60],
  ["2 Minutes", 120],
  ["1 hour", 3600],
  ["6 HOURS", 21_600],
  ["1 day", 86_400],
  ["3 Days", 259_200],
])("%p is %p seconds", (text, seconds) => {
  expect(parseDuration("App", "timeout", text)).toBe(seconds);
});

test.each([
  "",
  "30",
  "30s",
  "1.5 hours",
  "-1 seconds",
  "1  hour",
  " 1 hour",
  "1 week",
  "seconds",
  30,
  null,
  undefined,
])("%p is not a duration", (value) => {
  expect(() => parseDuration("Main/Get", "timeout", value)).toThrow(
    /^Main\/Get: timeout is .*, which is not a duration\.\n.*"30 seconds", "5 minutes", "1 hour" or "3 days"/,
  );
});

test("a reference is not a duration: its unit is unknown", () => {
  expect(() => parseDuration("Main/Get", "timeout", Token.asString({ resolve: () => 1 }))).toThrow(
    /not a duration/,
  );
});
