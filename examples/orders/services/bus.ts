import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { EventBus } from "serverform/node/event-bus";
import type { Emit, OrderEvent } from "../logic/events";

const client = new EventBridgeClient({});

// Source: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html
const entriesPerCall = 10;

// #region emit
/** Sends events to the bus that the function is bound to. */
export const emitToBus: Emit = async (events) => {
  for (let at = 0; at < events.length; at += entriesPerCall) {
    const Entries = events.slice(at, at + entriesPerCall).map(entryOf);
    const { FailedEntryCount = 0 } = await client.send(new PutEventsCommand({ Entries }));
    if (FailedEntryCount > 0) throw new Error(`${FailedEntryCount} events were not taken`);
  }
};

const entryOf = ({ source, "detail-type": type, detail }: OrderEvent) => ({
  EventBusName: EventBus.Shop.eventBusName,
  Source: source,
  DetailType: type,
  Detail: JSON.stringify(detail),
});
// #endregion
