import type { Construct } from "constructs";
import type { Stack } from "../../../lib/app";
import { createDebugStack } from "../../../lib/constructs/debug-stack";
import { bases } from "../../inputs/bases";
import type { Edit, Edits } from "./edit";

/** Parameters and secrets have no resource of their own; the types of `EventsApi` are newer than provider 5.100. */
const leftOut = /^(Parameter|Secret|EventsApi)$/;

/** Props in place of those whose resources or attributes are newer than the oldest provider that machines have: 5.100. */
const older: Readonly<Record<string, object>> = {
  Table: { warmThroughput: undefined },
  Userbase: { branding: false },
};

/** The debug stack of `serverform start`, which is a stack of its own. */
const deployDebugStack = ({ app }: Stack) => void createDebugStack(app, {});

const debugStackEdit: Edit = {
  before: deployDebugStack,
  after: deployDebugStack,
  planned: ({ app }) => {
    const found = app.stacks.find(({ stackName }) => stackName.endsWith("debug-stack"));
    if (found === undefined) throw new Error("no debug stack");
    return found;
  },
};

/** Each construct with most of its props, deployed twice: the second plan is empty. */
export const unchangedEdits: Edits = {
  "The debug stack as it was": debugStackEdit,
  ...Object.fromEntries(
    Object.entries(bases)
      .filter(([name]) => !leftOut.test(name))
      .map(([name, { create: Class, valid }]): [string, Edit] => {
        const build = (stack: Stack): Construct =>
          new Class(stack, "It", { ...valid(stack), ...older[name] } as never);
        const deploy = (stack: Stack) => void build(stack);
        return [`${name} as it was`, { before: deploy, after: deploy }];
      }),
  ),
};
