import { isArn } from "../../../facts/aws/arns";
import { isValues, text, type Values } from "../../../model";
import type { ArnOf, NeededAccess } from "../../permissions/needed-access";
import type { AccessOf } from "../contract/define-service";
import type { EventBuses } from "./buses";
import type { eventsOperations } from "./operations";
import { busName, defaultBus } from "./rules";

type EventsAccess = AccessOf<EventBuses, Values>;

const busArn = (bus = defaultBus, arn: ArnOf): string =>
  isArn(bus) ? bus : arn("events", `event-bus/${bus}`);

/** The ARN of a rule has its bus, unless that is the default one. */
const onRule =
  (action: string, member: string): EventsAccess =>
  (input, arn) => {
    const [bus, rule] = [busName(text(input, "EventBusName") ?? defaultBus), text(input, member) ?? ""];
    return [
      {
        action: `events:${action}`,
        resource: arn("events", `rule/${bus === defaultBus ? rule : `${bus}/${rule}`}`),
      },
    ];
  };

/** Source: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoneventbridge.html */
export const eventsAccess = {
  PutEvents: (input, arn) =>
    (Array.isArray(input.Entries) ? input.Entries.filter(isValues) : []).map((entry): NeededAccess => {
      const bus = text(entry, "EventBusName") ?? defaultBus;
      return {
        action: "events:PutEvents",
        resource: busArn(bus, arn),
        keys: {
          "events:source": text(entry, "Source"),
          "events:detail-type": text(entry, "DetailType"),
        },
      };
    }),
  ListEventBuses: () => [{ action: "events:ListEventBuses", resource: "*" }],
  DescribeEventBus: (input, arn) => [
    { action: "events:DescribeEventBus", resource: busArn(text(input, "Name"), arn) },
  ],
  ListRules: () => [{ action: "events:ListRules", resource: "*" }],
  DescribeRule: onRule("DescribeRule", "Name"),
  ListTargetsByRule: onRule("ListTargetsByRule", "Rule"),
  ListRuleNamesByTarget: () => [{ action: "events:ListRuleNamesByTarget", resource: "*" }],
  ListTagsForResource: (input) => [
    { action: "events:ListTagsForResource", resource: text(input, "ResourceARN") ?? "*" },
  ],
  TestEventPattern: () => [{ action: "events:TestEventPattern", resource: "*" }],
} satisfies Record<keyof typeof eventsOperations, EventsAccess>;
