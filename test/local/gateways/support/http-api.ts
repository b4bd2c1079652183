import type { Gateway } from "../../../../lib/local/gateways/gateway";
import { createHttpApis } from "../../../../lib/local/gateways/http";
import type { Model, Values } from "../../../../lib/model";
import { type Handler, type TestContext, testContext } from "./context";
import { modelOf } from "./model";
import { serve } from "./serve";

/** A route by its integration: a function of this process, or the values of an integration. */
export interface TestRoute {
  readonly handler?: Handler;
  readonly integration?: Values;
  readonly route?: Values;
}

export interface TestApi {
  readonly routes: Readonly<Record<string, Handler | TestRoute>>;
  readonly api?: Values;
  /** @default - the stage `$default` alone */
  readonly stages?: Readonly<Record<string, Values>>;
  readonly authorizers?: Readonly<Record<string, Values>>;
  /** Functions that no route leads to, such as authorizers. */
  readonly functions?: Readonly<Record<string, Handler>>;
  /** @default "2.0" */
  readonly format?: "1.0" | "2.0";
  readonly context?: Partial<Pick<TestContext, "endpoints" | "issuers">>;
}

export interface ServedApi {
  readonly url: string;
  readonly gateway: Gateway;
  readonly context: TestContext;
  /** The last event that the function of a route got. */
  event(key: string): Record<string, unknown>;
}

export const functionArn = (name: string) => `arn:aws:lambda:eu-west-1:123456789012:function:${name}`;

/** Name of the function behind a route. */
export const functionOf = (key: string) => key.replace(/[^a-zA-Z0-9]+/g, "_");

export function apiModel({
  routes,
  api,
  stages = { $default: {} },
  authorizers = {},
  format = "2.0",
}: TestApi): Model {
  const resources: Record<string, Values> = {
    "aws_apigatewayv2_api.abc123": { name: "dev-app-Api", protocol_type: "HTTP", ...api },
  };
  for (const [name, values] of Object.entries(stages)) {
    resources[`aws_apigatewayv2_stage.${name.replace("$", "")}`] = { api_id: "abc123", name, ...values };
  }
  for (const [name, values] of Object.entries(authorizers)) {
    resources[`aws_apigatewayv2_authorizer.${name}`] = { api_id: "abc123", name, ...values };
  }
  for (const [key, given] of Object.entries(routes)) {
    const name = functionOf(key);
    const { integration, route }: TestRoute = typeof given === "function" ? {} : given;
    resources[`aws_apigatewayv2_integration.${name}`] = {
      api_id: "abc123",
      integration_type: "AWS_PROXY",
      integration_uri: functionArn(name),
      payload_format_version: format,
      ...integration,
    };
    resources[`aws_apigatewayv2_route.${name}`] = {
      api_id: "abc123",
      route_key: key,
      target: `integrations/${name}`,
      ...route,
    };
  }
  return modelOf(resources);
}

/** Serves an HTTP API on its own port. */
export async function serveApi(given: TestApi): Promise<ServedApi> {
  const handlers: Record<string, Handler> = { ...given.functions };
  for (const [key, route] of Object.entries(given.routes)) {
    const handler = typeof route === "function" ? route : route.handler;
    if (handler !== undefined) handlers[functionOf(key)] = handler;
  }
  const context = testContext(handlers, given.context);
  const [gateway] = createHttpApis(apiModel(given), context);
  if (gateway === undefined) throw new Error("no gateway");
  return {
    url: await serve(gateway),
    gateway,
    context,
    event: (key) => context.functions.events(functionOf(key)).at(-1) ?? {},
  };
}
