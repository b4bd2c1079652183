import { defineService } from "../contract/define-service";
import { operations } from "./operations";
import { queryProtocol } from "./protocol";
import { SnsTopics } from "./topics";

export const sns = defineService({
  protocol: queryProtocol,
  operations,
  start: (context) => new SnsTopics(context),
  isRouteTarget: true,
});
