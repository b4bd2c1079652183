import { defineService } from "../contract/define-service";
import { snsAccess } from "./access";
import { snsOperations } from "./operations";
import { queryProtocol } from "./protocol";
import { SnsTopics } from "./topics";

export const sns = defineService({
  protocol: queryProtocol,
  operations: snsOperations,
  access: snsAccess,
  denial: { code: "AuthorizationError", status: 403 },
  start: (context) => new SnsTopics(context),
  isRouteTarget: true,
});
