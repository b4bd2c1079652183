import { retentionDays, retentionLiterals } from "../../../../lib/facts/aws/log-retention";

/** The values that CloudWatch accepts for the days of a log group. */
const serviceDays = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

test("every literal is a number of days that the service accepts, in order, and infinite has no number", () => {
  expect(retentionLiterals.map((literal) => retentionDays[literal])).toEqual([...serviceDays, undefined]);
  expect(retentionLiterals.at(-1)).toBe("infinite");
});
