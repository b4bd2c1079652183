import type { Findings, Place } from "../model/place";
import type { Computed } from "../model/value";

export type Scalar = string | number | boolean | null;

/** A value of a source file with its line. */
export class SourceNode {
  constructor(
    readonly content: Scalar | Computed | readonly SourceNode[] | ReadonlyMap<string, SourceNode>,
    readonly place: Place,
  ) {}

  get items(): readonly SourceNode[] {
    return Array.isArray(this.content) ? (this.content as readonly SourceNode[]) : [];
  }

  get isList(): boolean {
    return Array.isArray(this.content);
  }

  get isMap(): boolean {
    return this.content instanceof Map;
  }

  get entries(): readonly (readonly [string, SourceNode])[] {
    return this.content instanceof Map ? [...this.content] : [];
  }

  get(key: string): SourceNode | undefined {
    return this.content instanceof Map ? (this.content.get(key) as SourceNode | undefined) : undefined;
  }

  /** Whether it is a function of CloudFormation, for example `{ Ref: "Orders" }`. */
  get isFunction(): boolean {
    const [entry, ...others] = this.entries;
    return entry !== undefined && others.length === 0 && /^(Ref|Condition|Fn::.+)$/.test(entry[0]);
  }

  /** Follows keys: `at("provider", "iam", "role")`. */
  at(...keys: readonly string[]): SourceNode | undefined {
    let node: SourceNode | undefined = this;
    for (const key of keys) node = node?.get(key);
    return node;
  }

  /** The text of a scalar: numbers and booleans as they are written. */
  get text(): string | undefined {
    const { content } = this;
    return typeof content === "string" || typeof content === "number" || typeof content === "boolean"
      ? String(content)
      : undefined;
  }

  get isTrue(): boolean {
    return this.content === true || this.content === "true";
  }
}

/** Reads the keys of a map once each, and reports those that nobody has read. */
export class Fields {
  private readonly read = new Set<string>();

  constructor(
    readonly node: SourceNode,
    private readonly findings: Findings,
    private readonly owner: string,
  ) {}

  get place(): Place {
    return this.node.place;
  }

  take(key: string): SourceNode | undefined {
    this.read.add(key);
    return this.node.get(key);
  }

  /** Keys that need nothing here. */
  ignore(...keys: readonly string[]): this {
    for (const key of keys) this.read.add(key);
    return this;
  }

  /** The remaining keys, which count as read. */
  takeRest(): readonly (readonly [string, SourceNode])[] {
    const rest = this.node.entries.filter(([key]) => !this.read.has(key));
    for (const [key] of rest) this.read.add(key);
    return rest;
  }

  /** Reports the keys that were not read: the migration does not know them. */
  finish(): void {
    for (const [key, value] of this.takeRest())
      this.findings.todo(value.place, `${this.owner}: \`${key}\` was not translated.`);
  }
}
