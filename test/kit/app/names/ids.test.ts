import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { Testing } from "cdktf";
import { Construct } from "constructs";
import { Config, Queue, Topic } from "../../../../lib";
import { bindingTarget, Stack } from "../../../../lib/kit/app";
import { Function, resolveFunction } from "../../../../lib/kit/function";
import { testApp, testStack } from "../../../support/stack";

const handler = "functions/notes.get";

/** A construct of the library, as the others are made. */
class Thing extends Construct {
  constructor(
    scope: Construct,
    id: string,
    private readonly type = "Thing",
  ) {
    super(scope, id);
  }
  getConstructMetadata() {
    return { type: this.type, data: {} };
  }
}

describe("construct ids", () => {
  test.each(["Notes", "n", "a-b_c1"])("may be %p", (id) => {
    const stack = testStack();
    new Thing(stack, id);
    expect(() => Testing.synth(stack)).not.toThrow();
  });
  test.each(["1a", "_a", "a b", "a.b", "GET --notes"])("may not be %p", (id) => {
    const stack = testStack();
    new Thing(stack, id);
    const message = new RegExp(`^dev-notes-Main/${id}: id is "${id}"\\.\\n.*Use letters, digits, - and _`);
    expect(() => Testing.synth(stack)).toThrow(message);
  });
  test("of other constructs are free", () => {
    const stack = testStack();
    new SnsTopic(stack, "1 topic", {});
    expect(() => Testing.synth(stack)).not.toThrow();
  });
});

describe("two constructs of one class", () => {
  test.each([
    ["Notes", "Notes"],
    ["my-notes", "my_notes"],
  ])("may not have the ids %s and %s, wherever they are", (one, two) => {
    const app = testApp();
    new Thing(new Stack(app, "One"), one);
    new Thing(new Stack(app, "Two"), two);
    expect(() => app.synth()).toThrow(
      new RegExp(
        `^dev-notes-Two/${two}: id is "${two}", which dev-notes-One/${one} of the same class already uses`,
      ),
    );
  });
  test("have the same id as one of another class", () => {
    const stack = testStack();
    new Queue(stack, "Notes");
    new Topic(new Stack(stack.app, "Other"), "Notes");
    expect(() => Testing.synth(stack)).not.toThrow();
  });
  test("count as one when they are parameters and secrets", () => {
    const app = testApp();
    const stack = new Stack(app, "Main");
    new Config.Parameter(new Stack(app, "Other"), "Key", { value: "5" });
    new Config.Secret(stack, "Key");
    expect(() => Testing.synth(stack)).toThrow(/id is "Key", which dev-notes-Other\/Key of the same class/);
  });
  test("count as one when a user's class extends the library's", () => {
    class MyFunction extends Function {}
    const app = testApp();
    const stack = new Stack(app, "Main");
    new Function(new Stack(app, "Other"), "Get", { handler });
    new MyFunction(stack, "Get", { handler });
    expect(() => Testing.synth(stack)).toThrow(/Main\/Get: id is "Get"/);
  });
  test("differ by the class that is bound, where their metadata have one type", () => {
    const bindable = (
      scope: Construct,
      make: new (scope: Construct, id: string, type: string) => Construct,
    ) => new make(scope, "Site", "StaticSite");
    class StaticSite extends Thing {
      [bindingTarget]() {}
    }
    class ViteStaticSite extends Thing {
      [bindingTarget]() {}
    }
    const stack = testStack();
    bindable(stack, StaticSite);
    bindable(new Construct(stack, "Other"), ViteStaticSite);
    expect(() => Testing.synth(stack)).not.toThrow();
  });
  test("may share an id when the library has made them from a reference", () => {
    const stack = testStack();
    for (const id of ["One", "Two"]) {
      const scope = new Construct(stack, id);
      resolveFunction(
        { owner: scope, scope, defaults: undefined, waits: true },
        "Lambda_GET_/",
        "routes",
        handler,
      );
    }
    expect(() => Testing.synth(stack)).not.toThrow();
  });
});

test("all wrong ids of an app are reported together", () => {
  const app = testApp();
  const stack = new Stack(app, "Main");
  new Thing(stack, "1a");
  new Thing(stack, "2b");
  expect(() => app.synth()).toThrow(/^2 problems:\n\n.*"1a"(.|\n)*"2b"/);
});
