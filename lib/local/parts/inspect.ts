import { constructPathOf, type Model, type Resource, requireText, text } from "../../model";
import type { CallingUser } from "../console/actions";
import { requestIdIn } from "../history/fact";
import type { History } from "../history/history";
import type {
  CallAnswer,
  InspectCommand,
  InspectedApp,
  InspectedQueue,
  InspectProblem,
  NamedCall,
  TablePage,
  TableQuery,
} from "../inspect/commands";
import type { Clock } from "../invoke";
import { readItems } from "../services/dynamodb/read-items";
import type { LocalQueue } from "../services/sqs/queue";
import { callablePools, callRoute } from "./console-actions";
import type { LocalParts } from "./local-parts";

type Parts = Pick<LocalParts, "app" | "servers" | "services" | "keys">;

/** The running server, for queries of other processes. */
export interface InspectedServer {
  readonly parts: Parts;
  /** The folder with the Terraform JSON. */
  readonly from: string;
  readonly history: History | undefined;
  readonly clock: Clock;
}

type Answer =
  | InspectedApp
  | CallAnswer
  | TablePage
  | InspectedQueue
  | InspectProblem
  | { readonly id: string };

/** Answers a query about the server without effects: no messages are received, and no fact is recorded. */
export async function inspect(server: InspectedServer, command: InspectCommand): Promise<Answer> {
  switch (command.action) {
    case "app":
      return inspectedApp(server);
    case "call":
      return call(server, command);
    case "table":
      return readTable(server.parts, command);
    case "queue":
      return withQueue(server.parts, command.queue, inspectedQueue);
    case "send":
      return withQueue(server.parts, command.queue, (queue) => {
        const { body, groupId } = command;
        return { id: queue.send({ body, ...(groupId !== undefined && { groupId }) }).id };
      });
    default:
      return { problem: "The action is app, call, table, queue or send." };
  }
}

function inspectedApp({ parts, from }: InspectedServer): InspectedApp {
  const { model } = parts.app;
  return {
    from,
    apis: parts.servers.served.map(({ gateway: { name, kind, routes }, urls }) => ({
      name,
      kind,
      urls,
      routes,
    })),
    functions: model.ofType("aws_lambda_function").map((resource) => ({
      name: requireText(resource.values, "function_name"),
      path: constructPathOf(resource),
    })),
    tables: namesOf(model, "aws_dynamodb_table"),
    queues: namesOf(model, "aws_sqs_queue"),
    pools: (parts.services.userPools?.all ?? []).map(({ settings: { id, name } }) => ({ id, name })),
  };
}

async function call(
  { parts, history, clock }: InspectedServer,
  { api, method, path, headers = {}, body = "", user }: NamedCall,
): Promise<CallAnswer | InspectProblem> {
  const { served } = parts.servers;
  const named = api === undefined ? served : served.filter(({ gateway }) => isNamed(gateway.name, api));
  const [found] = named;
  const names = served.map(({ gateway }) => gateway.name).join(", ") || "none";
  if (found === undefined || named.length > 1) return { problem: `Name one of the APIs: ${names}.` };
  const caller = user && callerOf(parts, user);
  if (caller !== undefined && "problem" in caller) return caller;
  const before = history?.all.length ?? 0;
  const answer = await callRoute(parts, clock, {
    url: found.urls[0] ?? "",
    method,
    path,
    headers,
    body,
    ...(caller !== undefined && { user: caller }),
  });
  if ("problem" in answer) return answer;
  const id = requestIdIn(answer.headers);
  const trace = history?.all
    .slice(before)
    .find(
      (fact) =>
        fact.kind === "request" && (id === undefined ? fact.method === method : fact.requestId === id),
    );
  return { ...answer, ...(trace !== undefined && { trace: trace.id }) };
}

function callerOf(
  parts: Parts,
  { pool, ...user }: NonNullable<NamedCall["user"]>,
): CallingUser | InspectProblem {
  const all = callablePools(parts);
  const found = all.filter(({ id, name, isOwn }) =>
    pool === undefined ? isOwn : id === pool || isNamed(name, pool),
  );
  const [first] = found;
  if (first !== undefined && found.length === 1) return { ...user, pool: first.id };
  return {
    problem: `Name one of the user pools and issuers: ${all.map(({ name }) => name).join(", ") || "none"}.`,
  };
}

async function readTable(
  { app: { model }, services }: Parts,
  { table, key, index, limit = 25, startKey }: TableQuery,
): Promise<TablePage | InspectProblem> {
  const found = findOne(model, "aws_dynamodb_table", table);
  if (found === undefined) return { problem: unknown("table", namesOf(model, "aws_dynamodb_table")) };
  const { tables } = services;
  if (tables === undefined) return { problem: "Another emulator has the tables." };
  return readItems(tables, { table: requireText(found.values, "arn"), key, index, limit, startKey });
}

function withQueue<Result>(
  { app: { model }, services }: Parts,
  name: string,
  work: (queue: LocalQueue) => Result,
): Result | InspectProblem {
  if (services.queues === undefined) return { problem: "Another emulator has the queues." };
  const found = findOne(model, "aws_sqs_queue", name);
  const queue = services.queues.byArn(text(found?.values ?? {}, "arn") ?? "");
  return queue === undefined ? { problem: unknown("queue", namesOf(model, "aws_sqs_queue")) } : work(queue);
}

/** The content of a queue. Messages are not received, which would bring them closer to the dead-letter queue. */
function inspectedQueue(queue: LocalQueue): InspectedQueue {
  const { name, redrive } = queue.settings;
  return {
    name,
    ...queue.counts,
    ...(redrive !== undefined && {
      deadLetters: {
        queue: redrive.targetArn.split(":").at(-1) ?? "",
        maxReceiveCount: redrive.maxReceiveCount,
      },
    }),
    messages: queue.content().map(({ sentAt, ...message }) => ({
      ...message,
      sentAt: new Date(sentAt).toISOString(),
    })),
  };
}

const namesOf = (model: Model, type: string): readonly string[] =>
  model.ofType(type).map(({ values }) => requireText(values, "name"));

/** The resource with a name, or the only one whose construct path ends with it. */
function findOne(model: Model, type: string, name: string): Resource | undefined {
  const all = model.ofType(type);
  const named = all.filter(({ values }) => values.name === name);
  const ending = all.filter((each) => constructPathOf(each).endsWith(`/${name}`));
  const found = named.length > 0 ? named : ending;
  return found.length === 1 ? found[0] : undefined;
}

/** Whether a text is a name, or its end after the stage and the app. */
const isNamed = (name: string, given: string): boolean => name === given || name.endsWith(`-${given}`);

const unknown = (what: string, names: readonly string[]): string =>
  `There is no such ${what}. Known: ${names.join(", ") || "none"}.`;
