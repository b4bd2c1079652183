import { readFileSync } from "node:fs";
import { join } from "node:path";
import { modelFiles } from "../../../docs/service-models";

// `npm run docs` writes the files.
test.each(Object.entries(modelFiles()))("%s is the model in the SDK's package", (path, text) => {
  expect(JSON.parse(readFileSync(join(__dirname, "../../../..", path), "utf8"))).toEqual(JSON.parse(text));
});
