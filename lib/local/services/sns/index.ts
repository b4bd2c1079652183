import { defineService } from "../contract/define-service";
import { snsOperations } from "./operations";
import { queryProtocol } from "./protocol";
import { SnsTopics } from "./topics";

export const sns = defineService({
  protocol: queryProtocol,
  operations: snsOperations,
  start: (context) => new SnsTopics(context),
  isRouteTarget: true,
});
