import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Service as Chat } from "../../examples/chat/stacks/service";
import { Data } from "../../examples/orders/stacks/data";
import { Events } from "../../examples/orders/stacks/events";
import { Service as Orders } from "../../examples/orders/stacks/service";
import { App, type StackContext } from "../../lib";
import { bindingTarget, bindingTypes, isBindable } from "../../lib/kit/app/binding";
import { madeFromReference } from "../../lib/kit/app/names/construct-name";
import { temporaryFolder } from "../support/stack";
import { root } from "./support";

const examples: readonly [example: string, ...stacks: ((context: StackContext) => unknown)[]][] = [
  ["chat", Chat],
  ["orders", Data, Events, Orders],
];

test.each(examples)(
  "examples/%s has the types of its bindings as synthesis writes them",
  (example, ...stacks) => {
    const app = new App({ name: example, stage: "dev", outdir: temporaryFolder() });
    app.setDefaultFunctionProps({ srcPath: `examples/${example}` });
    for (const stack of stacks) app.stack(stack);
    const bindings = app.node
      .findAll()
      .filter(isBindable)
      .filter((construct) => !(madeFromReference in construct))
      .map((construct) => construct[bindingTarget]());
    const file = readFileSync(join(root, "examples", example, "bindings.d.ts"), "utf8");
    expect(lines(file)).toEqual(lines(bindingTypes(bindings)));
  },
);

/** Without comments and without the quotes that the formatter leaves out. */
const lines = (text: string) =>
  text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("//"))
    .map((line) => line.replace(/^( +)"(\w+)":/, "$1$2:"));
