import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { catalogue } from "../support/catalogue";
import { errorCases, exampleOf } from "./error-cases";
import { errorTextsFile, errorTextsPath } from "./error-texts";

test("serverform explain has the texts of all codes (npm run docs)", () => {
  const written = JSON.parse(readFileSync(resolve(__dirname, "../..", errorTextsPath), "utf8"));
  expect(written).toEqual(JSON.parse(errorTextsFile()));
  expect(Object.keys(written)).toEqual(Object.keys(catalogue).sort());
});

describe("The cases of the error codes", () => {
  test.each(Object.keys(errorCases))("%s has a message that names place, value and remedy", (code) => {
    const message = exampleOf(code)?.message ?? "";
    expect(message).toMatch(/^\S[^:]*: .+\n[\s\S]+\n {2}\[[A-Za-z-]+\]$/);
    expect(message).not.toMatch(/NaN|\bis undefined\b|\[object|TfToken|\/tmp\/|\/home\//);
  });

  test("exist for each code, and for no other", () => {
    expect(Object.keys(errorCases).sort()).toEqual(Object.keys(catalogue).sort());
  });
});
