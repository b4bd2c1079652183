import { isDeeper } from "../../../facts/text/json";
import type { Values } from "../../../model/resources/model";
import { isValues, json, number, text, texts } from "../../../model/resources/values";
import { ServiceError } from "../contract/define-service";
import type { EventBuses } from "./buses";
import { defaultBus } from "./rules";

/** The entries of a request together. */
const mostBytes = 1024 * 1024;

/** The deepest detail of an event. */
const maxDepth = 1000;

/** Source: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html */
export function putEvents(buses: EventBuses, input: Values): object {
  const entries = Array.isArray(input.Entries) ? input.Entries.filter(isValues) : [];
  if (entries.length === 0 || entries.length > 10) {
    throw new ServiceError("ValidationException", "Entries: between 1 and 10 members are required.");
  }
  if (entries.map(bytesOf).reduce((sum, each) => sum + each, 0) > mostBytes) {
    throw new ServiceError(
      "ValidationException",
      "Total size of the entries in the request is over the limit.",
    );
  }
  const results = entries.map((entry) => putEvent(buses, entry));
  return {
    FailedEntryCount: results.filter((each) => "ErrorCode" in each).length,
    Entries: results,
  };
}

/** Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html#eb-putevent-size */
function bytesOf(entry: Values): number {
  const counted = [
    text(entry, "Source"),
    text(entry, "DetailType"),
    text(entry, "Detail"),
    ...texts(entry, "Resources"),
  ];
  const time = entry.Time === undefined ? 0 : 14;
  return counted.reduce((sum, each) => sum + Buffer.byteLength(each ?? ""), time);
}

/** Source: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEventsRequestEntry.html */
function putEvent(buses: EventBuses, entry: Values): object {
  const [source, detailType] = [text(entry, "Source"), text(entry, "DetailType")];
  const required = { Source: source, DetailType: detailType, Detail: text(entry, "Detail") };
  const missing = Object.entries(required).find(([, value]) => value === undefined || value === "")?.[0];
  if (missing !== undefined) {
    return {
      ErrorCode: "InvalidArgument",
      ErrorMessage: `Parameter ${missing} is not valid. Reason: ${missing} is a required argument.`,
    };
  }
  // Only AWS's services send these.
  if (source?.startsWith("aws.")) {
    return { ErrorCode: "NotAuthorizedForSourceException", ErrorMessage: "Not authorized for the source." };
  }
  const detail = json(entry, "Detail");
  if (!isValues(detail) || isDeeper(required.Detail ?? "", maxDepth))
    return { ErrorCode: "MalformedDetail", ErrorMessage: "Detail is malformed." };
  const timeSeconds = number(entry, "Time");
  const event = buses.event(
    { "detail-type": detailType, source, detail },
    texts(entry, "Resources"),
    timeSeconds === undefined ? undefined : 1000 * timeSeconds,
  );
  buses.put(text(entry, "EventBusName") ?? defaultBus, event);
  return { EventId: event.id };
}
