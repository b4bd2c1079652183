import { defineService } from "../contract/define-service";
import { jsonProtocol } from "../contract/json-protocol";
import { eventsAccess } from "./access";
import { EventBuses } from "./buses";
import { eventsModel, eventsOperations } from "./operations";
import { eventScheduledInput } from "./schedules";

/** EventBridge. */
export const events = defineService({
  protocol: jsonProtocol("1.1", { missing: "ValidationException" }, eventsModel),
  operations: eventsOperations,
  access: eventsAccess,
  start: (context) => new EventBuses(context),
  aliases: ["eventbridge"],
  endpointNames: ["EVENTBRIDGE"],
  isRouteTarget: true,
  scheduledInput: eventScheduledInput,
});
