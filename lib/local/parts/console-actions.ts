import { isJson, jsonProblem } from "../../facts/text/json";
import { blocks, type Model, text } from "../../model";
import {
  type CallingPool,
  type CallingUser,
  type ConsoleActions,
  type RouteAnswer,
  type RouteAnswerPart,
  type RouteCall,
  shownPermissions,
} from "../console/actions";
import { consoleFunctions } from "../console/console-functions";
import { withCauses } from "../history/causes";
import type { History } from "../history/history";
import { sharedFacts } from "../history/shared-facts";
import { createToken, tokenIssuersOf } from "../identities";
import type { Clock } from "../invoke";
import type { LocalOptions } from "../local-options";
import { type ListedUser, performCommand } from "../services/cognito-idp/commands";
import { isMeasuredService } from "../services/measured-services";
import { dataActions } from "./console-data";
import type { LocalParts } from "./local-parts";

type Parts = Pick<LocalParts, "app" | "servers" | "functions" | "services" | "keys" | "access" | "router">;

export function consoleActions(
  parts: Parts,
  history: History,
  clock: Clock,
  { endpoints, bundlesFile }: Partial<Pick<LocalOptions, "endpoints" | "bundlesFile">> = {},
): ConsoleActions {
  return {
    ...dataActions(parts, history, clock),
    app: async () => {
      return {
        folder: process.cwd(),
        apis: parts.servers.served.map(({ gateway: { name, kind, routes, address }, urls }) => ({
          address,
          name,
          kind,
          routes,
          urls,
          ...apiKeyOf(parts.app.model, address),
        })),
        functions: consoleFunctions(parts.app.model, bundlesFile),
        pools: callablePools(parts),
        users: await usersOf(parts.services.userPools),
      };
    },
    facts: async () => ({ facts: history.all, forgotten: history.forgottenCount + history.skippedCount }),
    share: async ({ ids }) => ({ facts: sharedFacts(history, ids) }),
    invoke: async ({ function: functionArn, payload }) =>
      isJson(payload)
        ? withCauses([], () => parts.functions.invoke({ functionArn, payload, source: "console" }))
        : { problem: `The event is not JSON: ${jsonProblem(payload)}` },
    call: (asked, signal) => streamRoute(parts, clock, asked, signal),
    clear: async () => {
      history.clear();
      return {};
    },
    permissions: async () => ({
      functions: shownPermissions(
        parts.app.model,
        parts.access.use?.recorded ?? {},
        isMeasuredService(endpoints),
      ),
    }),
  };
}

/** The users of all pools, each with the id of its pool: several pools may have the same name. */
async function usersOf(pools: Parts["services"]["userPools"]): Promise<readonly ListedUser[]> {
  if (pools === undefined) return [];
  const all = pools.all.map(async ({ settings: { id } }) => {
    const listed = await performCommand(pools, { action: "list", pool: id });
    return "users" in listed ? listed.users.map((each) => ({ ...each, pool: id })) : [];
  });
  return (await Promise.all(all)).flat();
}

/** A key of a GraphQL API, or of a usage plan of a REST API. */
function apiKeyOf(model: Model, address: string): { readonly apiKey?: string } {
  const api = model.resources.find((each) => each.address === address);
  const id = api && text(api.values, "id");
  if (id === undefined) return {};
  const plan = model
    .ofType("aws_api_gateway_usage_plan")
    .find(({ values }) => blocks(values, "api_stages").some((each) => text(each, "api_id") === id));
  const planKey = model.find(
    "aws_api_gateway_usage_plan_key",
    "usage_plan_id",
    plan && text(plan.values, "id"),
  );
  const found = planKey
    ? model.find("aws_api_gateway_api_key", "id", text(planKey.values, "key_id"))?.values.value
    : model.find("aws_appsync_api_key", "api_id", id)?.values.key;
  return typeof found === "string" ? { apiKey: found } : {};
}

/** Sends a request to a route of an API that is served here. */
export async function callRoute(
  parts: Pick<Parts, "app" | "servers" | "keys">,
  clock: Clock,
  asked: RouteCall,
): Promise<RouteAnswer> {
  let answer: RouteAnswer = { problem: "There is no answer." };
  const texts: string[] = [];
  for await (const part of streamRoute(parts, clock, asked)) {
    if ("text" in part) texts.push(part.text);
    else answer = "problem" in part ? part : { ...part, body: "" };
  }
  return "problem" in answer ? answer : { ...answer, body: texts.join("") };
}

/** Like `callRoute`, with a streamed answer. */
async function* streamRoute(
  parts: Pick<Parts, "app" | "servers" | "keys">,
  clock: Clock,
  asked: RouteCall,
  signal?: AbortSignal,
): AsyncGenerator<RouteAnswerPart> {
  const { url, method, path, body } = asked;
  // The page may only call APIs.
  if (!parts.servers.served.some(({ urls }) => urls.includes(url)))
    return yield { problem: `${url} is not served here.` };
  try {
    const token = asked.user && (await tokenOf(parts.app.model, parts, clock, asked.user));
    const response = await fetch(`${url.replace(/\/$/, "")}/${path.replace(/^\//, "")}`, {
      method,
      headers: { ...asked.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      redirect: "manual",
      ...(body !== "" && method !== "GET" && method !== "HEAD" && { body }),
      ...(signal !== undefined && { signal }),
    });
    yield { status: response.status, headers: Object.fromEntries(response.headers) };
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const text = decoder.decode(chunk as Uint8Array, { stream: true });
      if (text !== "") yield { text };
    }
    const rest = decoder.decode();
    if (rest !== "") yield { text: rest };
  } catch (error) {
    const { message, cause } = error as Error;
    yield { problem: cause instanceof Error ? `${message}: ${cause.message}` : message };
  }
}

/** The user pools, and other issuers whose tokens the app accepts. */
export function callablePools({ app, services }: Pick<Parts, "app" | "services">): readonly CallingPool[] {
  const own = (services.userPools?.all ?? []).map(({ settings: { id, name } }) => ({
    id,
    name,
    isOwn: true,
    hasGroups: true,
  }));
  const others = tokenIssuersOf(app.model).map(({ id, name, isUserPool }) => ({
    id,
    name,
    isOwn: false,
    hasGroups: isUserPool,
  }));
  return [...own, ...others];
}

function tokenOf(
  model: Model,
  { keys }: Pick<Parts, "keys">,
  clock: Clock,
  { pool, name, groups, scopes }: CallingUser,
): Promise<string> {
  const isIssuer = tokenIssuersOf(model).some(({ id }) => id === pool);
  return createToken({
    model,
    keys,
    clock,
    ...(isIssuer ? { authorizer: pool } : { pool }),
    user: name,
    ...(groups.length > 0 && { groups }),
    ...(scopes.length > 0 && { scopes }),
  });
}
