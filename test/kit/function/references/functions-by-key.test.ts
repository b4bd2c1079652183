import { Construct } from "constructs";
import { Function, FunctionsByKey } from "../../../../lib/kit/function";
import { inlineActions, testStack } from "../../../support/stack";

const handler = "functions/notes.get";

function create() {
  const stack = testStack();
  const target = new Function(stack, "Target", { handler });
  const host = new FunctionsByKey(new Construct(stack, "Api"), "route");
  const add = (key: string) => {
    const fn = new Function(stack, key, { handler });
    host.add(`GET /${key}`, fn);
    return fn;
  };
  const bound = (fn: Function) =>
    "SERVERFORM_Function_functionName_Target" in (fn.cdk.function.environmentInput?.variables ?? {});
  return { stack, target, host, add, bound };
}

describe("the functions of a construct", () => {
  test("are found by their key", () => {
    const { host, add } = create();
    const fn = add("one");
    host.add("GET /url", undefined);
    expect([host.get("GET /one"), host.get("GET /url"), host.get("GET /none")]).toEqual([
      fn,
      undefined,
      undefined,
    ]);
  });
  test("are counted once each", () => {
    const { host, add } = create();
    const fn = add("one");
    host.add("POST /one", fn);
    expect(host.all).toEqual([fn]);
  });
  test("are all bound, also those that are added later", () => {
    const { target, host, add, bound } = create();
    const before = add("one");
    host.bind([target]);
    expect([before, add("two")].map(bound)).toEqual([true, true]);
  });
  test("may all do more, also those that are added later", () => {
    const { stack, host, add } = create();
    add("one");
    host.attachPermissions(["s3:GetObject"]);
    add("two");
    expect(["one", "two"].map((id) => inlineActions(stack, `${id}_`).includes("s3:GetObject"))).toEqual([
      true,
      true,
    ]);
  });
  test("may be bound and allowed alone", () => {
    const { stack, target, host, add, bound } = create();
    const [one, two] = [add("one"), add("two")];
    host.bindTo("bindToRoute", "GET /one", [target]);
    host.attachPermissionsTo("attachPermissionsToRoute", "GET /two", ["s3:GetObject"]);
    expect([one, two].map(bound)).toEqual([true, false]);
    expect(["one", "two"].map((id) => inlineActions(stack, `${id}_`).includes("s3:GetObject"))).toEqual([
      false,
      true,
    ]);
  });
});

describe("a part is refused", () => {
  test("that does not exist, with those that do", () => {
    const { host, add } = create();
    add("one");
    expect(() => host.bindTo("bindToRoute", "GET /on", [])).toThrow(
      /^dev-notes-Main\/Api: bindToRoute names the route "GET \/on", which does not exist\.\n.*Did you mean "GET \/one"\? Known routes: "GET \/one"/,
    );
  });
  test("that has no function of the library", () => {
    const { host, add } = create();
    add("one");
    host.add("GET /url", undefined);
    expect(() => host.attachPermissionsTo("attachPermissionsToRoute", "GET /url", [])).toThrow(
      /attachPermissionsToRoute names the route "GET \/url", which has no function of this library\.\n.*"GET \/one"/,
    );
  });
});
