import { jsonOf } from "../../facts/text/json";
import { constructPathOf } from "../../model/permissions/resource-of-arn";
import type { Values } from "../../model/resources/model";
import { blocks, requireText, text } from "../../model/resources/values";
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
import type { History } from "../history/history";
import type { Clock } from "../invoke";
import { mapWithTraffic } from "../map/traffic";
import { listedResources } from "../overview/listed-resources";
import { samplesByName } from "../samples/samples-of";
import { tableSettings } from "../services/dynamodb/table-settings";
import { queueSettings } from "../services/sqs/settings";
import type { LocalParts } from "./local-parts";

/** The maximum number of messages of a queue that the page gets. */
const maxMessages = 100;

/** The actions of the page on the data of a running server. */
export function dataActions(
  parts: Pick<LocalParts, "app" | "services" | "router">,
  history: History,
  clock: Clock,
): DataActions {
  return {
    data: async () => dataOf(parts),
    operate: (asked) => operate(parts, asked),
    messages: async ({ queue }) => {
      const all = parts.services.messagesOf(queue) ?? [];
      const messages = all.slice(-maxMessages).reverse();
      return { messages, omitted: all.length - messages.length };
    },
    mails: async () => ({ mails: [...(parts.services.userPools?.inbox.all ?? [])].reverse() }),
    map: async () => mapWithTraffic(parts.app.model, history.all),
    samples: async ({ function: name }) => ({ samples: samplesByName(parts.app.model, name, clock.now()) }),
  };
}

async function operate({ router }: Pick<LocalParts, "router">, asked: DataRequest): Promise<DataAnswer> {
  const effect = operationEffect(asked);
  const { service, operation } = asked;
  if (effect === undefined) return { problem: `The console does not ask for ${operation} of ${service}.` };
  const path = service === "rds-data" ? "/Execute" : undefined;
  const response = await router.perform({ ...asked, path }, effect === "changes");
  if (response === undefined) return { problem: `Another emulator has the service ${service}.` };
  const answer = jsonOf(String(response.body ?? "")) ?? {};
  if (response.status < 400) return { answer };
  const { __type: code = "", message = "", Message = message } = answer as Readonly<Record<string, string>>;
  return { problem: `${code.split("#").at(-1)}: ${Message}` };
}

function dataOf({ app: { model }, services }: Pick<LocalParts, "app" | "services">): AppData {
  const pathOf = (type: string, attribute: string, value: string): string => {
    const found = model.find(type, attribute, value);
    return found === undefined ? value : constructPathOf(found);
  };
  const queues = [...queueSettings(model).values()];
  return {
    tables: [...tableSettings(model).values()].map(({ name, definition }) =>
      shownTable(name, pathOf("aws_dynamodb_table", "name", name), definition),
    ),
    queues: queues.map(({ name, arn, url, fifo }) => ({
      name,
      arn,
      url,
      isFifo: fifo,
      path: pathOf("aws_sqs_queue", "arn", arn),
      deadLettersOf: queues.filter(({ redrive }) => redrive?.targetArn === arn).map((each) => each.name),
    })),
    pools: (services.userPools?.all ?? []).map(({ settings: { id, name }, groups }) => ({
      id,
      name,
      path: pathOf("aws_cognito_user_pool", "id", id),
      groups: groups.all.map((each) => each.name),
    })),
    listed: listedResources(model).map((each) => withJob(each, services)),
  };
}

function shownTable(name: string, path: string, definition: Values): ShownTable {
  const indexes = ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"].flatMap((attribute) =>
    blocks(definition, attribute),
  );
  const attributes = blocks(definition, "AttributeDefinitions");
  return {
    name,
    path,
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

/** Adds the event of its schedule to a cron that starts a function. */
function withJob(
  { functionArn, ...resource }: ListedResource & { readonly functionArn?: string },
  services: LocalParts["services"],
): ListedResource {
  if (functionArn === undefined) return resource;
  const payload = services.scheduledInput(functionArn);
  return payload === undefined ? resource : { ...resource, job: { function: functionArn, payload } };
}
