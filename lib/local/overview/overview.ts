import { servicePrincipal } from "../../facts/aws/principals";
import { constructPathOf, type Model, text } from "../../model";
import { declaredSecrets } from "../declared-secrets";
import { queueSettings } from "../services/sqs/settings";
import { type ListedKind, listedResources } from "./listed-resources";

/** A part of an app that runs: its construct path without the stack, and what a reader wants to know of it. */
export type OverviewRow = readonly [name: string, note: string];

/** Everything that runs beside the APIs and user pools, in groups. Groups without a part are left out. */
export interface Overview {
  readonly groups: readonly { readonly title: string; readonly rows: readonly OverviewRow[] }[];
  /** The names of secrets that have no value on this machine. */
  readonly secretsWithoutValue: readonly string[];
}

const titles: Readonly<Partial<Record<ListedKind, string>>> = {
  buckets: "Buckets",
  topics: "Topics",
  buses: "Event buses",
  streams: "Streams",
  crons: "Crons",
  databases: "Databases",
};

/** @param sourceOf - the source of a function by its name in AWS */
export function overviewOf(
  model: Model,
  sourceOf: (functionName: string) => string | undefined,
  secrets: (name: string) => string | undefined = () => undefined,
): Overview {
  const consumers = consumersOf(model, sourceOf);
  const listed = listedResources(model);
  const groups = [
    { title: "Tables", rows: tables(model, consumers) },
    { title: "Queues", rows: queues(model, consumers) },
    ...(Object.keys(titles) as ListedKind[]).map((kind) => ({
      title: titles[kind] ?? kind,
      rows: listed
        .filter((each) => each.kind === kind)
        .map(({ path, arn, note = "", functionArn = "" }): OverviewRow => {
          const job = nameOf(functionArn, sourceOf);
          return [
            short(path),
            [note, job, ...(consumers.get(arn) ?? [])].filter((each) => each !== "").join("  "),
          ];
        }),
    })),
  ];
  return {
    groups: groups.filter(({ rows }) => rows.length > 0),
    secretsWithoutValue: declaredSecrets(model)
      .map(({ name }) => name)
      .filter((name) => secrets(name) === undefined),
  };
}

/** A construct path without the stack. */
const short = (path: string): string => path.split("/").slice(1).join("/") || path;

function tables(model: Model, consumers: ReadonlyMap<string, readonly string[]>): readonly OverviewRow[] {
  return model.ofType("aws_dynamodb_table").map((table) => {
    const stream = text(table.values, "stream_arn") ?? "";
    return [short(constructPathOf(table)), (consumers.get(stream) ?? []).join("  ")];
  });
}

function queues(model: Model, consumers: ReadonlyMap<string, readonly string[]>): readonly OverviewRow[] {
  const all = [...queueSettings(model).values()];
  const pathOf = (arn: string): string => {
    const found = model.find("aws_sqs_queue", "arn", arn);
    return found === undefined ? arn : short(constructPathOf(found));
  };
  return all.map(({ arn }) => {
    const sources = all.filter(({ redrive }) => redrive?.targetArn === arn).map((each) => pathOf(each.arn));
    const letters = sources.length === 0 ? [] : [`dead letters of ${sources.join(", ")}`];
    return [pathOf(arn), [...(consumers.get(arn) ?? []), ...letters].join("  ")];
  });
}

const nameOf = (functionArn: string, sourceOf: (name: string) => string | undefined): string => {
  const name = functionArn.split(":")[6] ?? "";
  return sourceOf(name) ?? name;
};

/** The functions that consume a queue, a stream or a topic, or that a bucket calls, by the ARN of the source. */
function consumersOf(
  model: Model,
  sourceOf: (functionName: string) => string | undefined,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const add = (source: string | undefined, target: string | undefined): void => {
    if (source === undefined || target === undefined) return;
    const name = target.includes(":lambda:")
      ? nameOf(target, sourceOf)
      : (target.split(":").at(-1) ?? target);
    const known = found.get(source) ?? [];
    if (!known.includes(name)) found.set(source, [...known, name]);
  };
  for (const { values } of model.ofType("aws_lambda_event_source_mapping")) {
    const target = text(values, "function_name") ?? "";
    add(text(values, "event_source_arn"), target.includes(":") ? target : `::::lambda::${target}`);
  }
  for (const { values } of model.ofType("aws_sns_topic_subscription"))
    add(text(values, "topic_arn"), text(values, "endpoint"));
  for (const { values } of model.ofType("aws_cloudwatch_event_target")) {
    const bus = text(values, "event_bus_name");
    const resource = bus === undefined ? undefined : model.find("aws_cloudwatch_event_bus", "name", bus);
    add(resource && text(resource.values, "arn"), text(values, "arn"));
  }
  for (const { values } of model.ofType("aws_lambda_permission")) {
    if (text(values, "principal") !== servicePrincipal("s3")) continue;
    const target = text(values, "function_name") ?? "";
    add(text(values, "source_arn"), target.includes(":") ? target : `::::lambda::${target}`);
  }
  return found;
}
