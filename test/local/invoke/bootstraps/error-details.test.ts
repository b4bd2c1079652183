import { runInNewContext } from "node:vm";
import { detailsOf } from "../../../../lib/local/invoke/bootstraps/node/run-handler";

const withFields = (fields: object): Error => Object.assign(new Error("outer"), fields);

test("an error without more has no details", () => {
  expect(detailsOf(new Error("plain"))).toBeUndefined();
  expect(detailsOf(withFields({ code: {}, cause: null, errors: "no list" }))).toBeUndefined();
});

test.each(["ENOENT", 5, 0, ""])("a code may be %j", (code) => {
  expect(detailsOf(withFields({ code }))).toEqual({ code });
});

test("a cause is reported with its own details, and a value that is not an error as a text", () => {
  const cause = Object.assign(new TypeError("inner"), { code: "X", stack: "TypeError: inner\n    at a" });
  expect(detailsOf(withFields({ cause }))).toEqual({
    cause: {
      errorType: "TypeError",
      errorMessage: "inner",
      stack: ["TypeError: inner", "    at a"],
      code: "X",
    },
  });
  expect(detailsOf(withFields({ cause: { a: 1 } }))).toEqual({
    cause: { errorType: "object", errorMessage: "{ a: 1 }", stack: [] },
  });
  expect(detailsOf(withFields({ cause: "text" }))).toMatchObject({ cause: { errorType: "string" } });
});

test("an error of another realm is an error", () => {
  const cause = runInNewContext("new RangeError('there')");
  expect(detailsOf(withFields({ cause }))).toMatchObject({
    cause: { errorType: "RangeError", errorMessage: "there" },
  });
});

test("of several errors the first 20 are reported", () => {
  const errors = Array.from({ length: 21 }, (_, index) => new Error(String(index)));
  const found = detailsOf(new AggregateError(errors))?.errors ?? [];
  expect([found.length, found.at(-1)?.errorMessage]).toEqual([20, "19"]);
});

test("causes are followed five deep, also in a circle", () => {
  const circle = new Error("circle");
  circle.cause = circle;
  let depth = 0;
  for (let at = detailsOf(circle); at?.cause !== undefined; at = at.cause) depth += 1;
  expect(depth).toBe(5);
  const nested = new AggregateError([]);
  nested.errors.push(nested);
  depth = 0;
  for (let at = detailsOf(nested); at?.errors?.[0] !== undefined; at = at.errors[0]) depth += 1;
  expect(depth).toBe(5);
});

test("an error whose properties cannot be read has no details", () => {
  const error = Object.defineProperty(new Error("x"), "cause", {
    get: () => {
      throw new Error("no");
    },
  });
  expect(detailsOf(error)).toBeUndefined();
});
