import { boundResources, type WrittenAtSynthesis } from "../bindings/resources";

/** Event buses of the app, by id; synthesis writes them. */
export interface EventBusResources extends WrittenAtSynthesis {}

/**
 * The event buses that this function is bound to.
 *
 * @example
 * new PutEventsCommand({ Entries: [{ ...event, EventBusName: EventBus.orders.eventBusName }] });
 */
export const EventBus = boundResources<EventBusResources>({
  className: "EventBus",
  variables: ["eventBusName"],
});
