import { functionArnOf, functionNameInArn, isFunctionUri } from "../../facts/aws/function-arn";
import { functionsOf } from "../../local";
import { type Model, readModel, text } from "../../model";
import { matchesFunction } from "../../runtime/live";
import { fail } from "../errors";

export interface LogTarget {
  readonly function: string;
  readonly logGroup: string;
  readonly region: string;
}

interface KnownFunction extends LogTarget {
  /** Construct path. */
  readonly path: string;
}

interface KnownRoute {
  /** `GET /notes` */
  readonly key: string;
  readonly function: string;
}

/**
 * The selected functions in an output folder: by their name, their construct path or its end, which may contain `*`, or by their
 * route. Without a target, all functions.
 */
export function logTargets(output: string, target: string | undefined): readonly LogTarget[] {
  const model = readModel(output, { report: () => {} });
  const functions = knownFunctions(model);
  if (target === undefined) return functions;
  const routes = [...httpRoutes(model), ...restRoutes(model)];
  const answering = new Set(
    routes.filter(({ key }) => isSameRoute(key, target)).map((each) => each.function),
  );
  const found = functions.filter(
    ({ function: name, path }) => name === target || matchesFunction(target, path) || answering.has(name),
  );
  if (found.length > 0) return found;
  const names = [...routes.map(({ key }) => key), ...functions.map(({ path }) => path)];
  return fail("serverform logs", "logs-target-unknown", "[target]", { value: target, names });
}

function knownFunctions(model: Model): readonly KnownFunction[] {
  const paths = new Map(model.resources.map(({ address, constructPath }) => [address, constructPath]));
  return functionsOf(model).map(({ id, name, logGroup, region }) => ({
    function: name,
    path: (paths.get(id) ?? name).replace(/\/Function$/, ""),
    logGroup,
    region,
  }));
}

/** The routes of HTTP and WebSocket APIs. */
function httpRoutes(model: Model): readonly KnownRoute[] {
  return model.ofType("aws_apigatewayv2_route").flatMap(({ values }) => {
    const id = text(values, "target")?.replace(/^integrations\//, "");
    const integration = model.find("aws_apigatewayv2_integration", "id", id);
    return route(text(values, "route_key"), text(integration?.values ?? {}, "integration_uri"));
  });
}

function restRoutes(model: Model): readonly KnownRoute[] {
  return model.ofType("aws_api_gateway_integration").flatMap(({ values }) => {
    const resource = model.find("aws_api_gateway_resource", "id", text(values, "resource_id"));
    const path = resource === undefined ? "/" : text(resource.values, "path");
    return route(`${text(values, "http_method")} ${path}`, text(values, "uri"));
  });
}

function route(key: string | undefined, uri: string | undefined): readonly KnownRoute[] {
  if (key === undefined || uri === undefined || !isFunctionUri(uri)) return [];
  return [{ key, function: functionNameInArn(functionArnOf(uri)) }];
}

/** `get /notes` means `GET /notes`; paths are case-sensitive. */
function isSameRoute(key: string, given: string): boolean {
  const upper = (text: string): string => text.trim().replace(/^\w+(?= )/, (method) => method.toUpperCase());
  return upper(key) === upper(given);
}
