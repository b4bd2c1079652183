import { EventBus, Queue, type StackContext } from "serverform";

// #region event-bus
export function ShopEvents({ stack }: StackContext) {
  const bills = new Queue(stack, "ShopBills");
  const bus = new EventBus(stack, "Shop", {
    rules: {
      paid: {
        pattern: { source: ["shop"], detailType: ["order paid"], detail: { total: [{ numeric: [">", 0] }] } },
        targets: { mail: "functions/notes.create", bills },
      },
      everything: {
        pattern: { source: ["shop"] },
        targets: { log: { type: "log_group" } },
      },
    },
  });
  stack.addOutputs({ BusName: bus.eventBusName });
}
// #endregion

// #region event-bus-target
export function Parcels({ stack }: StackContext) {
  const failed = new Queue(stack, "FailedParcels");
  new EventBus(stack, "Parcels", {
    rules: {
      sent: {
        pattern: { detailType: ["parcel sent"] },
        targets: {
          track: {
            function: "functions/notes.create",
            cdk: { target: { retryAttempts: 10, maxEventAge: "1 hour", deadLetterQueue: failed } },
          },
        },
      },
    },
  });
}
// #endregion

// #region event-bus-default
export function CloudEvents({ stack }: StackContext) {
  new EventBus(stack, "Cloud", {
    cdk: { eventBus: { name: "default" } },
    rules: {
      builds: {
        pattern: { source: ["aws.codebuild"], detail: { "build-status": ["FAILED"] } },
        targets: { alarm: "functions/notes.create" },
      },
      nightly: {
        cdk: { rule: { schedule: { minute: "0", hour: "3" } } },
        targets: { clean: "functions/notes.create" },
      },
    },
  });
}
// #endregion
