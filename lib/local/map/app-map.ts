import { formatArn, isArn } from "../../facts/aws/arns";
import { type MapKind, resourceTypes } from "../../facts/aws/resource-types";
import { block, json, type Model, ModelRoles, type Resource, text } from "../../model";

/** Finds the parts of an app by the names that other resources use. */
export class NodeFinder {
  private readonly byOwnArn = new Map<string, Resource>();
  private readonly functions = new Map<string, Resource>();
  private readonly buses = new Map<string, Resource>();

  constructor(
    private readonly model: Model,
    resources: readonly Resource[],
  ) {
    const { partition, account } = model;
    for (const resource of resources) {
      const { type, values, region } = resource;
      const [arn, id, name] = [text(values, "arn"), text(values, "id"), text(values, "name")];
      if (arn !== undefined) this.byOwnArn.set(arn, resource);
      if (type.startsWith("aws_api") && id !== undefined)
        this.byOwnArn.set(formatArn({ partition, region, account }, "execute-api", id), resource);
      if (type === "aws_lambda_function") this.functions.set(text(values, "function_name") ?? "", resource);
      if (type === "aws_cloudwatch_event_bus" && name !== undefined) this.buses.set(name, resource);
    }
  }

  /** The resource of an ARN or of a part of it; also by the name of a function. Wildcards at the end are allowed. */
  byArn(given: string | undefined): Resource | undefined {
    if (given === undefined || given === "*") return undefined;
    const rule = this.model.find("aws_cloudwatch_event_rule", "arn", given);
    if (rule !== undefined) return this.bus(text(rule.values, "event_bus_name"));
    const named = this.functions.get(given.split(":")[0] ?? "");
    if (named !== undefined) return named;
    for (let arn = given.replace(/(?<!\*)\*+$/, ""); isArn(arn); arn = withoutLastPart(arn)) {
      const found = this.byOwnArn.get(arn);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A bus by its name or ARN. */
  bus(given: string | undefined): Resource | undefined {
    return given === undefined ? undefined : (this.buses.get(given) ?? this.byOwnArn.get(given));
  }
}

function withoutLastPart(arn: string): string {
  return arn.slice(0, Math.max(arn.lastIndexOf("/"), arn.lastIndexOf(":"), 0));
}

/** A part of an app. */
export interface MapNode {
  /** Address of its resource. */
  readonly id: string;
  readonly kind: MapKind;
  /** Construct path without the stack: `Api`. */
  readonly title: string;
}

/** One part of an app calls, feeds or uses another. */
export interface MapEdge {
  readonly from: string;
  readonly to: string;
  /** `calls`, `reads`, `dead letters` */
  readonly label: string;
}

/** The parts of an app and what connects them. */
export interface AppMap {
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
}

/** Creates the map of an app from its Terraform JSON: from permissions, subscriptions and event source mappings. */
export function appMap(model: Model): AppMap {
  const resources = model.resources.filter(({ type }) => resourceTypes[type]?.mapKind !== undefined);
  const finder = new NodeFinder(model, resources);
  const edges = new Map<string, MapEdge>();
  const connect = (from: Resource | undefined, to: Resource | undefined, label: string): void => {
    if (from === undefined || to === undefined || from === to) return;
    // The permission of a function already shows its call.
    if (label === "sends" && to.type === "aws_lambda_function") return;
    edges.set(`${from.address} ${to.address} ${label}`, { from: from.address, to: to.address, label });
  };
  for (const connection of connections(model, finder)) connect(...connection);
  return {
    nodes: resources.map((resource) => ({
      id: resource.address,
      kind: resourceTypes[resource.type]?.mapKind ?? "function",
      title: titleOf(resource),
    })),
    edges: [...edges.values()],
  };
}

type Connection = readonly [from: Resource | undefined, to: Resource | undefined, label: string];

function* connections(model: Model, finder: NodeFinder): Generator<Connection> {
  for (const { values } of model.ofType("aws_lambda_permission")) {
    yield [finder.byArn(text(values, "source_arn")), finder.byArn(text(values, "function_name")), "calls"];
  }
  for (const { values } of model.ofType("aws_lambda_event_source_mapping")) {
    yield [
      finder.byArn(text(values, "event_source_arn")),
      finder.byArn(text(values, "function_name")),
      "feeds",
    ];
  }
  for (const { values } of model.ofType("aws_sns_topic_subscription")) {
    yield [finder.byArn(text(values, "topic_arn")), finder.byArn(text(values, "endpoint")), "sends"];
  }
  for (const { values } of model.ofType("aws_cloudwatch_event_target")) {
    const bus = finder.bus(text(values, "event_bus_name"));
    yield [bus, finder.byArn(text(values, "arn")), "sends"];
  }
  for (const { values } of model.ofType("aws_appsync_datasource")) {
    const api = model.find("aws_appsync_graphql_api", "id", text(values, "api_id"));
    yield [api, finder.byArn(text(block(values, "lambda_config") ?? {}, "function_arn")), "calls"];
  }
  for (const queue of model.ofType("aws_sqs_queue")) {
    const redrive = block({ redrive: json(queue.values, "redrive_policy") }, "redrive") ?? {};
    yield [queue, finder.byArn(text(redrive, "deadLetterTargetArn")), "dead letters"];
  }
  yield* uses(model, finder);
}

/** The resources in the policies of a function's role. */
function* uses(model: Model, finder: NodeFinder): Generator<Connection> {
  const roles = new ModelRoles(model);
  for (const resource of model.ofType("aws_lambda_function")) {
    const { statements = [] } = roles.find(text(resource.values, "role") ?? "") ?? {};
    for (const { effect, actions, resources } of statements) {
      if (effect === "Deny") continue;
      for (const arn of resources) {
        const used = finder.byArn(arn);
        // A consumer may read its source, which is already an arrow in the other direction.
        for (const label of labelsOf(actions)) yield [resource, used, label];
      }
    }
  }
}

/** Permissions to read and delete messages belong to a consumer. */
const ofConsumers =
  /^(sqs:(receivemessage|deletemessage|getqueue|changemessage)|(dynamodb|kinesis):(getrecords|getsharditerator|describestream|liststreams|listshards|subscribetoshard))/;
const writing =
  /:(put|update|delete|create|send|publish|write|batchwrite|invoke|start|\*)|^execute-api:|:partiql(insert|update|delete)/;

function labelsOf(actions: readonly string[]): readonly string[] {
  const own = actions.filter((action) => !ofConsumers.test(action));
  const writes = own.some((action) => writing.test(action));
  const reads = own.some((action) => !writing.test(action) || action.endsWith(":*"));
  if (writes) return [reads ? "reads, writes" : "writes"];
  return reads ? ["reads"] : [];
}

/** Parts of the path that only distinguish the resources of a construct. */
const inner = /\/(Api|Bucket|Bus|Cluster|Function|Queue|Stream|Table|Topic|UserPool)$/;

function titleOf({ constructPath, address, stack }: Resource): string {
  if (constructPath === undefined) return address;
  const own = constructPath.startsWith(`${stack}/`) ? constructPath.slice(stack.length + 1) : constructPath;
  return own.includes("/") ? own.replace(inner, "") : own;
}
