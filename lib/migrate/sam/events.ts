import { keyFilters } from "../cloudformation/constructs/bucket";
import { targetOptions } from "../cloudformation/constructs/messaging";
import { type TemplateScope, toValue } from "../cloudformation/intrinsics";
import type { EventModel } from "../model/application";
import type { SourceConstructKind, SourceConstructs } from "../model/event-sources";
import { bucketEvent, capitalized } from "../model/names";
import { compact, defined, duration, isList, isMap, listOf, type Value, type ValueMap } from "../model/value";
import { eventPattern, isOff, jobOf, logGroup, streamProps, subscriptionProps } from "../serverless/events";
import { numberFrom } from "../serverless/function-props";
import { Fields, itemsOf, type SourceNode } from "../source";
import type { SamApis } from "./apis";

export interface SamEventContext {
  readonly scope: TemplateScope;
  readonly sources: SourceConstructs;
  readonly apis: SamApis;
  readonly owner: string;
  readonly name: string;
  readonly place: SourceNode["place"];
}

type EventReader = (fields: Fields, context: SamEventContext) => readonly EventModel[];

export function eventsOf(node: SourceNode, context: SamEventContext): readonly EventModel[] {
  const type = node.get("Type")?.text ?? "";
  const properties = node.get("Properties");
  const read = readers[type];
  if (read === undefined) {
    context.scope.findings.todo(
      node.place,
      `Function \`${context.owner}\`: the event \`${type}\` was not translated.`,
    );
    return [];
  }
  const fields = new Fields(
    properties ?? node,
    context.scope.findings,
    `Event \`${context.name}\` of \`${context.owner}\``,
  );
  if (properties === undefined) fields.ignore("Type");
  const made = read(fields, context);
  fields.finish();
  return made;
}

/** The construct behind a property, or a to-do. */
function sourceOf(
  kind: SourceConstructKind,
  node: SourceNode | undefined,
  context: SamEventContext,
): string | undefined {
  const { scope, sources, place, owner, name } = context;
  const found = node === undefined ? undefined : sources.find(kind, toValue(node, scope), node.place);
  if (found === undefined)
    scope.findings.todo(
      node?.place ?? place,
      `Event \`${name}\` of \`${owner}\`: the ${kind} was not found from its ARN.`,
    );
  return found;
}

/** Options of event source mappings. */
function consumerProps(fields: Fields, scope: TemplateScope): ValueMap {
  const value = (key: string) => toValue(fields.take(key), scope);
  const filters = toValue(fields.take("FilterCriteria")?.get("Filters"), scope);
  const responses = value("FunctionResponseTypes");
  return {
    filters: isList(filters) ? filters.map(filterOf) : undefined,
    partialBatchResponses: isList(responses) && responses.length > 0 ? true : undefined,
    maxBatchingWindow: duration(value("MaximumBatchingWindowInSeconds")),
    cdk: compact({
      eventSource: compact({
        batchSize: numberFrom(value("BatchSize")),
        enabled: isOff(fields.take("Enabled")),
      }),
    }),
  };
}

/** A filter is JSON in the template. */
function filterOf(filter: Value): Value {
  const pattern = isMap(filter) ? filter.Pattern : undefined;
  if (typeof pattern !== "string") return pattern;
  try {
    return JSON.parse(pattern) as Value;
  } catch {
    return pattern;
  }
}

function stream(kind: "table" | "stream"): EventReader {
  return (fields, context) => {
    const { scope, place, owner, name } = context;
    const source = sourceOf(kind, fields.take("Stream"), context);
    const onFailure = toValue(fields.take("DestinationConfig")?.at("OnFailure", "Destination"), scope);
    const own = streamProps((key) => fields.take(capitalized(key)), scope, consumerProps(fields, scope));
    const props = defined({ ...own, onFailure });
    return source === undefined ? [] : [{ kind: "stream", place, source, id: `${owner}${name}`, props }];
  };
}

const rule: EventReader = (fields, context) => {
  const { scope, sources, place, owner, name } = context;
  const value = (key: string) => toValue(fields.take(key), scope);
  const bus = fields.take("EventBusName");
  const pattern = eventPattern(value("Pattern"));
  const isDefault = bus === undefined || bus.text === "default";
  const source = isDefault ? sources.defaultBus(place) : sourceOf("bus", bus, context);
  const input = value("Input");
  const inputPath = value("InputPath");
  const override = compact({
    ruleName: value("RuleName"),
    description: value("Description"),
    enabled: isOff(fields.take("State") ?? fields.take("Enabled")),
    ...pattern.rest,
  });
  const dead = fields.node.get("DeadLetterConfig");
  if (dead !== undefined && dead.get("Arn") === undefined)
    scope.findings.todo(
      dead.place,
      `Event \`${name}\` of \`${owner}\`: \`DeadLetterConfig\` was not translated.`,
    );
  const target = compact({ input, inputPath, ...targetOptions({ properties: fields, scope }) });
  const props = defined({ pattern: pattern.pattern, cdk: compact({ rule: override }), target });
  fields.ignore("Target");
  return source === undefined ? [] : [{ kind: "rule", place, bus: source, id: `${owner}${name}`, props }];
};

const schedule: EventReader = (fields, { scope, place, owner, name }) => {
  const value = (key: string) => toValue(fields.take(key), scope);
  const given = value("Schedule") ?? value("ScheduleExpression");
  const at = typeof given === "string" ? /^at\((.*)\)$/.exec(given)?.[1] : undefined;
  const input = value("Input");
  const timezone = value("ScheduleExpressionTimezone");
  const window = fields.take("FlexibleTimeWindow");
  const minutes = toValue(window?.get("MaximumWindowInMinutes"), scope);
  const ruleName = value("Name");
  const description = value("Description");
  const isRule = timezone === undefined && minutes === undefined && at === undefined;
  fields.ignore("RoleArn", "OmitName");
  const override = isRule
    ? { rule: compact({ ruleName, description }) }
    : { schedule: compact({ name: ruleName, description }) };
  const props = defined({
    schedule: at === undefined ? given : undefined,
    at,
    timezone,
    flexibleWindow: duration(minutes, "minutes"),
    start: value("StartDate"),
    end: value("EndDate"),
    enabled: isOff(fields.take("Enabled") ?? fields.take("State")),
    cdk: compact(override),
    job: input === undefined ? undefined : jobOf(input),
  });
  return [{ kind: "schedule", place, id: `${owner}${name}`, props }];
};

const readers: Readonly<Record<string, EventReader | undefined>> = {
  Api: (fields, context) => context.apis.route(fields, context, "rest"),
  HttpApi: (fields, context) => context.apis.route(fields, context, "http"),
  SQS: (fields, context) => {
    const { scope, place } = context;
    const source = sourceOf("queue", fields.take("Queue"), context);
    const concurrency = numberFrom(toValue(fields.take("ScalingConfig")?.get("MaximumConcurrency"), scope));
    const props = defined({ ...consumerProps(fields, scope), maxConcurrency: concurrency });
    return source === undefined ? [] : [{ kind: "queue", place, source, props }];
  },
  SNS: (fields, context) => {
    const { scope, place, owner, name } = context;
    const source = sourceOf("topic", fields.take("Topic"), context);
    const value = (key: string) => toValue(fields.take(key), scope);
    const props = subscriptionProps(value("FilterPolicy"), value("FilterPolicyScope"));
    return source === undefined ? [] : [{ kind: "topic", place, source, id: `${owner}${name}`, props }];
  },
  S3: (fields, context) => {
    const { scope, place, owner, name } = context;
    const source = sourceOf("bucket", fields.take("Bucket"), context);
    const events = toValue(fields.take("Events"), scope);
    const filters = keyFilters(fields.take("Filter"), scope);
    const kinds = listOf(events).map((each) => bucketEvent(String(each)));
    const props = defined({ events: kinds, filters });
    return source === undefined ? [] : [{ kind: "bucket", place, source, id: `${owner}${name}`, props }];
  },
  DynamoDB: stream("table"),
  Kinesis: stream("stream"),
  Schedule: schedule,
  ScheduleV2: schedule,
  EventBridgeRule: rule,
  CloudWatchEvent: rule,
  CloudWatchLogs: (fields, { scope, place, owner, name }) => {
    const group = toValue(fields.take("LogGroupName"), scope);
    const filterPattern = toValue(fields.take("FilterPattern"), scope);
    const id = () => `${owner}${name}Group`;
    const props = defined({ type: "log_group", logGroup: logGroup(group, { id }), filterPattern });
    return [{ kind: "trigger", place, id: `${owner}${name}`, props }];
  },
  IoTRule: (fields, { scope, place, owner, name }) => {
    const sql = toValue(fields.take("Sql"), scope);
    const sqlVersion = toValue(fields.take("AwsIotSqlVersion"), scope);
    const props = defined({ type: "iot", sql, cdk: compact({ topicRule: compact({ sqlVersion }) }) });
    return [{ kind: "trigger", place, id: `${owner}${name}`, props }];
  },
  AlexaSkill: (fields, { scope, place, owner, name }) => {
    const skillId = toValue(fields.take("SkillId"), scope);
    if (skillId === undefined) {
      scope.findings.todo(
        place,
        `Event \`${name}\` of \`${owner}\`: a trigger needs the id of the skill, since others could call the function.`,
      );
      return [];
    }
    return [{ kind: "trigger", place, id: `${owner}${name}`, props: { type: "alexa_skill", skillId } }];
  },
  Cognito: (fields, { scope, place, owner, name }) => {
    fields.ignore("UserPool", "Trigger");
    const names = itemsOf(fields.node.get("Trigger")).map(
      ({ text = "" }) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`,
    );
    scope.findings.todo(
      place,
      `Event \`${name}\` of \`${owner}\`: pass the function as \`triggers.${names.join("`, `triggers.")}\` of a \`Userbase\`.`,
    );
    return [];
  },
};
