import type { Gateway } from "../../../../lib/local/gateways/gateway";
import { createRestApis } from "../../../../lib/local/gateways/rest";
import { AccessControl } from "../../../../lib/local/permissions/access-control";
import type { Model, Values } from "../../../../lib/model";
import { accessKeys } from "../../../support/access-keys";
import { type Handler, type TestContext, testContext } from "../support/context";
import { functionArn, functionOf } from "../support/http-api";
import { modelOf } from "../support/model";
import { serve } from "../support/serve";

/** A method by its integration: a function of this process, or the values of an integration. */
export interface TestMethod {
  readonly handler?: Handler;
  readonly method?: Values;
  readonly integration?: Values;
  /** Integration responses by status, with their method responses. */
  readonly responses?: Readonly<Record<string, Values>>;
}

export interface TestRestApi {
  readonly methods: Readonly<Record<string, Handler | TestMethod>>;
  readonly api?: Values;
  /** @default - the stage `dev` alone */
  readonly stages?: Readonly<Record<string, Values>>;
  readonly authorizers?: Readonly<Record<string, Values>>;
  /** Functions that no method leads to, such as authorizers. */
  readonly functions?: Readonly<Record<string, Handler>>;
  /** Everything else, by type and name. */
  readonly resources?: Readonly<Record<string, Values>>;
  /** Whether the policies of the model decide. @default false */
  readonly enforces?: boolean;
  readonly context?: Partial<Pick<TestContext, "endpoints" | "issuers" | "history">>;
}

export interface ServedRestApi {
  readonly url: string;
  readonly gateway: Gateway;
  readonly context: TestContext;
  /** The last event that the function of a method, or one by name, got. */
  event(key: string): Record<string, unknown>;
  /** The lines of the access log. */
  logged(): readonly string[];
}

const inApi = { rest_api_id: "abc123" };

/** The address that the integration or authorizer of a function names. */
export const invokeArn = (name: string) =>
  `arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/${functionArn(name)}/invocations`;

export function restModel({
  methods,
  api,
  stages = { dev: {} },
  authorizers = {},
  resources,
}: TestRestApi): Model {
  const all: Record<string, Values> = {
    "aws_api_gateway_rest_api.abc123": { name: "dev-app-Api", root_resource_id: "root", ...api },
  };
  for (const [name, values] of Object.entries(stages)) {
    all[`aws_api_gateway_stage.${name}`] = { ...inApi, stage_name: name, ...values };
  }
  for (const [name, values] of Object.entries(authorizers)) {
    all[`aws_api_gateway_authorizer.${name}`] = { ...inApi, name, ...values };
  }
  for (const [key, given] of Object.entries(methods)) addMethod(all, key, given);
  return modelOf({ ...all, ...resources });
}

function addMethod(all: Record<string, Values>, key: string, given: Handler | TestMethod): void {
  const [httpMethod = "", path = ""] = key.split(" ");
  const name = functionOf(key);
  const { method, integration, responses = {} }: TestMethod = typeof given === "function" ? {} : given;
  const place = { ...inApi, resource_id: addResource(all, path), http_method: httpMethod };
  all[`aws_api_gateway_method.${name}`] = { ...place, authorization: "NONE", ...method };
  all[`aws_api_gateway_integration.${name}`] = {
    ...place,
    type: "AWS_PROXY",
    uri: invokeArn(name),
    ...integration,
  };
  for (const [status, values] of Object.entries(responses)) {
    const { response_models, ...response } = values;
    all[`aws_api_gateway_method_response.${name}_${status}`] = {
      ...place,
      status_code: status,
      response_models,
    };
    all[`aws_api_gateway_integration_response.${name}_${status}`] = {
      ...place,
      status_code: status,
      ...response,
    };
  }
}

/** Adds a resource and those above it. */
function addResource(all: Record<string, Values>, path: string): string {
  let parent = "root";
  for (const part of path.split("/").filter((each) => each !== "")) {
    const id = `${parent}_${part.replace(/\W/g, (character) => `x${character.charCodeAt(0)}`)}`;
    all[`aws_api_gateway_resource.${id}`] = { ...inApi, parent_id: parent, path_part: part };
    parent = id;
  }
  return parent;
}

/** Serves a REST API on its own port. */
export async function serveRestApi(given: TestRestApi): Promise<ServedRestApi> {
  const handlers: Record<string, Handler> = { ...given.functions };
  for (const [key, method] of Object.entries(given.methods)) {
    const handler = typeof method === "function" ? method : method.handler;
    if (handler !== undefined) handlers[functionOf(key)] = handler;
  }
  const context = testContext(handlers, given.context);
  const model = restModel(given);
  const { report, clock } = context;
  const access = new AccessControl({ accessKeys, mode: "enforce", model, report, clock });
  const [gateway] = createRestApis(model, { ...context, ...(given.enforces === true && { access }) });
  if (gateway === undefined) throw new Error("no gateway");
  return {
    url: await serve(gateway),
    gateway,
    context,
    event: (key) => context.functions.events(key.includes(" ") ? functionOf(key) : key).at(-1) ?? {},
    logged: () => context.reported.flatMap((each) => (each.event === "access-log" ? [each.line] : [])),
  };
}

/** The default answer of a function. */
export const ok = () => ({ statusCode: 200, body: "ok" });
