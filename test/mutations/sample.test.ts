import { roundsOf } from "./compiler";
import { changed, drawn, type Sample } from "./sample";

const mutation = { start: 6, end: 11, original: "a < b", replacement: "a > b", line: 1 };
const sample = (file: string): Sample => ({ file, mutation });

test("a draw depends on the seed alone, and has nothing twice", () => {
  const all = Array.from({ length: 100 }, (_, index) => index);
  expect(drawn(all, 10, 7)).toEqual(drawn(all, 10, 7));
  expect(drawn(all, 10, 8)).not.toEqual(drawn(all, 10, 7));
  expect(new Set(drawn(all, 200, 7)).size).toBe(100);
});

test("a change replaces its bytes", () => {
  expect(changed(Buffer.from("/*ö*/ a < b;"), mutation).toString()).toBe("/*ö*/a > bb;");
});

test("the compiler sees one change of a file at a time", () => {
  const [first, second, other] = [sample("a.ts"), sample("a.ts"), sample("b.ts")];
  expect(roundsOf([first, second, other])).toEqual([[first, other], [second]]);
});
