import { defineService } from "../contract/define-service";
import { invoke, LambdaFunctions } from "./invoke";
import { lambdaProtocol } from "./protocol";

/** Functions invoke functions through it. */
export const lambda = defineService({
  protocol: lambdaProtocol,
  operations: { Invoke: invoke },
  start: (context) => new LambdaFunctions(context),
  isRouteTarget: false,
});
