import { snsNamespace } from "../../../facts/aws/namespaces";
import { defineService } from "../contract/define-service";
import { queryProtocol } from "../contract/query-protocol";
import { snsAccess } from "./access";
import { SnsInput } from "./input";
import { snsOperations } from "./operations";
import { SnsTopics } from "./topics";

export const sns = defineService({
  protocol: queryProtocol(
    snsNamespace,
    (form, { headers }) => new SnsInput(form, headers["x-amzn-trace-id"]),
  ),
  operations: snsOperations,
  access: snsAccess,
  denial: { code: "AuthorizationError", status: 403 },
  start: (context) => new SnsTopics(context),
  isRouteTarget: true,
});
