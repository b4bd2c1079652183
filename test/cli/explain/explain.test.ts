import { explainCode, findCode, listCodes } from "../../../lib/cli/explain/explain";
import {
  allowedRegions,
  awsSolutions,
  encryption,
  logRetention,
  naming,
  openRoutes,
  requiredTags,
  wildcards,
} from "../../../lib/model/policy";
import { libraryRuleIds } from "../../../lib/model/policy/check";
import { expectOutputOf } from "../../support/output-schema";

describe("serverform explain", () => {
  test("prints the meaning of a code, the remedy and an example", () => {
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

  test("lists all codes, and names for an unknown one only those that are near", () => {
    expectOutputOf("explain", { codes: listCodes() });
    expect(listCodes()).toEqual(expect.arrayContaining(["authorizer-unknown", "open-routes"]));
    const all = "serverform explain, without a code, lists all";
    expect(() => findCode("foo")).toThrow(new RegExp(`not an error code\\.\\n {2}${all} \\d+\\.\\n`));
    expect(() => findCode("authorizer-unknwn")).toThrow('Did you mean "authorizer-unknown"?');
    expect(() => findCode("snapstart snap")).toThrow(/Codes with these words: snap-start-runtime/);
  });

  test("gives its parts to a program", () => {
    const found = findCode("handler-not-found");
    expectOutputOf("explain", found);
    expect(found).toMatchObject({
      code: "handler-not-found",
      remedy: expect.stringContaining("Create the file"),
    });
  });

  test.each(["open-routes", "AwsSolutions-S2", "AwsSolutions-IAM5"])(
    "knows the rule %s, and how to except it",
    (id) => {
      expectOutputOf("explain", findCode(id));
      const text = explainCode(`[${id}]`);
      expect(text).toMatch(/^What it says:\n {2}<construct>: [a-z].+\.\n\nWhat to do:\n {2}[A-Z].+\.$/m);
      expect(text).toContain(`Or except it:\n  exceptFromRule(construct, { rule: "${id}", reason: "..." });`);
    },
  );

  test("knows every rule of the package", () => {
    const own = [
      allowedRegions([]),
      encryption(),
      logRetention(),
      naming(/x/),
      openRoutes(),
      requiredTags([]),
      wildcards(),
    ];
    const ids = [...own, ...awsSolutions()].map(({ id }) => id);
    expect([...libraryRuleIds].sort()).toEqual(ids.sort());
  });

  test("refuses a code that does not exist, with the nearest", () => {
    expect(() => explainCode("authorizer-unknwon")).toThrow(
      /^serverform explain: code is .*\n.*Did you mean "authorizer-unknown"\?(.|\n)*\[error-code-unknown\]$/,
    );
  });
});
