import type { Clock } from "../../../../invoke";
import type { AuthorizationMode } from "../config/config";
import type { FilterGroups } from "../subscriptions/filter";
import type { ResolverError } from "./signals";

/** A subscription field whose subscribers are to go. */
export interface Invalidation {
  readonly subscriptionField: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What the utilities of a handler read and change. */
export interface HandlerEffects {
  readonly clock: Clock;
  /** How the caller is authorized. */
  readonly mode: AuthorizationMode | undefined;
  /** Errors that the answer has beside its data. */
  readonly appended: ResolverError[];
  /** Headers that the HTTP response gets. */
  readonly responseHeaders: Map<string, string>;
  readonly invalidations: Invalidation[];
  /** Of a subscription; undefined: its arguments filter. */
  filter: FilterGroups | undefined;
  invalidationFilter: FilterGroups | undefined;
  /** A line of the handler's log. */
  log(level: "info" | "error" | "debug" | "warn", text: string): void;
  /** Something that has no effect on this machine. */
  notHere(what: string): void;
}
