import { join } from "node:path";
import { isCommonJs } from "../../../lib/bundle";
import { folderWith } from "../support";

describe("a file is CommonJS", () => {
  test.each([
    ["exports.get = () => 1;", true],
    ["module.exports = { get() {} };", true],
    ["'use strict';\nexports['get'] = 1;", true],
    ["// export const get = 1\nexports.get = () => 1;", true],
    ["/*\nexport const get = 1;\n*/ exports.get = 1;", true],
    ["export const get = () => 1;", false],
    ["export default 1; exports.x = 1;", false],
    ['import { a } from "a";\nexports.x = 1;', false],
    ['import"a";export{x};exports.x', false],
    ["const a = 1;export { a };exports.x = 1", false],
    ["async function handler() {}", false],
    ["", false],
  ])("%j: %p", (source, expected) => {
    expect(isCommonJs(join(folderWith({ "a.js": source }), "a.js"))).toBe(expected);
  });

  test("only if it can be read", () => {
    expect(isCommonJs(join(folderWith({}), "none.js"))).toBe(false);
  });
});
