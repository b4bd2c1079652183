import { ModelRoles } from "../../model/permissions/role-policies";
import type { Model, Resource } from "../../model/resources/model";
import { block, json, text } from "../../model/resources/values";
import { type MapKind, mapKinds } from "./map-kinds";
import { NodeFinder } from "./node-finder";

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

/** Draws the map of an app from its Terraform JSON: from permissions, subscriptions and event source mappings. */
export function appMap(model: Model): AppMap {
  const resources = model.resources.filter(({ type }) => Object.hasOwn(mapKinds, type));
  const finder = new NodeFinder(model, resources);
  const edges = new Map<string, MapEdge>();
  const connect = (from: Resource | undefined, to: Resource | undefined, label: string): void => {
    if (from === undefined || to === undefined || from === to) return;
    // The permission of a function shows already that it is called.
    if (label === "sends" && to.type === "aws_lambda_function") return;
    edges.set(`${from.address} ${to.address} ${label}`, { from: from.address, to: to.address, label });
  };
  for (const connection of connections(model, finder)) connect(...connection);
  return {
    nodes: resources.map((resource) => ({
      id: resource.address,
      kind: mapKinds[resource.type] ?? "function",
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

/** The resources that the policies of a function's role name. */
function* uses(model: Model, finder: NodeFinder): Generator<Connection> {
  const roles = new ModelRoles(model);
  for (const resource of model.ofType("aws_lambda_function")) {
    const { statements = [] } = roles.find(text(resource.values, "role") ?? "") ?? {};
    for (const { effect, actions, resources } of statements) {
      if (effect === "Deny") continue;
      for (const arn of resources) {
        const used = finder.byArn(arn);
        // A consumer may read its source, which is an arrow in the other direction already.
        for (const label of labelsOf(actions)) yield [resource, used, label];
      }
    }
  }
}

/** Rights to read and delete messages are those of a consumer. */
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
