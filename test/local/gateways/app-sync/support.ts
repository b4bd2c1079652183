import { createGraphqlApis } from "../../../../lib/local/gateways/app-sync";
import type { Gateway } from "../../../../lib/local/gateways/gateway";
import { AccessControl } from "../../../../lib/local/permissions/access-control";
import type { Model, Values } from "../../../../lib/model";
import { accessKeys } from "../../../support/access-keys";
import { type Handler, type TestContext, testContext } from "../support/context";
import { modelOf } from "../support/model";
import { serve } from "../support/serve";

export const apiKey = "da2-key";
export const functionArn = (name: string) => `arn:aws:lambda:eu-west-1:123456789012:function:${name}`;

/** The resolver of a field: a function of this process, code for a data source, or the values of a resolver. */
export type TestResolver =
  | Handler
  | { readonly code: string; readonly source?: string }
  | { readonly values: Values };

export interface TestGraph {
  readonly schema: string;
  /** By `Query.notes`. */
  readonly resolvers?: Readonly<Record<string, TestResolver>>;
  /** Beside `none`. */
  readonly sources?: Readonly<Record<string, Values>>;
  /** Steps of pipelines, by their id. */
  readonly steps?: Readonly<Record<string, Values>>;
  readonly api?: Values;
  readonly resources?: Readonly<Record<string, Values>>;
  /** Functions that no resolver leads to. */
  readonly functions?: Readonly<Record<string, Handler>>;
  readonly context?: Partial<Pick<TestContext, "endpoints" | "issuers">>;
  /** Whether policies decide. @default false */
  readonly enforces?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly data: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors: readonly Readonly<Record<string, unknown>>[] | undefined;
}

export interface ServedGraph {
  readonly url: string;
  readonly gateway: Gateway;
  readonly context: TestContext;
  ask(query: string, variables?: object, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

export function graphModel({
  schema,
  resolvers = {},
  sources = {},
  steps = {},
  api,
  resources = {},
}: TestGraph): Model {
  const declared: Record<string, Values> = {
    "aws_appsync_graphql_api.graph1": {
      name: "dev-app-Graph",
      arn: "arn:aws:appsync:eu-west-1:123456789012:apis/graph1",
      authentication_type: "API_KEY",
      schema,
      ...api,
    },
    "aws_appsync_api_key.Key": { id: "graph1:key", api_id: "graph1", key: apiKey },
    "aws_appsync_datasource.none": { api_id: "graph1", name: "none", type: "NONE" },
  };
  const addFunction = (name: string) => {
    const lambda_config = { function_arn: functionArn(name) };
    declared[`aws_appsync_datasource.${name}`] = {
      api_id: "graph1",
      name,
      type: "AWS_LAMBDA",
      lambda_config,
    };
  };
  for (const [name, values] of Object.entries(sources)) {
    declared[`aws_appsync_datasource.${name}`] = { api_id: "graph1", name, ...values };
  }
  for (const [id, values] of Object.entries(steps)) {
    declared[`aws_appsync_function.${id}`] = { api_id: "graph1", function_id: id, name: id, ...values };
  }
  for (const [key, given] of Object.entries(resolvers)) {
    const [type = "", field = ""] = key.split(".");
    const name = `${type}_${field}`;
    if (typeof given === "function") addFunction(name);
    const values =
      typeof given === "function"
        ? { data_source: name, kind: "UNIT" }
        : "code" in given
          ? { data_source: given.source ?? "none", kind: "UNIT", code: given.code }
          : given.values;
    declared[`aws_appsync_resolver.${name}`] = { api_id: "graph1", type, field, ...values };
  }
  return modelOf({ ...declared, ...resources });
}

/** Serves a GraphQL API on its own port. */
export async function serveGraph(given: TestGraph): Promise<ServedGraph> {
  const handlers: Record<string, Handler> = { ...given.functions };
  for (const [key, each] of Object.entries(given.resolvers ?? {})) {
    if (typeof each === "function") handlers[key.replace(".", "_")] = each;
  }
  const model = graphModel(given);
  const own = testContext(handlers, given.context);
  const { report, clock } = own;
  const access = new AccessControl({ accessKeys, mode: "enforce", model, report, clock });
  const context = given.enforces === true ? { ...own, access } : own;
  const [gateway] = createGraphqlApis(model, context);
  if (gateway === undefined) throw new Error("no gateway");
  const url = await serve(gateway);
  return { url, gateway, context, ask: (...asked) => ask(url, ...asked) };
}

export async function ask(
  url: string,
  query: string,
  variables: object = {},
  headers: Readonly<Record<string, string>> = { "x-api-key": apiKey },
): Promise<Answer> {
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as Pick<Answer, "data" | "errors">;
  return { status: response.status, headers: response.headers, data, errors };
}
