import type { AccessOf } from "../contract/define-service";
import type { LambdaFunctions } from "./invoke";
import type { LambdaRequest } from "./protocol";

/** Source: https://docs.aws.amazon.com/service-authorization/latest/reference/list_awslambda.html */
const invoking: AccessOf<LambdaFunctions, LambdaRequest> = ({ functionArn = "" }, arn) => [
  {
    action: "lambda:InvokeFunction",
    resource: functionArn.startsWith("arn:") ? functionArn : arn("lambda", `function:${functionArn}`),
  },
];

export const lambdaAccess = {
  Invoke: invoking,
  InvokeWithResponseStream: invoking,
} satisfies Record<string, AccessOf<LambdaFunctions, LambdaRequest>>;
