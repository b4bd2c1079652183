import { Cron, EventBus, Queue, type StackContext, Topic, use } from "serverform";
import { source } from "../logic/events";
import { Data } from "./data";

/** The processing of an order after it was placed. */
export function Events({ stack }: StackContext) {
  const { orders, receipts, activity } = use(Data);
  // #region queue
  const failed = new Queue(stack, "Failed");
  const fulfilment = new Queue(stack, "Fulfilment", {
    consumer: {
      function: {
        handler: "functions/fulfil.handler",
        bind: [
          [orders, "grantReadWriteData"],
          [receipts, "grantPut"],
          [activity, "grantWrite"],
        ],
      },
      partialBatchResponses: true,
    },
    deadLetter: { queue: failed, maxReceiveCount: 3 },
  });
  // #endregion
  // #region topic
  const news = new Topic(stack, "News", { subscribers: { mail: "functions/announce.mail" } });
  // #endregion
  // #region bus
  const shop = new EventBus(stack, "Shop", {
    rules: {
      placed: {
        pattern: { source: [source], detailType: ["OrderPlaced"] },
        targets: { fulfilment },
      },
      shipped: {
        pattern: { source: [source], detailType: ["OrderShipped"] },
        targets: {
          announce: { function: { handler: "functions/announce.shipped", bind: [[news, "grantPublish"]] } },
        },
      },
    },
  });
  // #endregion
  // #region changes
  orders.addConsumers(stack, {
    changes: {
      function: { handler: "functions/changes.handler", bind: [shop] },
      bisectOnError: true,
      maxAge: "1 day",
    },
  });
  // #endregion
  // #region cron
  new Cron(stack, "Overdue", {
    schedule: "cron(0 7 * * ? *)",
    job: {
      function: {
        handler: "functions/overdue.handler",
        bind: [
          [orders, "grantReadData"],
          [news, "grantPublish"],
        ],
      },
    },
  });
  // #endregion
  return { shop };
}
