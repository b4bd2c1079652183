export { EventsApi } from "./events-api";
export type {
  EventsApiAuthorization,
  EventsApiHandler,
  EventsApiHandlerProps,
  EventsApiLogProps,
  EventsApiNamespace,
  EventsApiProps,
} from "./props";
