import { defineService } from "../contract/define-service";
import { jsonProtocol } from "../contract/json-protocol";
import { EventBuses } from "./buses";
import { eventsOperations } from "./operations";
import { eventScheduledInput } from "./schedules";

/** EventBridge. */
export const events = defineService({
  protocol: jsonProtocol("1.1"),
  operations: eventsOperations,
  start: (context) => new EventBuses(context),
  aliases: ["eventbridge"],
  endpointNames: ["EVENTBRIDGE"],
  isRouteTarget: true,
  scheduledInput: eventScheduledInput,
});
