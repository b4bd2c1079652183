import type { Values } from "../../model/model";
import { isValues, json, text, texts } from "../../model/values";
import { type Operation, ServiceError } from "../contract/define-service";
import type { EventBuses } from "./buses";
import { defaultBus } from "./rules";

/** Source: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_Operations.html */
export const eventsOperations = {
  PutEvents: (buses, input) => {
    const entries = Array.isArray(input.Entries) ? input.Entries.filter(isValues) : [];
    if (entries.length === 0 || entries.length > 10) {
      throw new ServiceError("ValidationException", "Entries: between 1 and 10 members are required.");
    }
    const results = entries.map((entry) => putEvent(buses, entry));
    return {
      FailedEntryCount: results.filter((each) => "ErrorCode" in each).length,
      Entries: results,
    };
  },
} satisfies Record<string, Operation<EventBuses, Values, object>>;

/** Source: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEventsRequestEntry.html */
function putEvent(buses: EventBuses, entry: Values): object {
  const [source, detailType, detail] = [
    text(entry, "Source"),
    text(entry, "DetailType"),
    json(entry, "Detail"),
  ];
  const missing = source === undefined ? "Source" : detailType === undefined ? "DetailType" : undefined;
  if (missing !== undefined) {
    return {
      ErrorCode: "InvalidArgument",
      ErrorMessage: `Parameter ${missing} is not valid. Reason: ${missing} is a required argument.`,
    };
  }
  if (!isValues(detail)) return { ErrorCode: "MalformedDetail", ErrorMessage: "Detail is malformed." };
  const event = buses.event({ "detail-type": detailType, source, detail }, texts(entry, "Resources"));
  buses.put(text(entry, "EventBusName") ?? defaultBus, event);
  return { EventId: event.id };
}
