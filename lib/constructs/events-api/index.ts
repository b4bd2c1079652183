export { EventsApi } from "./events-api";
export type * from "./props";
