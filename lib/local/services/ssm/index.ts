import { defineService } from "../contract/define-service";
import { jsonProtocol } from "../contract/json-protocol";
import { ServiceModel } from "../contract/service-model";
import { ssmAccess } from "./access";
import { ssmOperations } from "./operations";
import { SsmParameters } from "./parameters";

export const ssm = defineService({
  protocol: jsonProtocol("1.1", { missing: "ValidationException" }, new ServiceModel("ssm")),
  operations: ssmOperations,
  access: ssmAccess,
  start: (context) => new SsmParameters(context),
  isRouteTarget: false,
});
