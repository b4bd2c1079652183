import { defineService } from "../contract/define-service";
import { jsonProtocol } from "../contract/json-protocol";
import { ServiceModel } from "../contract/service-model";
import { secretAccess } from "./access";
import { secretOperations } from "./operations";
import { LocalSecrets } from "./secrets";

export const secretsmanager = defineService({
  protocol: jsonProtocol("1.1", { messageMember: "Message" }, new ServiceModel("secretsmanager")),
  operations: secretOperations,
  access: secretAccess,
  start: (context) => new LocalSecrets(context),
  isRouteTarget: false,
  endpointNames: ["SECRETS_MANAGER"],
});
