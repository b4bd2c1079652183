import { isLibraryError, problemWith, ServerformError } from "../../../lib/facts/errors/error";
import { failTogether } from "../../../lib/facts/errors/problems";
import { coreTexts, fail } from "../../../lib/kit/core/errors";
import { testStack } from "../../support/stack";

const problem = problemWith(coreTexts);
const one = () => problem("Main/Api", "size-invalid", "memorySize", { value: "1 TB" });
const two = () => problem("Main/Get", "prop-required", "handler", { remedy: "Name it." });

test("a message names path, prop, value, remedy and code", () => {
  expect(one().message).toMatchInlineSnapshot(`
    "Main/Api: memorySize is "1 TB", which is not a size.
      Write a whole number and MB or GB: "512 MB" or "1 GB".
      [size-invalid]"
  `);
  expect(one()).toMatchObject({
    code: "size-invalid",
    path: "Main/Api",
    prop: "memorySize",
    problems: [],
  });
});

test("a construct is named by its path", () => {
  expect(problem(testStack(), "size-invalid", "diskSize", { value: 1 }).path).toBe("dev-notes-Main");
});

test("fail throws", () => {
  expect(() => fail("Main/Api", "size-invalid", "memorySize", { value: "1 TB" })).toThrow(one());
});

describe("problems of one synthesis", () => {
  test("an empty list is not an error", () => {
    expect(() => failTogether([])).not.toThrow();
  });
  test("are thrown as they are when there is one", () => {
    const only = one();
    expect(() => failTogether([only])).toThrow(only);
  });
  test("are thrown together", () => {
    const problems = [one(), two()];
    const together = () => failTogether(problems);
    expect(together).toThrow(`2 problems:\n\n${problems.map(({ message }) => message).join("\n\n")}`);
    expect(together).toThrow(expect.objectContaining({ code: "synthesis-failed", problems }));
  });
});

test("errors of another copy of the package are known", () => {
  const other = Object.assign(new Error("x"), { name: "ServerformError" });
  expect([one(), other, new Error("x"), { name: "ServerformError" }, undefined].map(isLibraryError)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(one()).toBeInstanceOf(ServerformError);
});
