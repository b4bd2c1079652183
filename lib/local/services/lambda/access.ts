import { isArn } from "../../../facts/aws/arns";
import type { AccessOf } from "../contract/define-service";
import type { LambdaFunctions } from "./invoke";
import type { LambdaOperation, LambdaRequest } from "./protocol";

type Access = AccessOf<LambdaFunctions, LambdaRequest>;

const ofFunction =
  (action: string): Access =>
  ({ target }, arn) => [
    {
      action: `lambda:${action}`,
      resource: isArn(target) ? target : arn("lambda", `function:${target}`),
    },
  ];

/** Executions are parts of a version of the function, and named so. */
const ofExecution =
  (action: string): Access =>
  ({ target }) => [{ action: `lambda:${action}`, resource: target }];

const ofCallback =
  (action: string): Access =>
  ({ target }, _, { durable }) => {
    const resource = durable?.byCallback(target)?.execution.state.arn;
    return resource === undefined ? [] : [{ action: `lambda:${action}`, resource }];
  };

/**
 * Sources: https://docs.aws.amazon.com/service-authorization/latest/reference/list_awslambda.html;
 * https://docs.aws.amazon.com/lambda/latest/dg/durable-security.html
 */
export const lambdaAccess = {
  Invoke: ofFunction("InvokeFunction"),
  InvokeWithResponseStream: ofFunction("InvokeFunction"),
  GetFunction: ofFunction("GetFunction"),
  GetFunctionConfiguration: ofFunction("GetFunctionConfiguration"),
  GetFunctionConcurrency: ofFunction("GetFunctionConcurrency"),
  GetFunctionUrlConfig: ofFunction("GetFunctionUrlConfig"),
  GetAlias: ofFunction("GetAlias"),
  ListAliases: ofFunction("ListAliases"),
  ListFunctions: () => [{ action: "lambda:ListFunctions", resource: "*" }],
  GetEventSourceMapping: ({ target }, arn) => [
    { action: "lambda:GetEventSourceMapping", resource: arn("lambda", `event-source-mapping:${target}`) },
  ],
  ListEventSourceMappings: () => [{ action: "lambda:ListEventSourceMappings", resource: "*" }],
  ListTags: ofFunction("ListTags"),
  CheckpointDurableExecution: ofExecution("CheckpointDurableExecution"),
  GetDurableExecution: ofExecution("GetDurableExecution"),
  GetDurableExecutionState: ofExecution("GetDurableExecutionState"),
  ListDurableExecutionsByFunction: ofFunction("ListDurableExecutionsByFunction"),
  StopDurableExecution: ofExecution("StopDurableExecution"),
  SendDurableExecutionCallbackSuccess: ofCallback("SendDurableExecutionCallbackSuccess"),
  SendDurableExecutionCallbackFailure: ofCallback("SendDurableExecutionCallbackFailure"),
  SendDurableExecutionCallbackHeartbeat: ofCallback("SendDurableExecutionCallbackHeartbeat"),
} satisfies Record<LambdaOperation, Access>;
