import { boundResources, type WrittenAtSynthesis } from "../bindings/resources";

export {
  ApiHandler,
  type BadRequest,
  useBody,
  useCookie,
  useCookies,
  useDomainName,
  useFormData,
  useFormValue,
  useHeader,
  useHeaders,
  useJsonBody,
  useMethod,
  usePath,
  useQueryParam,
  useQueryParams,
} from "./requests/api-handler";
export type { GatewayEvent, GatewayEventV1, GatewayEventV2, LambdaContext } from "./requests/gateway-event";

/** HTTP APIs of the app, by id; synthesis writes them. */
export interface ApiResources extends WrittenAtSynthesis {}

/** GraphQL APIs of the app, by id; synthesis writes them. */
export interface GraphQLApiResources extends WrittenAtSynthesis {}

/** REST APIs of the app, by id; synthesis writes them. */
export interface RestV1ApiResources extends WrittenAtSynthesis {}

/** WebSocket APIs of the app, by id; synthesis writes them. */
export interface WebSocketApiResources extends WrittenAtSynthesis {}

/** Managed GraphQL APIs of the app, by id; synthesis writes them. */
export interface AppSyncApiResources extends WrittenAtSynthesis {}

/**
 * The HTTP APIs that this function is bound to.
 *
 * @example
 * await fetch(`${Api.notes.url}/notes`);
 */
export const Api = boundResources<ApiResources>({ className: "Api", variables: ["url"] });

/** The GraphQL APIs that this function is bound to. */
export const GraphQLApi = boundResources<GraphQLApiResources>({
  className: "GraphQLApi",
  variables: ["url"],
});

/** The REST APIs that this function is bound to. */
export const RestV1Api = boundResources<RestV1ApiResources>({ className: "RestV1Api", variables: ["url"] });

/** The WebSocket APIs that this function is bound to. */
export const WebSocketApi = boundResources<WebSocketApiResources>({
  className: "WebSocketApi",
  variables: ["url"],
});

/** The managed GraphQL APIs that this function is bound to. */
export const AppSyncApi = boundResources<AppSyncApiResources>({
  className: "AppSyncApi",
  variables: ["url"],
});
