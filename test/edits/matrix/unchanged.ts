import type { Construct } from "constructs";
import type { Stack } from "../../../lib/app";
import { createDebugStack } from "../../../lib/constructs/debug-stack";
import { bases } from "../../inputs/bases";
import type { Edit, Edits } from "./edit";

/** Without a resource of their own, with files that a deployment uploads, with types that older providers lack, or with answers that are made up. */
const leftOut = /^(Parameter|Secret|.*Site|EventsApi|RDS|Userbase|AppSyncApi)$/;

/** Props that an older provider, which some machines have, does not know. */
const newProps: Readonly<Record<string, object>> = { Table: { warmThroughput: undefined } };

/** AWS fills in parts of their blocks, which the mocked provider makes up. */
const madeUp = [
  "aws_acm_certificate",
  "aws_api_gateway_domain_name",
  "aws_cognito_user_pool_client",
  "aws_s3_bucket_notification",
  "aws_scheduler_schedule",
];

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
          new Class(stack, "It", { ...valid(stack), ...newProps[name] } as never);
        const deploy = (stack: Stack) => void build(stack);
        return [`${name} as it was`, { before: deploy, after: deploy, madeUp }];
      }),
  ),
};
