import { isArn } from "../../facts/aws/arns";
import { type TemplateScope, toValue } from "../cloudformation/intrinsics";
import type { EventModel } from "../model/application";
import type { SourceConstructKind, SourceConstructs } from "../model/event-sources";
import { bucketEvent } from "../model/names";
import {
  Call,
  Computed,
  code,
  compact,
  defined,
  duration,
  isList,
  isMap,
  json,
  optionalList,
  type Value,
  type ValueMap,
} from "../model/value";
import { Fields, itemsOf, SourceNode } from "../source";
import type { Apis } from "./apis";
import { numberFrom } from "./function-props";

interface EventContext {
  readonly scope: TemplateScope;
  readonly sources: SourceConstructs;
  readonly apis: Apis;
  readonly owner: string;
  /** Counts the events of a kind, for ids. */
  readonly id: (kind: string) => string;
}

/** Reads one event. Undefined if it was reported. */
type EventReader = (node: SourceNode, context: EventContext) => readonly EventModel[];

/** The keys of an event, also if it is a single text. */
function fieldsOf(node: SourceNode, { scope, owner }: EventContext, textKey: string): Fields {
  const given =
    node.isMap && !node.isFunction ? node : new SourceNode(new Map([[textKey, node]]), node.place);
  return new Fields(given, scope.findings, `Event of \`${owner}\``);
}

/** An event source, or a to-do if its ARN does not identify one. */
function sourceOf(
  kind: SourceConstructKind,
  node: SourceNode | undefined,
  { scope, sources, owner }: EventContext,
): string | undefined {
  const found = node === undefined ? undefined : sources.find(kind, toValue(node, scope), node.place);
  if (found === undefined && node !== undefined)
    scope.findings.todo(node.place, `Event of \`${owner}\`: the ${kind} was not found from its ARN.`);
  return found;
}

/** Options of event source mappings. */
function consumerProps(fields: Fields, scope: TemplateScope): ValueMap {
  const value = (key: string) => toValue(fields.take(key), scope);
  const filters = value("filterPatterns");
  const isPartial = fields.take("functionResponseType")?.text === "ReportBatchItemFailures";
  return {
    filters,
    partialBatchResponses: isPartial ? true : undefined,
    maxBatchingWindow: duration(value("maximumBatchingWindow") ?? value("batchWindow")),
    maxConcurrency: numberFrom(value("maximumConcurrency")),
    cdk: compact({
      eventSource: compact({
        batchSize: numberFrom(value("batchSize")),
        enabled: isOff(fields.take("enabled")),
      }),
    }),
  };
}

export const eventReaders: Readonly<Record<string, EventReader | undefined>> = {
  http: (node, context) => context.apis.http(node, context.owner, context.scope),
  httpApi: (node, context) => context.apis.httpApi(node, context.owner, context.scope),
  websocket: (node, context) => context.apis.websocket(node, context.owner, context.scope),
  schedule: (node, context) => {
    const { scope, id } = context;
    const fields = fieldsOf(node, context, "rate");
    const rate = toValue(fields.take("rate"), scope);
    const enabled = isOff(fields.take("enabled"));
    const timezone = toValue(fields.take("timezone"), scope);
    const name = toValue(fields.take("name"), scope);
    const input = toValue(fields.take("input"), scope);
    const description = toValue(fields.take("description"), scope);
    // A `Cron` with a time zone is a schedule of EventBridge Scheduler; others are rules.
    fields.ignore("method").finish();
    return (isList(rate) ? rate : [rate]).map((schedule) => ({
      kind: "schedule",
      place: node.place,
      id: id("Schedule"),
      props: defined({
        schedule,
        timezone,
        enabled,
        cdk: compact(
          timezone === undefined
            ? { rule: compact({ ruleName: name, description }) }
            : { schedule: compact({ name, description }) },
        ),
        ...(input !== undefined && { job: jobOf(input) }),
      }),
    }));
  },
  sqs: (node, context) => {
    const fields = fieldsOf(node, context, "arn");
    const source = sourceOf("queue", fields.take("arn"), context);
    const props = defined(consumerProps(fields, context.scope));
    fields.finish();
    return source === undefined ? [] : [{ kind: "queue", place: node.place, source, props }];
  },
  stream: (node, context) => {
    const { scope } = context;
    const fields = fieldsOf(node, context, "arn");
    const arn = fields.take("arn");
    const type = fields.take("type")?.text;
    const shown = JSON.stringify(arn === undefined ? "" : toValue(arn, scope));
    const kind = type === "kinesis" || (type === undefined && /kinesis/i.test(shown)) ? "stream" : "table";
    const source = sourceOf(kind, arn, context);
    const props = defined(streamProps((key) => fields.take(key), scope, consumerProps(fields, scope)));
    fields.finish();
    return source === undefined
      ? []
      : [{ kind: "stream", place: node.place, source, id: context.id("Consumer"), props }];
  },
  sns: (node, context) => {
    const { scope, sources } = context;
    const fields = fieldsOf(node, context, "topicName");
    const arn =
      fields.take("arn") ??
      (isArnNode(fields.node.get("topicName"), scope) ? fields.node.get("topicName") : undefined);
    const topic = fields.take("topicName");
    const source =
      arn === undefined
        ? sources.create("topic", toValue(topic, scope), node.place)
        : sourceOf("topic", arn, context);
    const value = (key: string) => toValue(fields.take(key), scope);
    const props = subscriptionProps(value("filterPolicy"), value("filterPolicyScope"));
    fields.leaveOut("displayName").finish();
    return source === undefined
      ? []
      : [{ kind: "topic", place: node.place, source, id: context.owner, props }];
  },
  s3: (node, context) => {
    const { scope, sources } = context;
    const fields = fieldsOf(node, context, "bucket");
    const bucket = fields.take("bucket");
    const given = toValue(bucket, scope);
    const name = given instanceof Computed ? given : validBucketName(given, node, context);
    const isExisting = fields.take("existing")?.isTrue === true;
    const reference = name instanceof Computed ? sources.find("bucket", name, node.place) : undefined;
    const source =
      reference ??
      (isExisting ? sources.find("bucket", name, node.place) : sources.create("bucket", name, node.place));
    const event = fields.take("event")?.text ?? "s3:ObjectCreated:*";
    const rules = (fields.take("rules")?.items ?? []).map((rule) => toValue(rule, scope));
    fields.ignore("forceDeploy").finish();
    const filters = rules.length === 0 ? undefined : rules;
    const props = defined({ events: [bucketEvent(event)], filters });
    return source === undefined
      ? []
      : [{ kind: "bucket", place: node.place, source, id: context.id("Upload"), props }];
  },
  eventBridge: (node, context) => busRule(node, context, "pattern", "eventBus"),
  cloudwatchEvent: (node, context) => busRule(node, context, "event", "eventBus"),
  iot: (node, context) => {
    const fields = fieldsOf(node, context, "sql");
    const sql = toValue(fields.take("sql"), context.scope);
    const name = toValue(fields.take("name"), context.scope);
    const description = toValue(fields.take("description"), context.scope);
    const sqlVersion = toValue(fields.take("sqlVersion"), context.scope);
    const enabled = isOff(fields.take("enabled"));
    fields.finish();
    const props = defined({
      type: "iot",
      sql,
      enabled,
      cdk: compact({ topicRule: compact({ name, description, sqlVersion }) }),
    });
    return [{ kind: "trigger", place: node.place, id: context.id("Iot"), props }];
  },
  alexaSkill: (node, context) => skillTrigger("alexa_skill", node, context),
  alexaSmartHome: (node, context) => skillTrigger("smart_home_skill", node, context),
  cloudwatchLog: (node, context) => {
    const fields = fieldsOf(node, context, "logGroup");
    const name = toValue(fields.take("logGroup"), context.scope);
    const filterPattern = toValue(fields.take("filter"), context.scope);
    fields.finish();
    return [
      {
        kind: "trigger",
        place: node.place,
        id: context.id("Log"),
        props: defined({ type: "log_group", logGroup: logGroup(name, context), filterPattern }),
      },
    ];
  },
  alb: (node, context) => {
    const { scope } = context;
    const fields = fieldsOf(node, context, "listenerArn");
    const listener = toValue(fields.take("listenerArn"), scope);
    const priority = numberFrom(toValue(fields.take("priority"), scope));
    const conditions = fields.take("conditions");
    const list = (key: string): Value => optionalList(toValue(conditions?.get(key), scope));
    fields.finish();
    const named = itemsOf(conditions?.get("header")).map(
      (each) => [each.get("name")?.text ?? "", toValue(each.get("values"), scope)] as const,
    );
    const given = {
      paths: list("path"),
      hosts: list("host"),
      methods: list("method"),
      headers: compact(Object.fromEntries(named)),
      sourceIps: list("ip"),
    };
    // Without one of its conditions, the rule would send more requests to the function.
    for (const [key, value] of conditions?.entries ?? [])
      if (!["path", "host", "method", "header", "ip"].includes(key))
        scope.findings.refuse(
          value.place,
          `Event of \`${context.owner}\`: the condition \`${key}\` was not translated.`,
        );
    return [
      {
        kind: "trigger",
        place: node.place,
        id: context.id("Alb"),
        props: defined({ type: "load_balancer", listener, priority, conditions: compact(given) ?? {} }),
      },
    ];
  },
};

/** The fixed input of a target: a map becomes JSON. */
const fixedInput = (input: Value): Value => (isMap(input) ? json(input) : input);

/** A job with a fixed input is an object, to which the function is added. */
export const jobOf = (input: Value): ValueMap => ({ cdk: { target: { input: fixedInput(input) } } });

/** The props of a consumer of a stream, from those of a consumer. `take` gets the keys in lower camel case. */
export function streamProps(
  take: (key: string) => SourceNode | undefined,
  scope: TemplateScope,
  props: ValueMap,
): ValueMap {
  const value = (key: string) => toValue(take(key), scope);
  const own = isMap(props.cdk) && isMap(props.cdk.eventSource) ? props.cdk.eventSource : {};
  const position = value("startingPosition");
  const startingPosition = position === "TRIM_HORIZON" ? undefined : position;
  return {
    ...props,
    cdk: compact({ eventSource: compact({ ...own, startingPosition }) }),
    retryAttempts: numberFrom(value("maximumRetryAttempts")),
    maxAge: duration(value("maximumRecordAgeInSeconds")),
    bisectOnError: take("bisectBatchOnFunctionError")?.isTrue === true ? true : undefined,
    parallelization: numberFrom(value("parallelizationFactor")),
  };
}

/** A subscription of a topic, which has the same settings in all templates. */
export function subscriptionProps(filterPolicy: Value, filterPolicyScope: Value): ValueMap {
  const subscription = compact({ filterPolicy, filterPolicyScope });
  return subscription === undefined ? {} : { cdk: { subscription } };
}

/** Events are on by default. */
export const isOff = (node: SourceNode | undefined): false | undefined =>
  node === undefined || node.isTrue || node.text === "ENABLED" ? undefined : false;

/** The name of a bucket, if it is valid. */
function validBucketName(name: Value, { place }: SourceNode, { scope, owner }: EventContext): Value {
  if (typeof name === "string" && /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) return name;
  scope.findings.todo(
    place,
    `Event of \`${owner}\`: ${JSON.stringify(name ?? "")} is not the name of a bucket: write one.`,
  );
  return undefined;
}

function isArnNode(node: SourceNode | undefined, scope: TemplateScope): boolean {
  const value = node === undefined ? undefined : toValue(node, scope);
  return value instanceof Computed || (typeof value === "string" && isArn(value));
}

function busRule(
  node: SourceNode,
  context: EventContext,
  patternKey: string,
  busKey: string,
): readonly EventModel[] {
  const { scope, sources, owner } = context;
  const fields = fieldsOf(node, context, "schedule");
  const schedule = toValue(fields.take("schedule"), scope);
  const bus = fields.take(busKey);
  const busValue = toValue(bus, scope);
  const pattern = toValue(fields.take(patternKey), scope);
  const input = toValue(fields.take("input"), scope);
  const name = toValue(fields.take("name"), scope);
  const enabled = isOff(fields.take("enabled"));
  const description = toValue(fields.take("description"), scope);
  fields.finish();
  const source =
    bus === undefined || busValue === "default"
      ? sources.defaultBus(node.place)
      : typeof busValue === "string" && !isArn(busValue)
        ? sources.create("bus", busValue, node.place)
        : (sources.find("bus", busValue, bus.place) ?? undefined);
  if (source === undefined) {
    scope.findings.todo(node.place, `Event of \`${owner}\`: the bus was not found from its ARN.`);
    return [];
  }
  const rule = compact({
    ruleName: name,
    description,
    schedule,
    enabled,
    ...eventPattern(pattern).rest,
  });
  return [
    {
      kind: "rule",
      place: node.place,
      bus: source,
      id: context.id("Rule"),
      props: defined({
        pattern: eventPattern(pattern).pattern,
        cdk: compact({ rule }),
        target: input === undefined ? undefined : { input: fixedInput(input) },
      }),
    },
  ];
}

/** Source, type and detail have their own props; other keys need the whole pattern. */
export function eventPattern(value: Value): { readonly pattern?: Value; readonly rest?: ValueMap } {
  if (!isMap(value)) return {};
  const { source, "detail-type": detailType, detail, ...others } = value;
  if (Object.keys(others).length > 0) return { rest: { eventPattern: value } };
  return { pattern: compact({ source, detailType, detail }) };
}

function skillTrigger(
  type: "alexa_skill" | "smart_home_skill",
  node: SourceNode,
  context: EventContext,
): readonly EventModel[] {
  const { scope, owner, id } = context;
  const fields = fieldsOf(node, context, "appId");
  const skillId = toValue(fields.take("appId"), scope);
  fields.ignore("enabled").finish();
  if (typeof skillId !== "string" && !(skillId instanceof Computed)) {
    scope.findings.todo(
      node.place,
      `Event of \`${owner}\`: a trigger needs the id of the skill, since others could call the function.`,
    );
    return [];
  }
  return [{ kind: "trigger", place: node.place, id: id("Skill"), props: { type, skillId } }];
}

export function logGroup(name: Value, { id }: Pick<EventContext, "id">): Value {
  const from = "@cdktf/provider-aws/lib/data-aws-cloudwatch-log-group";
  return new Call(
    "new DataAwsCloudwatchLogGroup",
    [code("stack"), id("LogGroup"), { name }],
    [{ name: "DataAwsCloudwatchLogGroup", from }],
  );
}
