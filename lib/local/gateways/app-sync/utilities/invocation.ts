import type { AuthorizationMode } from "../../../../model";
import type { Clock } from "../../../invoke";
import type { FilterGroups } from "./filter";
import type { ResolverError } from "./signals";

/** A subscription field whose subscribers are to go. */
export interface Invalidation {
  readonly subscriptionField: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The effects that the utilities of a handler read and have. */
export interface HandlerEffects {
  readonly clock: Clock;
  /** The authorization mode of the caller. */
  readonly mode: AuthorizationMode | undefined;
  /** Headers that the HTTP response gets. */
  readonly responseHeaders: {
    entries(): Iterable<readonly [name: string, value: string]>;
    set(name: string, value: string): unknown;
  };
  /** Adds an error to the answer, beside its data. */
  append(error: ResolverError): void;
  invalidate(invalidation: Invalidation): void;
  /** Sets the filter of a subscription in place of its arguments. */
  setFilter(filter: FilterGroups): void;
  setInvalidationFilter(filter: FilterGroups): void;
  /** A line of the handler's log. */
  log(level: "info" | "error" | "debug" | "warn", text: string): void;
  /** Tells about something that has no effect on this machine. */
  notHere(what: string): void;
}
