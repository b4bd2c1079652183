import { App as CdktfApp, TerraformStack } from "cdktf";
import { Stack } from "../../../lib/kit/app";
import { FactKey, factOf } from "../../../lib/kit/core";
import { appFacts } from "../../../lib/kit/core/app-facts";
import { testApp } from "../../support/stack";

const names = new FactKey<Map<string, string>>("names", () => new Map());
const others = new FactKey<Map<string, string>>("names", () => new Map());

describe("facts of an app", () => {
  test("are those of all its constructs, and of no other app", () => {
    const [app, other] = [testApp(), testApp()];
    factOf(new Stack(app, "One"), names).set("a", "One");
    expect(factOf(new Stack(app, "Two"), names).get("a")).toBe("One");
    expect(factOf(other, names).size).toBe(0);
  });

  test("are properties of the app, where a debugger shows them by name", () => {
    const app = testApp();
    factOf(app, names).set("a", "One");
    const { values } = app[appFacts] as unknown as { readonly values: Map<FactKey<unknown>, unknown> };
    expect([...values].filter(([{ name }]) => name === "names")).toEqual([[names, new Map([["a", "One"]])]]);
  });

  test("differ for two keys of the same name", () => {
    const app = testApp();
    factOf(app, names).set("a", "One");
    expect(factOf(app, others).size).toBe(0);
  });

  test("are properties of the root of a plain CDKTF app as well", () => {
    const app = new CdktfApp();
    factOf(new TerraformStack(app, "One"), names).set("a", "One");
    expect(factOf(app, names).get("a")).toBe("One");
  });
});
