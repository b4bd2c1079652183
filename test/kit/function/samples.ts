import { Function } from "../../../lib";
import {
  type ConstructInputs,
  type ConstructSamples,
  sampleAccount,
  sampleHandler,
  sampleId,
} from "../../support/construct-samples";

export const samples: ConstructSamples = {
  Function: {
    make: (stack) => new Function(stack, sampleId, { handler: sampleHandler }),
    type: "aws_lambda_function",
    // Written out, so that two functions may call each other.
    value: "dev-notes-Here-my-it",
    makeEverything(stack) {
      new Function(stack, "Small", { handler: sampleHandler });
      const fn = new Function(stack, "Fn", {
        handler: sampleHandler,
        vpc: "vpc-0123456789abcdef0",
        vpcSubnets: ["subnet-0123456789abcdef0"],
        deadLetterQueueEnabled: true,
        retryAttempts: 1,
        url: { authorizer: "none" },
        recursiveLoop: "Allow",
        currentVersionOptions: { provisionedConcurrentExecutions: 1 },
        permissions: Array.from({ length: 150 }, (_, index) => ({
          actions: ["dynamodb:GetItem"],
          resources: [`arn:aws:dynamodb:us-east-1:${sampleAccount}:table/some-table-${index}`],
          conditions: { StringEquals: { "aws:PrincipalTag/team": `team-${index}` } },
        })),
      });
      fn.addAlias("live");
      new Function(stack, "Durable", { handler: sampleHandler, durable: { timeout: "7 days" } });
    },
  },
};

export const inputs: ConstructInputs = {
  Function: {
    props: "FunctionProps",
    create: Function,
    valid: () => ({
      handler: sampleHandler,
      environment: { STAGE: "dev" },
      permissions: ["s3"],
      layers: ["arn:aws:lambda:us-east-1:123456789012:layer:tools:1"],
      url: { authorizer: "none", streaming: true, cors: { allowOrigins: ["*"] } },
      currentVersionOptions: { retryAttempts: 1 },
      logging: { format: "json", level: "debug", systemLevel: "warn" },
      vpc: "vpc-0123456789abcdef0",
      vpcSubnets: ["subnet-0123456789abcdef0"],
      securityGroups: ["sg-0123456789abcdef0"],
      bundle: { format: "cjs", copyFiles: [{ from: "templates" }] },
      cdk: { function: { publish: true }, role: { path: "/a/" }, logGroup: { retentionInDays: 7 } },
    }),
  },
};
