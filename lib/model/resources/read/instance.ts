import { ExpressionError } from "../../../facts/expressions/syntax";
import type { AwsLocation } from "../aws-location";
import { computeAttribute, computedAttributes, guessAttribute } from "../computed";
import type { KnownResource } from "../computed/known-resource";
import { Lookup } from "../expressions/lookup";
import type { Resource, Values } from "../model";
import { isValues, text } from "../values";
import { type Declaration, plainAddress } from "./declarations";
import { withMore } from "./resolve-references";

/** The values that are being evaluated, outermost first; detects cycles. */
export type Trail = string[];

/** Values that are evaluated once, on first use. */
export class LazyValues {
  private readonly found = new Map<string, unknown>();

  constructor(
    private readonly trail: Trail,
    /** Owner of the values, for messages: `dev-notes-Service/aws_iam_role.Role`. */
    private readonly owner: string,
  ) {}

  get(name: string, make: () => unknown): unknown {
    if (this.found.has(name)) return this.found.get(name);
    const step = `${this.owner}.${name}`;
    const start = this.trail.indexOf(step);
    if (start >= 0)
      throw new ExpressionError(`it refers to itself: ${[...this.trail.slice(start), step].join(" -> ")}`);
    this.trail.push(step);
    try {
      const value = make();
      this.found.set(name, value);
      return value;
    } finally {
      this.trail.pop();
    }
  }
}

/** Arguments for Terraform itself; the provider does not see them. */
const metaArguments = new Set([
  "//",
  "connection",
  "count",
  "depends_on",
  "dynamic",
  "for_each",
  "lifecycle",
  "provider",
  "provisioner",
]);

/** The parts of the stack and the model that an instance needs. */
export interface InstanceContext {
  readonly location: AwsLocation;
  readonly trail: Trail;
  /** The value of an attribute in the state of a deployed stage. */
  deployed(attribute: string): unknown;
  /** Replaces the references in a configured value. */
  resolve(value: unknown, attribute: string): unknown;
  /** Expands `dynamic` blocks, by label. */
  dynamicBlocks(dynamic: Values): Readonly<Record<string, readonly unknown[]>>;
  find(type: string, attribute: string, value: unknown): KnownResource | undefined;
  /** Called for an attribute that cannot be computed. */
  unknown(attribute: string, reason: string): void;
  /** Attributes that are neither configured nor computed by AWS, such as the outputs of another stack. */
  special(attribute: string): unknown;
}

/** One resource instance. Attributes are evaluated on first use, so their order does not matter. */
export class Instance implements KnownResource {
  readonly region: string;
  readonly account: string;
  readonly partition: string;
  readonly dnsSuffix: string;
  private readonly lazyValues: LazyValues;

  constructor(
    readonly address: string,
    private readonly declaration: Declaration,
    private readonly context: InstanceContext,
  ) {
    ({
      region: this.region,
      account: this.account,
      partition: this.partition,
      dnsSuffix: this.dnsSuffix,
    } = context.location);
    this.lazyValues = new LazyValues(context.trail, address);
  }

  value(attribute: string): unknown {
    return this.lazyValues.get(attribute, () => {
      const configured = this.configured(attribute);
      const deployed = configured === undefined ? this.context.deployed(attribute) : undefined;
      if (deployed !== undefined) return deployed;
      return computeAttribute(this, this.declaration.type, attribute, configured) ?? configured;
    });
  }

  text(attribute: string): string {
    return text({ value: this.value(attribute) }, "value") ?? "";
  }

  find(type: string, attribute: string, value: unknown): KnownResource | undefined {
    return this.context.find(type, attribute, value);
  }

  lookup(): Lookup {
    return new Lookup({ member: (key) => this.member(String(key)), whole: () => this.values() });
  }

  toResource(stack: string, folder: string): Resource {
    const { type, name, body } = this.declaration;
    return {
      address: this.address,
      type,
      name,
      region: this.region,
      stack,
      folder,
      constructPath: pathOf(body),
      ...(Array.isArray(body.depends_on) && { dependsOn: body.depends_on.map(plainAddress) }),
      values: this.values(),
    };
  }

  private member(attribute: string): unknown {
    const { type } = this.declaration;
    const found =
      this.value(attribute) ?? this.context.special(attribute) ?? guessAttribute(this, type, attribute);
    if (found !== undefined) return found;
    throw new ExpressionError(`the attribute ${attribute} of ${this.address} is known only after deployment`);
  }

  private configured(attribute: string): unknown {
    const { body } = this.declaration;
    if (metaArguments.has(attribute)) return undefined;
    const written = isOwn(body, attribute)
      ? (this.context.resolve(body[attribute], attribute) ?? undefined)
      : undefined;
    if (!isValues(body.dynamic) || !isOwn(body.dynamic, attribute)) return written;
    const { [attribute]: more = [] } = this.context.dynamicBlocks({ [attribute]: body.dynamic[attribute] });
    return withMore(written, more);
  }

  /** Also undefined for a reference cycle, which Terraform would refuse. */
  private valueIfAny(attribute: string): unknown {
    try {
      return this.value(attribute);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.context.unknown(attribute, error.message);
      return undefined;
    }
  }

  private values(): Values {
    const { type, body } = this.declaration;
    const dynamic = isValues(body.dynamic) ? Object.keys(body.dynamic) : [];
    const values: Record<string, unknown> = {};
    for (const name of new Set([...Object.keys(body), ...dynamic, ...computedAttributes(type)])) {
      const value = metaArguments.has(name) ? undefined : this.valueIfAny(name);
      if (value !== undefined) values[name] = value;
    }
    return values;
  }
}

/** Path of the construct that created a block. */
function pathOf(body: Values): string | undefined {
  const metadata = isValues(body["//"]) ? body["//"].metadata : undefined;
  return isValues(metadata) ? text(metadata, "path") : undefined;
}

function isOwn(values: Values, name: string): boolean {
  return Object.hasOwn(values, name) && values[name] !== null;
}
