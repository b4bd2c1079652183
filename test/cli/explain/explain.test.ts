import { explainCode, findCode } from "../../../lib/cli/explain/explain";
import { expectOutputOf } from "../../support/output-schema";

describe("serverform explain", () => {
  test("tells what a code says, what to do, and an example", () => {
    expect(explainCode("[handler-not-found]")).toBe(`handler-not-found

What it says:
  <construct>: <prop> is "<value>", but there is no file "<file>" with the extension <extensions>.

What to do:
  Create the file, or correct the path. It is relative to srcPath, which is relative to the folder of cdktf.json.

For example:
  dev-notes-Main/It: handler is "src/handler.ts", but there is no file "src/handler" with one of the extensions .ts .tsx .mts .cts .js .jsx .mjs .cjs.
    Write the name of the function in place of the ending: "src/handler.handler". Create the file, or correct the path. It is relative to srcPath, which is relative to the folder of cdktf.json.
    [handler-not-found]`);
  });

  test("gives its parts to a program", () => {
    const found = findCode("handler-not-found");
    expectOutputOf("explain", found);
    expect(found).toMatchObject({
      code: "handler-not-found",
      remedy: expect.stringContaining("Create the file"),
    });
  });

  test("refuses a code that does not exist, with the nearest", () => {
    expect(() => explainCode("authorizer-unknwon")).toThrow(
      /^serverform explain: code is .*\n.*Did you mean "authorizer-unknown"\?(.|\n)*\[error-code-unknown\]$/,
    );
  });
});
