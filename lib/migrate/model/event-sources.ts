import { isArn } from "../../facts/aws/arns";
import { construct, type ResourceModel } from "./application";
import { pascalCase } from "./names";
import type { Place } from "./place";
import { Call, Computed, code, isMap, referenceOf, type Value } from "./value";

/** A construct that sends events to functions. */
export type SourceConstructKind = "queue" | "topic" | "table" | "stream" | "bucket" | "bus";

interface SourceRow {
  readonly className: string;
  /** The key of `cdk` for an existing resource, and its data source. */
  readonly key: string;
  readonly data: string;
  /** The prop with its name. @default name */
  readonly nameProp?: string;
  /** The code for `Ref` and the ARN of resources that an event creates. */
  readonly attributes: Readonly<Record<string, string>>;
}

const rows: Readonly<Record<SourceConstructKind, SourceRow>> = {
  queue: {
    className: "Queue",
    key: "queue",
    data: "DataAwsSqsQueue",
    attributes: { "": ".queueUrl", Arn: ".queueArn" },
  },
  topic: {
    className: "Topic",
    key: "topic",
    data: "DataAwsSnsTopic",
    attributes: { "": ".topicArn", TopicName: ".topicName" },
  },
  table: {
    className: "Table",
    key: "table",
    data: "DataAwsDynamodbTable",
    attributes: { "": ".tableName", Arn: ".tableArn" },
  },
  stream: {
    className: "KinesisStream",
    key: "stream",
    data: "DataAwsKinesisStream",
    attributes: { "": ".streamName", Arn: ".streamArn" },
  },
  bucket: {
    className: "Bucket",
    key: "bucket",
    data: "DataAwsS3Bucket",
    nameProp: "bucket",
    attributes: { "": ".bucketName", Arn: ".bucketArn" },
  },
  bus: {
    className: "EventBus",
    key: "eventBus",
    data: "DataAwsCloudwatchEventBus",
    attributes: { "": ".eventBusName", Arn: ".eventBusArn" },
  },
};

/** Finds the constructs that send events, and declares those that are not in the application. */
export class SourceConstructs {
  private readonly added = new Map<string, ResourceModel>();

  constructor(private readonly resources: readonly ResourceModel[]) {}

  get additions(): readonly ResourceModel[] {
    return [...this.added.values()];
  }

  /** The name of the construct for an ARN, a name or a reference. Undefined if the value does not identify one. */
  find(kind: SourceConstructKind, value: Value, place: Place): string | undefined {
    const { className } = rows[kind];
    const found = referenceOf(value);
    if (found !== undefined)
      return this.resources.find((each) => each.name === found.target && each.className === className)?.name;
    const name = nameOf(value, kind);
    if (name === undefined) return undefined;
    return this.declared(kind, name) ?? this.import(kind, name, place).name;
  }

  /** Adds a construct with this name in AWS, which the application creates for an event: a topic that is declared only there. */
  create(kind: SourceConstructKind, name: Value, place: Place): string {
    const { key } = rows[kind];
    const found = this.declared(kind, name);
    if (found !== undefined) return found;
    const props = kind === "bucket" ? { name } : { cdk: { [key]: { name } } };
    return this.add({ ...this.plain(kind, name, place), props }).name;
  }

  defaultBus(place: Place): string {
    const props = { cdk: { eventBus: { name: "default" } } };
    return this.add(construct({ name: "DefaultBus", place }, "EventBus", props, {})).name;
  }

  /** The construct with this name in AWS. */
  private declared(kind: SourceConstructKind, name: Value): string | undefined {
    const { className, key } = rows[kind];
    const wanted = JSON.stringify(name);
    return [...this.resources, ...this.added.values()].find(({ className: each, props }) => {
      const own = isMap(props.cdk) ? props.cdk[key] : undefined;
      const given = kind === "bucket" ? props.name : isMap(own) ? own.name : undefined;
      return each === className && given !== undefined && JSON.stringify(given) === wanted;
    })?.name;
  }

  private import(kind: SourceConstructKind, name: Value, place: Place): ResourceModel {
    const { key, data, nameProp = "name" } = rows[kind];
    const plain = this.plain(kind, name, place);
    const module = data.replace(/(?!^)[A-Z]/g, "-$&").toLowerCase();
    const from = `@cdktf/provider-aws/lib/${module}`;
    const existing = new Call(
      `new ${data}`,
      [code("stack"), `Existing${plain.name}`, { [nameProp]: name }],
      [{ name: data, from }],
    );
    return this.add({ ...plain, props: { cdk: { [key]: existing } } });
  }

  private plain(kind: SourceConstructKind, name: Value, place: Place): ResourceModel {
    const { className, attributes } = rows[kind];
    const words = typeof name === "string" ? name : className;
    const wanted = pascalCase(words);
    const id = /^[A-Za-z]\w*$/.test(wanted) ? wanted : className;
    const isTaken = this.resources.some((each) => each.name === id);
    return construct({ name: isTaken ? `${id}${className}` : id, place }, className, {}, attributes);
  }

  private add(resource: ResourceModel): ResourceModel {
    const present = this.added.get(resource.name);
    if (present !== undefined && JSON.stringify(present.props) === JSON.stringify(resource.props))
      return present;
    const name = present === undefined ? resource.name : `${resource.name}${this.added.size + 1}`;
    const made = { ...resource, name };
    this.added.set(name, made);
    return made;
  }
}

/** The name of a resource, from its ARN or as given. */
function nameOf(value: Value, kind: SourceConstructKind): Value {
  if (typeof value === "string") return isArn(value) ? nameInArn(value) : value;
  if (!(value instanceof Computed)) return undefined;
  const last = value.parts.at(-1);
  const [first] = value.parts;
  if (typeof first !== "string" || !isArn(first))
    return kind === "bucket" || kind === "topic" || kind === "queue" ? value : undefined;
  return typeof last === "string" && last.includes(":") ? nameInArn(last) : undefined;
}

/** `arn:aws:dynamodb:region:account:table/notes/stream/*` and `arn:aws:sqs:region:account:jobs` */
function nameInArn(arn: string): string | undefined {
  const resource = arn.split(":").at(-1) ?? "";
  const [kind = "", name] = resource.split("/");
  return (name ?? kind) || undefined;
}
