import type { Construct } from "constructs";
import { collectProblems, mapTogether } from "../../../facts/errors/problems";
import { checkOpen } from "../../app";
import type { FunctionRef } from "../../app/metadata";
import { keptName } from "../../app/names/construct-name";
import { checkAddition } from "../../app/names/ids";
import { isPlainObject } from "../../core/checks/check";
import { refuseValue } from "../../core/errors";
import { memberPath } from "../../core/prop-path";
import type { Permissions } from "../../iam/permissions";
import type { BindingEntry } from "../binding-entry";
import { type Function, functionRef } from "../function";
import type { FunctionProps } from "../props";
import { ConstructWithFunctions, FunctionsByKey } from "../references/functions-by-key";
import { Receivers } from "../references/receivers";
import type { FunctionReference } from "../references/reference";
import { planConsumer } from "./create-consumer";
import { fail } from "./errors";
import type { EventSource } from "./event-source-mapping";
import type { StreamConsumerProps } from "./props";

/** A consumer as the metadata shows it. */
export type ConsumerMetadata = { readonly name: string; readonly fn?: FunctionRef | undefined };

/** Consumers of a stream, by the names that the caller chose. */
export type StreamConsumerMap = Readonly<Record<string, FunctionReference | StreamConsumerProps>>;

/** The consumers of a stream, or of the stream of a table. */
export class StreamConsumers {
  private readonly names = new Set<string>();
  private readonly receivers = new Receivers();

  constructor(
    private readonly owner: Construct,
    private readonly functions: FunctionsByKey,
    private readonly defaults: Partial<FunctionProps> | undefined,
    /** Called for each consumer that is added; throws if there is no stream. */
    private readonly source: (prop: string) => EventSource,
  ) {}

  get metadata(): readonly ConsumerMetadata[] {
    return [...this.names].map((name) => ({ name, fn: functionRef(this.functions.get(name)) }));
  }

  /** Adds consumers below a scope. Checks all of them before it creates the first one. */
  add(scope: Construct, consumers: StreamConsumerMap): void {
    collectProblems(() => this.plan(scope, consumers))();
  }

  /** Refuses consumers that cannot work; the returned function creates them. */
  plan(scope: Construct, consumers: StreamConsumerMap): () => void {
    if (!isPlainObject(consumers)) {
      const expected = 'an object with names: { index: "functions/index.handler" }';
      refuseValue(this.owner, "consumers", consumers, expected);
    }
    const planned = mapTogether(Object.entries(consumers), ([name, consumer]) => {
      const prop = memberPath("consumers", name);
      if (this.names.has(name)) fail(this.owner, "consumer-duplicate", prop, { name });
      const place = { scope, id: `${keptName(this.owner)}_${name}`, defaults: this.defaults };
      return { name, consumer: planConsumer(this.source(prop), place, prop, consumer) };
    });
    const added = Object.entries(consumers).map(([name, given]) => ({
      prop: memberPath("consumers", name),
      given,
    }));
    this.receivers.add(this.owner, added);
    return () => {
      for (const { name, consumer } of planned) {
        const fn = consumer.create();
        this.names.add(name);
        this.functions.add(name, fn);
      }
    };
  }
}

/** A construct with records that named functions consume. */
export abstract class ConstructWithConsumers extends ConstructWithFunctions {
  protected readonly functions = new FunctionsByKey(this, "consumer");
  protected abstract readonly consumers: StreamConsumers;

  /** Adds consumers. Their resources are created below `scope`, which may be in another stack. */
  addConsumers(scope: Construct, consumers: StreamConsumerMap): void {
    checkOpen(this, "addConsumers");
    const given = checkAddition(this, "addConsumers", scope, consumers);
    this.consumers.add(scope, given);
  }

  /** The function of a consumer; undefined if no consumer has that name, or if it is an existing function. */
  getFunction(name: string): Function | undefined {
    return this.functions.get(name);
  }

  /** Binds constructs to one consumer. */
  bindToConsumer(name: string, constructs: readonly BindingEntry[]): void {
    this.functions.bindTo("bindToConsumer", name, constructs);
  }

  /** Gives one consumer more permissions. */
  attachPermissionsToConsumer(name: string, permissions: Permissions): void {
    this.functions.attachPermissionsTo("attachPermissionsToConsumer", name, permissions);
  }
}
