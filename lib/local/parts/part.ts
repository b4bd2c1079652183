import type { Timers } from "../../invoke";
import type { History } from "../history/history";
import type { LocalOptions } from "../local-options";
import type { LocalParts, PartName } from "./local-parts";

/** The server, as its parts see it. */
export interface PartServer {
  readonly options: LocalOptions;
  readonly clock: Timers;
  /** What happens; undefined where nothing is recorded. */
  readonly history: History | undefined;
  /** A part that starts later, to be called while the server runs; undefined until it has started. */
  find<Name extends PartName>(name: Name): LocalParts[Name] | undefined;
}

/** One part of the server: how it starts, how it takes over a changed app, and how it ends. */
export interface LocalPart<Value> {
  /** The name of the part in errors: `the APIs`. */
  readonly title: string;
  /** The parts that it uses. They come before it in the list. */
  readonly needs: readonly PartName[];
  /** If this fails, `stop` is not called: a part that fails leaves nothing open. */
  start(given: LocalParts, server: PartServer): Value | Promise<Value>;
  /** Takes over a changed app, after all parts above. */
  replace(value: Value, given: LocalParts, server: PartServer): void | Promise<void>;
  /** Ends the part, after all parts below. */
  stop(value: Value): void | Promise<void>;
}

interface PartDefinition<Value, Needs extends PartName> {
  readonly title: string;
  readonly needs: readonly Needs[];
  start(given: Pick<LocalParts, Needs>, server: PartServer): Value | Promise<Value>;
  replace(value: Value, given: Pick<LocalParts, Needs>, server: PartServer): void | Promise<void>;
  stop(value: Value): void | Promise<void>;
}

/** Defines a part, which sees only the parts that it needs. */
export function definePart<Value, Needs extends PartName = never>(
  definition: PartDefinition<Value, Needs>,
): LocalPart<Value> {
  return definition;
}

/** A step that has nothing to end: the same at the start and after a change of the app. */
export function defineStep<Needs extends PartName>(
  title: string,
  needs: readonly Needs[],
  run: (given: Pick<LocalParts, Needs>, server: PartServer) => void | Promise<void>,
): LocalPart<void> {
  return definePart({
    title,
    needs,
    start: run,
    replace: (_, given, server) => run(given, server),
    stop: nothing,
  });
}

/** For a part that the app does not change, or that has nothing to end. */
export const nothing = (): void => {};
