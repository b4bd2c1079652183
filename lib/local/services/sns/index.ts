import { defineService } from "../contract/define-service";
import { queryProtocol } from "../contract/query-protocol";
import { snsAccess } from "./access";
import { snsOperations } from "./operations";
import { SnsTopics } from "./topics";

export const sns = defineService({
  protocol: queryProtocol("http://sns.amazonaws.com/doc/2010-03-31/", (form) => form),
  operations: snsOperations,
  access: snsAccess,
  denial: { code: "AuthorizationError", status: 403 },
  start: (context) => new SnsTopics(context),
  isRouteTarget: true,
});
