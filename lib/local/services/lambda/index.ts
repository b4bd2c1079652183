import { defineService } from "../contract/define-service";
import { lambdaAccess } from "./access";
import { durableOperations } from "./durable-operations";
import { invoke, LambdaFunctions } from "./invoke";
import { invokeWithResponseStream } from "./invoke-with-response-stream";
import { lambdaProtocol } from "./protocol";
import { readOperations } from "./read-operations";

/** Functions invoke functions through it. */
export const lambda = defineService({
  protocol: lambdaProtocol,
  operations: {
    Invoke: invoke,
    InvokeWithResponseStream: invokeWithResponseStream,
    ...readOperations,
    ...durableOperations,
  },
  access: lambdaAccess,
  denial: { code: "AccessDeniedException", status: 403 },
  start: (context) => new LambdaFunctions(context),
  isRouteTarget: false,
});
