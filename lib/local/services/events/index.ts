import { defineService } from "../contract/define-service";
import { jsonProtocol } from "../contract/json-protocol";
import { ServiceModel } from "../contract/service-model";
import { eventsAccess } from "./access";
import { EventBuses } from "./buses";
import { eventsOperations } from "./operations";
import { eventScheduledInput } from "./schedules";

/** EventBridge. */
export const events = defineService({
  protocol: jsonProtocol("1.1", { missing: "ValidationException" }, new ServiceModel("events")),
  operations: eventsOperations,
  access: eventsAccess,
  start: (context) => new EventBuses(context),
  aliases: ["eventbridge"],
  endpointNames: ["EVENTBRIDGE"],
  isRouteTarget: true,
  scheduledInput: eventScheduledInput,
});
