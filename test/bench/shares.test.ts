import { join } from "node:path";
import { missingFunctions } from "./shares";

test("the functions whose time the benchmark counts are those of the library", () => {
  expect(missingFunctions(join(__dirname, "../../lib"))).toEqual([]);
});
