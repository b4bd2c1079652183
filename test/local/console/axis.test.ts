import type { Fact } from "../../../lib/local";
import { axisOf, durationText, foldedPausesOf, marksOf, placeAt } from "../../../lib/local/console/page/axis";

const fact = (at: number, durationMs: number): Fact => ({
  id: `${at}`,
  kind: "warning",
  at,
  durationMs,
  causes: [],
  text: "",
});

describe("the axis of a trace", () => {
  test("has one scale from the first fact to the last", () => {
    const axis = axisOf([fact(1000, 100), fact(1050, 150)]);
    expect([1000, 1050, 1100, 1200].map((time) => placeAt(axis, time))).toEqual([0, 25, 50, 100]);
    expect(foldedPausesOf(axis)).toEqual([]);
    expect(marksOf(axis)).toEqual([
      { left: 0, text: "0 ms" },
      { left: 25, text: "50 ms" },
      { left: 50, text: "100 ms" },
      { left: 75, text: "150 ms" },
    ]);
  });

  test("of one fact without a duration has its beginning", () => {
    expect(marksOf(axisOf([fact(1000, 0)]))).toEqual([{ left: 0, text: "0 ms" }]);
  });

  test("folds a long pause before a retry, and names it", () => {
    const axis = axisOf([fact(0, 100), fact(60_100, 100)]);
    expect(foldedPausesOf(axis)).toEqual([{ left: 41, width: 18, text: "+ 60 s" }]);
    expect(placeAt(axis, 100)).toBe(41);
    expect(placeAt(axis, 30_000)).toBe(41);
    expect(placeAt(axis, 60_150)).toBe(79.5);
  });

  test.each([
    ["a pause below a second", [fact(0, 1), fact(900, 1)]],
    ["a pause that is shorter than what happens", [fact(0, 3000), fact(4500, 3000)]],
    ["one fact without a duration", [fact(5, 0)]],
  ])("does not fold %s", (_what, facts) => {
    expect(foldedPausesOf(axisOf(facts))).toEqual([]);
  });

  test("has no mark below the name of a fold", () => {
    const axis = axisOf([fact(0, 510), fact(30_500, 10), fact(60_500, 10), fact(90_500, 10)]);
    expect(marksOf(axis).map(({ text }) => text)).toEqual(["0 ms", "200 ms"]);
  });

  test("folds the longest of many pauses, and marks do not cover each other", () => {
    const axis = axisOf(Array.from({ length: 40 }, (_, index) => fact(index * index * 5000, 10)));
    expect(foldedPausesOf(axis)).toHaveLength(3);
    const places = [...marksOf(axis), ...foldedPausesOf(axis)].map(({ left }) => left);
    expect(places.every((left) => left >= 0 && left <= 100)).toBe(true);
    expect(placeAt(axis, 39 * 39 * 5000 + 10)).toBeCloseTo(100);
  });

  test.each([
    [0.4, "0 ms"],
    [999, "999 ms"],
    [2500, "2.5 s"],
    [40_000, "40 s"],
    [180_000, "3 min"],
  ])("%d ms is %s", (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
});
