import type {
  CallAnswer,
  InspectedApp,
  InspectedQueue,
  InvokeOutcome,
  TablePage,
  UsersAnswer,
} from "../../../local";
import { describeOutcome } from "../../local/invoke";
import { fail } from "../errors";
import type { McpTarget } from "../target";
import type { Tool, ToolInput } from "../tool";

const resourceName = { type: "string", description: "its name, or the end of its construct path" } as const;
const texts = { type: "array", items: { type: "string" } } as const;

const callProperties = {
  path: { type: "string", description: "path and query: /notes?limit=1" },
  api: { type: "string", description: "name of the API, if there are several" },
  user: {
    type: "string",
    description: "name of the user who calls, with a token of the local user pool; nobody by default",
  },
  pool: { type: "string", description: "name of the user pool, if there are several" },
  groups: { ...texts, description: "groups of the user" },
  scopes: { ...texts, description: "scopes of the token" },
  headers: { type: "object", additionalProperties: { type: "string" } },
} as const;

/** Sends a request, and returns the answer with the id of its trace. */
async function call(target: McpTarget, input: ToolInput, method: string): Promise<readonly object[]> {
  const user = input.text("user");
  const answer = await target.ask<CallAnswer>("/inspect", {
    action: "call",
    method,
    ...input.pick("api", "path", "headers", "body"),
    ...(user !== undefined && {
      user: {
        name: user,
        groups: input.texts("groups"),
        scopes: input.texts("scopes"),
        ...input.pick("pool"),
      },
    }),
  });
  return [answer];
}

const readRoute: Tool = {
  name: "read_route",
  description:
    "Sends a GET or HEAD request to a route of the local server, as a user or as nobody. Returns status, headers, body, and in `trace` the id for get_trace.",
  properties: { method: { type: "string", enum: ["GET", "HEAD"], default: "GET" }, ...callProperties },
  required: ["path"],
  run: (target, input) => call(target, input, input.text("method") ?? "GET"),
};

const callRoute: Tool = {
  name: "call_route",
  description:
    "Sends a request with any method to a route of the local server, as a user or as nobody. Returns status, headers, body, and in `trace` the id for get_trace.",
  properties: {
    method: { type: "string", pattern: "^[A-Z]+$", description: "POST" },
    ...callProperties,
    body: { type: "string", description: "for JSON, set the header content-type, too" },
  },
  required: ["method", "path"],
  changes: true,
  run: (target, input) => call(target, input, input.requireText("method")),
};

const invokeFunction: Tool = {
  name: "invoke_function",
  description: "Invokes a function of the local server with an event. Returns its answer or its error.",
  properties: {
    function: { type: "string", description: "its name, its construct path or the end of it" },
    event: { description: "any JSON; a scheduled function gets the event of its schedule by default" },
  },
  required: ["function"],
  changes: true,
  run: async (target, input) => {
    const name = input.requireText("function");
    const answer = await target.ask<InvokeOutcome | { readonly unknown: readonly string[] }>("/invoke", {
      function: name,
      event: input.value("event"),
    });
    if (!("unknown" in answer)) return [describeOutcome(answer)];
    const reason = `There is no such function. Known: ${answer.unknown.join(", ")}.`;
    return fail("serverform mcp", "mcp-answer", "function", { value: name, reason });
  },
};

const queryTable: Tool = {
  name: "query_table",
  description:
    "Reads items of a table of the local server as plain JSON, by key or all. The first line has nextKey if there are more.",
  properties: {
    table: resourceName,
    key: {
      type: "object",
      description: 'values of the partition key and the sort key: { "id": "1" }; all items without it',
    },
    index: { type: "string", description: "the index whose key it is" },
    limit: { type: "number", minimum: 1, maximum: 100, default: 25 },
    startKey: { type: "object", description: "nextKey of the last answer" },
  },
  required: ["table"],
  run: async (target, input) => {
    const given = input.pick("table", "key", "index", "limit", "startKey");
    const { items, nextKey } = await target.ask<TablePage>("/inspect", { action: "table", ...given });
    return [{ items: items.length, ...(nextKey !== undefined && { nextKey }) }, ...items];
  },
};

const readQueue: Tool = {
  name: "read_queue",
  description:
    "Shows the messages of a queue of the local server, also those in flight and delayed, without receiving them. Use it for dead-letter queues, too.",
  properties: { queue: resourceName },
  required: ["queue"],
  run: async (target, input) => {
    const { messages, ...queue } = await target.ask<InspectedQueue>("/inspect", {
      action: "queue",
      ...input.pick("queue"),
    });
    return [queue, ...messages];
  },
};

const sendMessage: Tool = {
  name: "send_message",
  description: "Sends a message to a queue of the local server.",
  properties: {
    queue: resourceName,
    body: { type: "string" },
    groupId: { type: "string", description: "of a FIFO queue" },
  },
  required: ["queue", "body"],
  changes: true,
  run: async (target, input) => [
    await target.ask("/inspect", { action: "send", ...input.pick("queue", "body", "groupId") }),
  ],
};

const readInbox: Tool = {
  name: "read_inbox",
  description:
    "Returns the mails and text messages that would have left this machine, with codes and temporary passwords.",
  properties: { to: { type: "string", description: "only those to this address" } },
  run: async (target, input) => {
    const to = input.text("to");
    const answer = await target.ask<UsersAnswer>("/users", { action: "inbox" });
    const messages = "messages" in answer ? answer.messages : [];
    return messages.filter((each) => to === undefined || each.to === to);
  },
};

const describeApp: Tool = {
  name: "describe_app",
  description:
    "Lists what the local server serves: APIs with URLs and routes, functions, tables, queues and user pools.",
  properties: {},
  run: async (target) => {
    const { apis, functions, ...rest } = await target.ask<InspectedApp>("/inspect", { action: "app" });
    return [rest, ...apis, ...functions];
  },
};

export const serverTools: readonly Tool[] = [
  describeApp,
  readRoute,
  queryTable,
  readQueue,
  readInbox,
  callRoute,
  invokeFunction,
  sendMessage,
];
