import { defineService } from "../contract/define-service";
import { jsonProtocol } from "../contract/json-protocol";
import { buildAccess } from "./access";
import { Builds } from "./builds";
import { buildOperations } from "./operations";

/** Jobs: build projects whose source is code that runs here as a function does. */
export const codebuild = defineService({
  protocol: jsonProtocol("1.1"),
  operations: buildOperations,
  access: buildAccess,
  start: (context) => new Builds(context),
  isRouteTarget: false,
});
