import type { Construct } from "constructs";
import type { Stack } from "../../../lib/app";
import { bases } from "../../inputs/bases";
import type { Edit, Edits } from "./edit";

/** Without a resource of their own, with files that a deployment uploads, with types that older providers lack, or with answers that are made up. */
const leftOut = /^(Parameter|Secret|.*Site|EventsApi|RDS|Userbase|AppSyncApi)$/;

/** AWS fills in parts of their blocks, which the mocked provider makes up. */
const madeUp = [
  "aws_acm_certificate",
  "aws_api_gateway_domain_name",
  "aws_cognito_user_pool_client",
  "aws_s3_bucket_notification",
];

/** Each construct with most of its props, deployed twice: the second plan is empty. */
export const unchangedEdits: Edits = Object.fromEntries(
  Object.entries(bases)
    .filter(([name]) => !leftOut.test(name))
    .map(([name, { create: Class, valid }]): [string, Edit] => {
      const build = (stack: Stack): Construct => new Class(stack, "It", valid(stack) as never);
      const deploy = (stack: Stack) => void build(stack);
      return [`${name} as it was`, { before: deploy, after: deploy, madeUp }];
    }),
);
