import { endpointHost } from "../facts/aws/partitions";
import {
  indexedModel,
  type Model,
  type Resource,
  requireText,
  textMap,
  userPoolsOf,
  type Values,
} from "../model";
import { entriesOf } from "./databases/declared-databases";
import { functionUrlResources } from "./gateways/function-url";
import { listenerResources } from "./gateways/load-balancer";
import { siteResources } from "./gateways/site";
import type { GatewayServers } from "./servers";
import { serviceOrigins } from "./services/service-table";

const apiTypes = [
  "aws_apigatewayv2_api",
  "aws_api_gateway_rest_api",
  "aws_appsync_graphql_api",
  "aws_appsync_api",
] as const;

/** The addresses of the APIs, then of function URLs, sites and load balancers, in the order of the app in this folder. */
export function apiAddresses(model: Model, folder: string): readonly string[] {
  const apis = apiTypes.flatMap((type) => model.ofType(type));
  const others = [functionUrlResources(model), siteResources(model), listenerResources(model)];
  return [apis, ...others].flatMap((each) => inDeclarationOrder(folder, each).map(({ address }) => address));
}

/** Hosts of the model's APIs and sites in AWS, each with its address on this machine. */
export type ApiHosts = readonly (readonly [host: string, authority: string])[];

export function apiHosts(model: Model, servers: GatewayServers): ApiHosts {
  const apis = apiTypes.flatMap((type) => model.ofType(type));
  const served = [...apis, ...functionUrlResources(model), ...siteResources(model)];
  return served.flatMap((resource) => {
    const authority = servers.authorityOf(resource.address);
    if (authority === undefined) return [];
    return hostsOf(model, resource).map((host) => [host, authority] as const);
  });
}

/** An AppSync API has two hosts: one for HTTP, one for WebSocket. */
function hostsOf({ region }: Model, { type, values }: Resource): readonly string[] {
  if (type === "aws_appsync_graphql_api") {
    return Object.values(textMap(values, "uris")).map((uri) => new URL(uri).host);
  }
  if (type === "aws_lambda_function_url") return [new URL(requireText(values, "function_url")).host];
  if (type === "aws_cloudfront_distribution") return [requireText(values, "domain_name")];
  if (type === "aws_appsync_api") return Object.values(textMap(values, "dns"));
  return [`${requireText(values, "id")}.${endpointHost("execute-api", region)}`];
}

export function localAddresses(model: Model, hosts: ApiHosts, routerUrl: string): readonly LocalAddress[] {
  const apis = hosts.flatMap(([host, authority]): LocalAddress[] => [
    [`https://${host}`, `http://${authority}`],
    [`wss://${host}`, `ws://${authority}`],
  ]);
  const services = serviceOrigins(model).map((origin): LocalAddress => [origin, routerUrl]);
  return [...apis, ...services];
}

/** Local addresses by host, for functions that build the address of an API from their event. */
export function localHosts(hosts: ApiHosts): Readonly<Record<string, string>> {
  const all = hosts.flatMap(([host, authority]) => {
    const [, port] = authority.split(":");
    // An event contains the host name of the client.
    return [host, authority, `localhost:${port}`].map((each) => [each, authority] as const);
  });
  return Object.fromEntries(all);
}

/** Addresses of the key sets of local user pools. Those of other pools are in AWS. */
export function issuerHosts(model: Model, authority: string): Readonly<Record<string, string>> {
  const issuers = userPoolsOf(model).map(({ issuer }) => issuer.replace(/^https:\/\//, ""));
  return Object.fromEntries(issuers.map((issuer) => [issuer, authority]));
}

/** An AWS address and its local address: `https://abc.execute-api.us-east-1.amazonaws.com`, `http://127.0.0.1:4000`. */
type LocalAddress = readonly [aws: string, local: string];

/**
 * Replaces AWS addresses with local addresses in all values: in the environment of functions, and in URLs that routes forward to.
 */
export function withLocalAddresses(model: Model, addresses: readonly LocalAddress[]): Model {
  const resources = model.resources.map(
    (resource): Resource => ({ ...resource, values: localize(resource.values, addresses) as Values }),
  );
  return {
    ...indexedModel(resources, model),
    localText: (text) => localize(text, addresses) as string,
  };
}

function localize(value: unknown, addresses: readonly LocalAddress[]): unknown {
  if (typeof value === "string") {
    // Skips texts without an address, which are most.
    if (!value.includes("://")) return value;
    return addresses.reduce((text, [aws, local]) => text.replaceAll(aws, local), value);
  }
  if (Array.isArray(value)) return value.map((each) => localize(each, addresses));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, localize(each, addresses)]));
}

/**
 * Sorts resources in the order in which the app declares their constructs.
 *
 * Terraform JSON is sorted by name. The order is in `serverform.json` next to it; other resources keep their order at the end.
 */
export function inDeclarationOrder(folder: string, resources: readonly Resource[]): readonly Resource[] {
  const declared = entriesOf(folder);
  const placeOf = ({ stack, constructPath = "" }: Resource): number => {
    const ids = constructPath.split("/");
    const place = declared.findIndex((each) => each.stack === stack && ids.includes(String(each.id)));
    return place < 0 ? declared.length : place;
  };
  return [...resources].sort((left, right) => placeOf(left) - placeOf(right));
}
