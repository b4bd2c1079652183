import { Construct } from "constructs";
import { constructsOfTree, noteChange, walkOnce } from "../../../lib/kit/core/constructs-of-tree";
import { setEnvironment } from "../../support/environment";
import { testStack } from "../../support/stack";

const idsOf = (stack: Construct): readonly string[] =>
  constructsOfTree(stack.node.root).map(({ node }) => node.id);

test("steps share one walk through the tree, and walk again after a change", () => {
  const stack = testStack();
  const app = stack.node.root;
  new Construct(stack, "First");
  walkOnce(app, () => {
    const before = constructsOfTree(app);
    expect(constructsOfTree(app)).toBe(before);
    stack.node.tryRemoveChild("First");
    noteChange(app);
    expect(idsOf(stack)).not.toContain("First");
  });
  expect(constructsOfTree(app)).not.toBe(constructsOfTree(app));
});

test("a construct that a synthesis adds is in the next walk", () => {
  const stack = testStack();
  const { app } = stack;
  let found: readonly string[] = [];
  class Adding extends Construct {
    [Symbol.for("serverform.finish")](): void {
      constructsOfTree(app);
      new Construct(this, "Added");
      found = idsOf(stack);
    }
  }
  new Adding(stack, "Adding");
  setEnvironment({ SERVERFORM_SKIP_BUNDLING: "1" });
  app.synth();
  expect(found).toContain("Added");
});
