import { regionOfArn } from "../../facts/aws/arns";
import { jsonOf } from "../../facts/text/json";
import { blocks, constructPathOf, type Model, requireText, text, type Values } from "../../model";
import {
  type AppData,
  type DataActions,
  type DataAnswer,
  type DataRequest,
  type ListedResource,
  operationEffect,
  type ShownKey,
  type ShownTable,
} from "../console/data";
import { factText } from "../history/fact-text";
import type { History } from "../history/history";
import type { Clock } from "../invoke";
import { mapWithTraffic } from "../map/traffic";
import { listedResources } from "../overview/listed-resources";
import { samplesByArn } from "../samples/samples-of";
import { tableSettings } from "../services/dynamodb/table-settings";
import type { DeveloperRequest } from "../services/endpoint-router";
import { queueSettings } from "../services/sqs/settings";
import type { LocalParts } from "./local-parts";

/** The maximum number of messages of a queue that the page gets. */
const maxMessages = 100;
/** The maximum number of items of a table that are counted. */
const maxCounted = 500;
/** The maximum number of objects of a bucket that the page gets. */
const maxObjects = 200;

/** The data actions of the page on a running server. */
export function dataActions(
  parts: Pick<LocalParts, "app" | "services" | "router">,
  history: History,
  clock: Clock,
): DataActions {
  return {
    data: async () => dataOf(parts.app.model, parts.services, await itemCounts(parts)),
    operate: (asked) => operate(parts, asked),
    messages: async ({ queue }) => {
      const all = parts.services.messagesOf(queue) ?? [];
      const messages = all.slice(-maxMessages).reverse();
      return { messages, omitted: all.length - messages.length };
    },
    objects: async ({ bucket, prefix }) => {
      const all = (parts.services.objectsOf(bucket) ?? []).filter(({ key }) => key.startsWith(prefix));
      const objects = all.slice(0, maxObjects).map(({ key, content, changedAt, headers }) => ({
        key,
        bytes: content.length,
        changedAt,
        type: headers["content-type"] ?? "",
      }));
      return { objects, omitted: all.length - objects.length };
    },
    object: async ({ bucket, key }) => ({
      content: factText(parts.services.objectsOf(bucket)?.find((each) => each.key === key)?.content),
    }),
    upload: async ({ bucket, key, type, content }) => {
      const sent = {
        method: "PUT",
        headers: { "content-type": type || "application/octet-stream" },
        body: Buffer.from(content, "base64"),
      };
      const path = `/${bucket}/${key.split("/").map(encodeURIComponent).join("/")}`;
      return performed(parts, { service: "s3", operation: "PutObject", input: {}, path, sent }, true);
    },
    mails: async () => ({ mails: [...(parts.services.userPools?.inbox.all ?? [])].reverse() }),
    map: async () => mapWithTraffic(parts.app.model, history.all),
    samples: async ({ function: arn }) => ({ samples: samplesByArn(parts.app.model, arn, clock.now()) }),
  };
}

async function operate(parts: Pick<LocalParts, "router">, asked: DataRequest): Promise<DataAnswer> {
  const effect = operationEffect(asked);
  const { service, operation, input, arn = "" } = asked;
  if (effect === undefined) return { problem: `The console does not ask for ${operation} of ${service}.` };
  const path = service === "rds-data" ? "/Execute" : undefined;
  const form = service === "sns" ? formOf({ ...input, Action: operation }) : undefined;
  const region = regionOfArn(arn);
  return performed(parts, { service, operation, input, region, path, sent: form }, effect === "changes");
}

/** A request of the query protocol. */
const formOf = (input: object) => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
  body: Buffer.from(new URLSearchParams(input as Record<string, string>).toString()),
});

async function performed(
  { router }: Pick<LocalParts, "router">,
  asked: DeveloperRequest,
  isRecorded: boolean,
): Promise<DataAnswer> {
  const response = await router.perform(asked, isRecorded);
  if (response === undefined) return { problem: `Another emulator has the service ${asked.service}.` };
  const text = String(response.body ?? "");
  const answer = jsonOf(text) ?? {};
  if (response.status < 400) return { answer };
  const { __type, message, Message = message } = answer as Readonly<Record<string, string>>;
  // S3 responds with XML.
  const code = __type ?? /<Code>([^<]*)</.exec(text)?.[1];
  const said = Message ?? /<Message>([^<]*)</.exec(text)?.[1];
  return { problem: `${code?.split("#").at(-1) ?? response.status}: ${said ?? text.slice(0, 300)}` };
}

/** The numbers of items of tables, by their ARNs. Large tables are not counted completely. */
async function itemCounts(parts: Pick<LocalParts, "app" | "router">): Promise<ReadonlyMap<string, string>> {
  const counts = tableSettings(parts.app.model).map(async ({ arn }) => {
    const input = { TableName: arn, Select: "COUNT", Limit: maxCounted };
    const found = await performed(parts, { service: "dynamodb", operation: "Scan", input }, false);
    if ("problem" in found) return [arn, ""] as const;
    const { Count = 0, LastEvaluatedKey } = Object(found.answer) as {
      Count?: number;
      LastEvaluatedKey?: object;
    };
    const items = Count === 1 ? "1 item" : `${Count} items`;
    return [arn, LastEvaluatedKey === undefined ? items : `more than ${items}`] as const;
  });
  return new Map(await Promise.all(counts));
}

/**
 * The data that an app declares.
 *
 * @param services - the source of its state. Without them, as on a stage, the state is unknown.
 */
export function dataOf(
  model: Model,
  services?: LocalParts["services"],
  counts: ReadonlyMap<string, string> = new Map(),
): AppData {
  const pathOf = (type: string, attribute: string, value: string): string => {
    const found = model.find(type, attribute, value);
    return found === undefined ? value : constructPathOf(found);
  };
  const queues = [...queueSettings(model).values()];
  return {
    tables: tableSettings(model).map(({ name, arn, definition }) => ({
      ...shownTable({ name, arn, path: pathOf("aws_dynamodb_table", "arn", arn) }, definition),
      items: counts.get(arn) ?? "",
    })),
    queues: queues.map(({ name, arn, url, fifo }) => ({
      name,
      arn,
      url,
      isFifo: fifo,
      messages: services?.messagesOf(arn)?.length,
      path: pathOf("aws_sqs_queue", "arn", arn),
      deadLettersOf: queues.filter(({ redrive }) => redrive?.targetArn === arn).map((each) => each.name),
    })),
    pools: model.ofType("aws_cognito_user_pool").map((pool) => {
      const id = requireText(pool.values, "id");
      const groups = services?.userPools?.all.find(({ settings }) => settings.id === id)?.groups.all ?? [];
      return {
        id,
        name: text(pool.values, "name") ?? id,
        path: constructPathOf(pool),
        groups: groups.map((each) => each.name),
      };
    }),
    listed: listedResources(model).map((each) => ({
      ...(services === undefined ? each : { ...withJob(each, services), ...stateOf(each, services) }),
      ...sampleOf(each, model),
    })),
  };
}

function shownTable(
  named: Pick<ShownTable, "name" | "arn" | "path">,
  definition: Values,
): Omit<ShownTable, "items"> {
  const indexes = ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"].flatMap((attribute) =>
    blocks(definition, attribute),
  );
  const attributes = blocks(definition, "AttributeDefinitions");
  return {
    ...named,
    key: keyOf(definition),
    indexes: Object.fromEntries(indexes.map((index) => [requireText(index, "IndexName"), keyOf(index)])),
    types: Object.fromEntries(
      attributes.map((each) => [requireText(each, "AttributeName"), requireText(each, "AttributeType")]),
    ),
  };
}

function keyOf(definition: Values): ShownKey {
  const names = new Map(
    blocks(definition, "KeySchema").map((each) => [text(each, "KeyType"), text(each, "AttributeName")]),
  );
  const sort = names.get("RANGE");
  return { partition: names.get("HASH") ?? "", ...(sort !== undefined && { sort }) };
}

function stateOf(
  { kind, name }: ListedResource,
  services: LocalParts["services"],
): Pick<ListedResource, "state"> {
  const objects = kind === "buckets" ? services.objectsOf(name)?.length : undefined;
  return objects === undefined ? {} : { state: objects === 1 ? "1 object" : `${objects} objects` };
}

/** A sample message for a topic, a stream or a bus. For a bus, it matches the first rule. */
function sampleOf({ kind, name, arn }: ListedResource, model: Model): Pick<ListedResource, "sample"> {
  if (kind === "topics" || kind === "streams") return { sample: '{\n  "id": "1"\n}' };
  if (kind !== "buses") return {};
  const rule = model
    .ofType("aws_cloudwatch_event_rule")
    .find(
      ({ values, region }) =>
        text(values, "event_bus_name") === name &&
        text(values, "event_pattern") !== undefined &&
        region === (regionOfArn(arn) ?? region),
    );
  const pattern = rule === undefined ? undefined : jsonOf(text(rule.values, "event_pattern") ?? "");
  const first = (key: string): string => {
    const value: unknown = Object(pattern)[key]?.[0];
    return typeof value === "string" ? value : "example";
  };
  const event = { Source: first("source"), DetailType: first("detail-type"), Detail: { id: "1" } };
  return { sample: JSON.stringify(event, undefined, 2) };
}

/** Adds the event of a schedule to a cron with a function. */
function withJob(
  { functionArn, ...resource }: ListedResource & { readonly functionArn?: string },
  services: LocalParts["services"],
): ListedResource {
  if (functionArn === undefined) return resource;
  const payload = services.scheduledInput(functionArn);
  return payload === undefined ? resource : { ...resource, job: { function: functionArn, payload } };
}
