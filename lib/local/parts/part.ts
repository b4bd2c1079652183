import type { RecordedOptions } from "../history/start-history";
import type { Timers } from "../invoke";
import type { LocalParts } from "./local-parts";

/** The server, as its parts see it. */
export interface PartServer<Parts = LocalParts, Options = RecordedOptions> {
  readonly options: Options;
  readonly clock: Timers;
  /** A part that starts later, to be called while the server runs; undefined until it has started. */
  find<Name extends keyof Parts>(name: Name): Parts[Name] | undefined;
}

/** One part of a server: how it starts, how it takes over a changed app, and how it ends. */
export interface LocalPart<Value, Parts = LocalParts, Options = RecordedOptions> {
  /** The name of the part in errors: `the APIs`. */
  readonly title: string;
  /** The parts that it uses. They come before it in the list. */
  readonly needs: readonly (keyof Parts)[];
  /** If this fails, `stop` is not called: a part that fails leaves nothing open. */
  start(given: Parts, server: PartServer<Parts, Options>): Value | Promise<Value>;
  /** Takes over a changed app, after all parts above. */
  replace(value: Value, given: Parts, server: PartServer<Parts, Options>): void | Promise<void>;
  /** Ends the part, after all parts below. */
  stop(value: Value): void | Promise<void>;
}

/** The parts of a server, in the order in which they start and take over a changed app. They end in the opposite order. */
export type PartTable<Parts, Options> = {
  readonly [Name in keyof Parts]: LocalPart<Parts[Name], Parts, Options>;
};

interface PartDefinition<Value, Parts, Options, Needs extends keyof Parts> {
  readonly title: string;
  readonly needs: readonly Needs[];
  start(given: Pick<Parts, Needs>, server: PartServer<Parts, Options>): Value | Promise<Value>;
  replace(value: Value, given: Pick<Parts, Needs>, server: PartServer<Parts, Options>): void | Promise<void>;
  stop(value: Value): void | Promise<void>;
}

/** Defines the parts of one kind of server. */
export class PartDefinitions<Parts, Options> {
  /** Defines a part, which sees only the parts that it needs. */
  readonly part = <Value, Needs extends keyof Parts = never>(
    definition: PartDefinition<Value, Parts, Options, Needs>,
  ): LocalPart<Value, Parts, Options> => definition;

  /** A step that has nothing to end: the same at the start and after a change of the app. */
  readonly step = <Needs extends keyof Parts>(
    title: string,
    needs: readonly Needs[],
    run: (given: Pick<Parts, Needs>, server: PartServer<Parts, Options>) => void | Promise<void>,
  ): LocalPart<void, Parts, Options> =>
    this.part({ title, needs, start: run, replace: (_, given, server) => run(given, server), stop: nothing });
}

export const { part: definePart, step: defineStep } = new PartDefinitions<LocalParts, RecordedOptions>();

/** For a part that the app does not change, or that has nothing to end. */
export function nothing(): void {}
