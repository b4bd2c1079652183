import { type FunctionProps, mergeFunctionProps } from "../../../../lib/kit/function";
import { testStack } from "../../../support/stack";

describe("the merge of function props", () => {
  test("takes each field of the later definition", () => {
    const base: FunctionProps = {
      timeout: 1,
      memorySize: 128,
      bundle: { minify: false, banner: "//" },
      tracing: "active",
    };
    expect(mergeFunctionProps(base, { timeout: 2, bundle: { format: "esm" } })).toEqual({
      timeout: 2,
      memorySize: 128,
      tracing: "active",
      bundle: { format: "esm" },
    });
  });
  test("merges environments, the later one winning for a key", () => {
    const merged = mergeFunctionProps(
      { environment: { A1: "1", B1: "1" } },
      { environment: { B1: "2", C1: "2" } },
    );
    expect(merged).toEqual({ environment: { A1: "1", B1: "2", C1: "2" } });
  });
  test.each(["layers", "permissions", "bind", "config"] as const)(
    "joins %s, those of the base first",
    (field) => {
      const stack = testStack();
      const merged = mergeFunctionProps({ [field]: ["a", stack] }, { [field]: ["b"] });
      expect(merged).toEqual({ [field]: ["a", stack, "b"] });
    },
  );
  test.each<[FunctionProps["permissions"], FunctionProps["permissions"]]>([
    ["*", ["s3"]],
    [["s3"], "*"],
  ])("of the permissions %j and %j is all of them", (base, over) => {
    expect(mergeFunctionProps({ permissions: base }, { permissions: over })).toEqual({ permissions: "*" });
  });
  test.each([
    ["layers", ["a"]],
    ["environment", { A1: "1" }],
    ["permissions", "*"],
    ["timeout", 3],
  ])("keeps %s that only one definition has", (field, value) => {
    expect(mergeFunctionProps({ [field]: value }, {})).toEqual({ [field]: value });
    expect(mergeFunctionProps({}, { [field]: value })).toEqual({ [field]: value });
    expect(mergeFunctionProps({ [field]: value }, { [field]: undefined })).toEqual({ [field]: value });
  });
  test.each(["initialPolicy", "vpcSubnets", "securityGroups", "copyFiles"] as const)(
    "does not join %s",
    (field) => {
      expect(mergeFunctionProps({ [field]: ["a"] }, { [field]: ["b"] } as object)).toEqual({
        [field]: ["b"],
      });
    },
  );
  test("takes false, zero and empty values as values", () => {
    const merged = mergeFunctionProps(
      { bundle: true, reservedConcurrentExecutions: 1, description: "x", url: true },
      { bundle: false, reservedConcurrentExecutions: 0, description: "", url: false },
    );
    expect(merged).toEqual({ bundle: false, reservedConcurrentExecutions: 0, description: "", url: false });
  });
  test("takes any number of definitions, some of them missing", () => {
    expect(
      mergeFunctionProps(undefined, { timeout: 1 }, undefined, { timeout: 2 }, { memorySize: 128 }),
    ).toEqual({ timeout: 2, memorySize: 128 });
  });
  test.each<[string, unknown, unknown]>([
    ["permissions", ["s3"], "sqs"],
    ["layers", ["a"], "b"],
    ["bind", "a", ["b"]],
    ["environment", { A1: "1" }, ["A1"]],
  ])("hands wrong %s on to the check of the props", (field, base, over) => {
    const wrong = Array.isArray(base) || typeof base === "object" ? over : base;
    expect(mergeFunctionProps({ [field]: base }, { [field]: over })).toEqual({ [field]: wrong });
  });
  test("changes none of the definitions", () => {
    const [base, over] = [
      { environment: { A1: "1" }, layers: ["a"] },
      { environment: { B1: "1" }, layers: ["b"] },
    ];
    mergeFunctionProps(base, over);
    expect([base, over]).toEqual([
      { environment: { A1: "1" }, layers: ["a"] },
      { environment: { B1: "1" }, layers: ["b"] },
    ]);
  });
});
