import type { Values } from "../../model/model";
import { isValues, text } from "../../model/values";
import type { NeededAccess } from "../../permissions/needed-access";
import type { AccessOf } from "../contract/define-service";
import type { EventBuses } from "./buses";
import type { eventsOperations } from "./operations";
import { defaultBus } from "./rules";

type EventsAccess = AccessOf<EventBuses, Values>;

/** Source: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoneventbridge.html */
export const eventsAccess = {
  PutEvents: (input, arn) =>
    (Array.isArray(input.Entries) ? input.Entries.filter(isValues) : []).map((entry): NeededAccess => {
      const bus = text(entry, "EventBusName") ?? defaultBus;
      return {
        action: "events:PutEvents",
        resource: bus.startsWith("arn:") ? bus : arn("events", `event-bus/${bus}`),
        keys: {
          "events:source": text(entry, "Source"),
          "events:detail-type": text(entry, "DetailType"),
        },
      };
    }),
} satisfies Record<keyof typeof eventsOperations, EventsAccess>;
