export { EventsApi } from "./events-api";
export type {
  EventsApiAuthorization,
  EventsApiHandler,
  EventsApiHandlerProps,
  EventsApiLogProps,
  EventsApiNamespace,
  EventsApiNamespaceOverride,
  EventsApiOverride,
  EventsApiProps,
} from "./props";
