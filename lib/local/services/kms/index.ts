import { defineService } from "../contract/define-service";
import { jsonProtocol } from "../contract/json-protocol";
import { ServiceModel } from "../contract/service-model";
import { kmsAccess } from "./access";
import { KmsKeys } from "./keys";
import { kmsOperations } from "./operations";

/** The keys of the app, as far as codes of user pools need them. They keep no secret on this machine. */
export const kms = defineService({
  protocol: jsonProtocol("1.1", { missing: "ValidationException" }, new ServiceModel("kms")),
  operations: kmsOperations,
  access: kmsAccess,
  start: (context) => new KmsKeys(context),
  isRouteTarget: false,
});
