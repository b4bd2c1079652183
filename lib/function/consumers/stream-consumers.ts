import type { Construct } from "constructs";
import { isPlainObject } from "../../core/check";
import { memberPath } from "../../core/prop-path";
import { functionRef } from "../function";
import type { FunctionProps } from "../props";
import type { FunctionsByKey } from "../references/functions-by-key";
import type { FunctionReference } from "../references/reference";
import { createConsumer, type PlannedConsumer, planConsumer } from "./create-consumer";
import { fail } from "./errors";
import type { EventSource } from "./event-source-mapping";
import type { StreamConsumerProps } from "./props";

/** Consumers of a stream by the caller's names. */
export type StreamConsumerMap = Readonly<Record<string, FunctionReference | StreamConsumerProps>>;

/** The consumers of a stream, or of a table's: as many as there are names. */
export class StreamConsumers {
  private readonly names = new Set<string>();

  constructor(
    private readonly owner: Construct,
    private readonly functions: FunctionsByKey,
    private readonly defaults: Partial<FunctionProps> | undefined,
    /** Asked when a consumer is added: throws when there is nothing to read. */
    private readonly source: (prop: string) => EventSource,
  ) {}

  get metadata(): readonly unknown[] {
    return [...this.names].map((name) => ({ name, fn: functionRef(this.functions.get(name)) }));
  }

  /** Adds consumers below a scope; all of them are checked before the first is created. */
  add(scope: Construct, consumers: StreamConsumerMap): void {
    if (!isPlainObject(consumers)) {
      const expected = 'an object with names: { index: "functions/index.handler" }';
      fail(this.owner, "prop-invalid", "consumers", { value: consumers, expected });
    }
    const planned = new Map<string, PlannedConsumer>();
    for (const [name, consumer] of Object.entries(consumers)) {
      const prop = memberPath("consumers", name);
      if (this.names.has(name)) fail(this.owner, "consumer-duplicate", prop, { name });
      planned.set(name, planConsumer(this.source(prop), prop, consumer));
    }
    for (const [name, plan] of planned) {
      const place = { scope, id: `${this.owner.node.id}_${name}`, defaults: this.defaults };
      const created = createConsumer(this.source(plan.prop), place, plan);
      this.names.add(name);
      this.functions.add(name, created.function);
    }
  }
}
