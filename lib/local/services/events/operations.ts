import { matchesPattern, patternRefusal } from "../../../facts/event-pattern";
import { isDeeper, jsonOf } from "../../../facts/text/json";
import {
  block,
  isValues,
  json,
  number,
  type Resource,
  requireText,
  tagsOf,
  text,
  textMap,
  texts,
  type Values,
} from "../../../model";
import { notInApp, type Operation, ServiceError } from "../contract/define-service";
import { described, tagList } from "../contract/described";
import { paged } from "../contract/page";
import { ServiceModel } from "../contract/service-model";
import type { EventBuses, LocalBus } from "./buses";
import { busName, busOf, defaultBus } from "./rules";

export const eventsModel = new ServiceModel("events");

/** The entries of a request together. */
const mostBytes = 1024 * 1024;

/** The deepest detail of an event. */
const maxDepth = 1000;

/** Source: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html */
function putEvents(buses: EventBuses, input: Values): object {
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

const pages = { most: 100, code: "ValidationException" } as const;

/** Source: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_Operations.html */
export const eventsOperations = {
  PutEvents: putEvents,

  ListEventBuses: (buses, input) => {
    const found = buses.all.filter(({ name }) => startsWith(name, input));
    return paged(found, input, { member: "EventBuses", ...pages }, describedBus);
  },

  DescribeEventBus: (buses, input) => describedBus(requireBus(buses, text(input, "Name"))),

  ListRules: (buses, input) => {
    const { name } = requireBus(buses, text(input, "EventBusName"));
    const rules = buses.rulesOf(name).filter(({ values }) => startsWith(requireText(values, "name"), input));
    return paged(rules, input, { member: "Rules", ...pages }, describedRule);
  },

  DescribeRule: (buses, input) => describedRule(requireRule(buses, input, "Name")),

  ListTargetsByRule: (buses, input) => {
    const targets = buses.targetsOf(requireRule(buses, input, "Rule"));
    return paged(targets, input, { member: "Targets", ...pages }, describedTarget);
  },

  ListRuleNamesByTarget: (buses, input) => {
    const { name } = requireBus(buses, text(input, "EventBusName"));
    const arn = text(input, "TargetArn");
    const rules = buses
      .rulesOf(name)
      .filter((rule) => buses.targetsOf(rule).some((target) => text(target, "arn") === arn));
    return paged(rules, input, { member: "RuleNames", ...pages }, ({ values }) =>
      requireText(values, "name"),
    );
  },

  ListTagsForResource: (buses, input) => {
    const arn = text(input, "ResourceARN") ?? "";
    const found = buses.tagged(arn);
    if (found === undefined) throw notInApp("events", "rule or event bus", arn, notFoundWords(arn));
    return { Tags: tagList(tagsOf(found)) };
  },

  TestEventPattern: (_, input) => ({
    Result: testPattern(requireText(input, "EventPattern"), requireText(input, "Event")),
  }),
} satisfies Record<string, Operation<EventBuses, Values, object>>;

const describedBus = ({ name, arn, values }: LocalBus): object => ({
  Name: name,
  Arn: arn,
  Description: text(values, "description"),
  Policy: text(values, "policy"),
});

function requireBus(buses: EventBuses, given = defaultBus): LocalBus {
  const name = busName(given);
  const found = buses.all.find((bus) => bus.name === name);
  if (found !== undefined) return found;
  throw notInApp("events", "event bus", name, `Event bus ${name} does not exist.`);
}

/** The words of AWS for an ARN of a rule or of a bus: `arn:aws:events:eu-west-1:123456789012:rule/orders/nightly`. */
function notFoundWords(arn: string): string {
  const [kind, ...names] = (arn.split(":")[5] ?? "").split("/");
  const name = names.at(-1) ?? "";
  const bus = names.length > 1 ? names[0] : defaultBus;
  return kind === "rule" ? noRule(name, bus) : `Event bus ${name} does not exist.`;
}

const noRule = (name: string, bus = defaultBus): string => `Rule ${name} does not exist on EventBus ${bus}.`;

function requireRule(buses: EventBuses, input: Values, member: "Name" | "Rule"): Resource {
  const { name: bus } = requireBus(buses, text(input, "EventBusName"));
  const name = text(input, member) ?? "";
  const found = buses.rulesOf(bus).find((rule) => requireText(rule.values, "name") === name);
  if (found !== undefined) return found;
  throw notInApp("events", "rule", name, noRule(name, bus));
}

const startsWith = (name: string, input: Values): boolean => name.startsWith(text(input, "NamePrefix") ?? "");

/** Members that an event must have. Source: recorded answers (test/local/recorded/events); `resources` and `detail` may be missing. */
const required = ["id", "account", "source", "time", "region", "detail-type"];

/**
 * Whether an event matches a pattern, both as text.
 *
 * Source: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_TestEventPattern.html
 */
function testPattern(pattern: string, event: string): boolean {
  const refusal = patternRefusal(pattern);
  if (refusal !== undefined) {
    throw new ServiceError(
      "InvalidEventPatternException",
      `Event pattern is not valid. Reason: ${refusal.inFull(pattern)}`,
    );
  }
  const parsed = json({ event }, "event");
  if (!isValues(parsed) || required.some((member) => !Object.hasOwn(parsed, member))) {
    throw new ServiceError("ValidationException", "Parameter Event is not valid.");
  }
  return matchesPattern(jsonOf(pattern), parsed);
}

/** A rule, as the API describes it. */
const describedRule = (rule: Resource): object =>
  described(
    eventsModel.members("outputs", "DescribeRule"),
    { state: "ENABLED", ...rule.values },
    {
      EventBusName: busOf(rule),
    },
  );

/** Source: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_Target.html */
function describedTarget(values: Values): object {
  const transformer = block(values, "input_transformer");
  const group = text(block(values, "sqs_target") ?? {}, "message_group_id");
  const partitionKey = text(block(values, "kinesis_target") ?? {}, "partition_key_path");
  return described(eventsModel.members("structures", "Target"), values, {
    Id: requireText(values, "target_id"),
    InputTransformer: transformer && {
      InputPathsMap: textMap(transformer, "input_paths"),
      InputTemplate: text(transformer, "input_template"),
    },
    SqsParameters: group === undefined ? undefined : { MessageGroupId: group },
    KinesisParameters: partitionKey === undefined ? undefined : { PartitionKeyPath: partitionKey },
  });
}
