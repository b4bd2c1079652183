import type { EventBridgeEvent, ScheduledEvent, SNSEvent } from "aws-lambda";
import { news, type OrderEvent, type Publish } from "./events";
import type { OrderStore } from "./order";

/** Tells customers that an order is on its way: the target of a rule of the bus. */
export function shippedHandler(publish: Publish) {
  return async ({ detail }: EventBridgeEvent<"OrderShipped", OrderEvent["detail"]>): Promise<void> => {
    const { customer, id } = detail;
    await publish({ customer, subject: "Shipped", text: `Your order ${id} is on its way.` });
  };
}

const day = 24 * 60 * 60 * 1000;

/** Tells customers whose order has waited for more than a day: the job of the schedule. */
export function overdueHandler(store: Pick<OrderStore, "listWaiting">, publish: Publish) {
  return async ({ time }: ScheduledEvent): Promise<void> => {
    for (const { customer, id } of await store.listWaiting(new Date(Date.parse(time) - day)))
      await publish({ customer, subject: "Delayed", text: `Your order ${id} takes longer than usual.` });
  };
}

/** Writes to customers: the subscriber of the topic. */
export function mailHandler(send: (to: string, subject: string, text: string) => Promise<void>) {
  return async ({ Records }: SNSEvent): Promise<void> => {
    for (const { Sns } of Records) {
      const { customer, subject, text } = news.parse(JSON.parse(Sns.Message));
      await send(customer, subject, text);
    }
  };
}
