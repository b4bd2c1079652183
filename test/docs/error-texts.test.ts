import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { catalogue } from "../../lib/catalogue";
import { mistakeExamples } from "./error-examples";
import { errorTextsFile, errorTextsPath } from "./error-texts";

test("serverform explain has the texts of all codes (npm run docs)", () => {
  const written = JSON.parse(readFileSync(resolve(__dirname, "../..", errorTextsPath), "utf8"));
  expect(written).toEqual(JSON.parse(errorTextsFile(mistakeExamples())));
  expect(Object.keys(written)).toEqual(Object.keys(catalogue).sort());
});
