import {
  DefaultTokenResolver,
  type IResolvable,
  StringConcat,
  type TerraformStack,
  Tokenization,
} from "cdktf";
import { addressWordsOf } from "../../../core/terraform/address-words";
import { computedFrom, type TransparentProducer } from "../../../core/tokens/computed-from";
import { isLiteral } from "../../../core/tokens/literal";
import { tokenOfMarker } from "../../../core/tokens/token-of-marker";

const marker = /\$\{TfToken\[[\w:.-]+\]\}/g;
const maximalDepth = 100;

/** The private content of CDKTF's references: `aws_sqs_queue.Jobs.arn`, and the stack of the queue. */
interface ReferenceInternals {
  readonly identifier?: unknown;
  readonly originStack?: TerraformStack | undefined;
}

/**
 * Texts by which the content of a stack is compared with that of an earlier synthesis.
 *
 * Two contents with the same text resolve to the same JSON. In place of a token stands what it refers to, with its stack, or
 * what it resolves to. Strings have their length before them, so that no value can look like another one.
 */
export class ContentTexts {
  /** Stacks that the texts refer to, with the references. */
  readonly outgoing = new Map<TerraformStack, Set<string>>();
  /** Addresses in the results of a token's producer. Their stacks are not known. */
  readonly computed = new Set<string>();
  /** How often the texts refer to other stacks. */
  outgoingCount = 0;
  private readonly byMarker = new Map<string, string>();
  private readonly resolver = new ListeningResolver(
    (token) => this.note(token),
    (value) => {
      for (const each of addressWordsOf(value)) this.computed.add(each);
    },
  );

  constructor(private readonly stack: TerraformStack) {}

  /** The text of literals, strings with tokens, and plain objects and lists of them; undefined for anything else. */
  plain(value: unknown, depth = 0): string | undefined {
    if (typeof value === "string") return this.string(value);
    if (isLiteral(value)) return `${String(value)};`;
    if (depth > maximalDepth || typeof value !== "object" || value === null) return undefined;
    return Array.isArray(value) ? this.list(value, depth) : this.object(value, depth);
  }

  /** The text of any value. Values that are not plain are resolved. */
  any(value: unknown): string {
    return this.plain(value) ?? this.resolved(value);
  }

  private string(value: string): string | undefined {
    if (isLiteral(value)) return `${value.length}:${value}`;
    const rest = value.replace(marker, "");
    if (!isLiteral(rest) || rest.includes("\0")) return undefined;
    const text = value.replace(marker, (found) => this.token(found));
    return `t${text.length}:${text}`;
  }

  private list(values: readonly unknown[], depth: number): string | undefined {
    let text = "[";
    for (const value of values) {
      // An element may stand for a list that is known at deploy time.
      if (typeof value === "string" && value.includes("#{TfToken[")) return undefined;
      const element = this.plain(value, depth + 1);
      if (element === undefined) return undefined;
      text += element;
    }
    return `${text}]`;
  }

  private object(value: object, depth: number): string | undefined {
    const prototype: unknown = Object.getPrototypeOf(value);
    const isPlain = prototype === Object.prototype || prototype === null;
    if (!isPlain || ("resolve" in value && typeof value.resolve === "function")) return undefined;
    let text = "{";
    for (const [key, member] of Object.entries(value)) {
      // The key of a map that is a token as a whole.
      if (!isLiteral(key)) return this.source(Tokenization.reverseMap(value));
      if (member === undefined) continue;
      const inner = this.plain(member, depth + 1);
      if (inner === undefined) return undefined;
      text += `${key.length}:${key}${inner}`;
    }
    return `${text}}`;
  }

  private token(found: string): string {
    const known = this.byMarker.get(found);
    if (known !== undefined) return known;
    const token = tokenOfMarker(found);
    const reference = token === undefined ? undefined : this.reference(token);
    const source = reference === undefined ? this.source(token) : undefined;
    const text = `\0${reference ?? source ?? this.resolved(token ?? found)}\0`;
    // A computed value may be another one elsewhere, and a reference to another stack counts each time.
    if (reference !== undefined && !reference.includes("|")) this.byMarker.set(found, text);
    return text;
  }

  /** The text of the values that a token is computed from; undefined if these are not known. */
  private source(token: IResolvable | undefined): string | undefined {
    const { producer } = Object(token) as { readonly producer?: Partial<TransparentProducer> | undefined };
    const source = producer?.[computedFrom]?.();
    const text = source === undefined ? undefined : this.plain(source);
    return text === undefined ? undefined : `c${text}`;
  }

  /** The address that a reference refers to; undefined for any other token. */
  private reference(token: IResolvable): string | undefined {
    if (!isReference(token)) return undefined;
    const { identifier, originStack } = token as ReferenceInternals;
    if (typeof identifier !== "string" || !isLiteral(identifier) || originStack === undefined)
      return undefined;
    this.note(token);
    return originStack === this.stack ? identifier : `${originStack.node.path}|${identifier}`;
  }

  private resolved(value: unknown): string {
    const resolved: unknown = Tokenization.resolve(value, {
      scope: this.stack,
      resolver: this.resolver,
      preparing: false,
    });
    const text = JSON.stringify(resolved) ?? "";
    const { constructor } = Object(value) as object;
    return `r${constructor.name}${text.length}:${text}`;
  }

  private note(token: IResolvable): void {
    const { identifier, originStack } = token as ReferenceInternals;
    if (originStack === undefined || originStack === this.stack) return;
    this.outgoingCount += 1;
    const known = this.outgoing.get(originStack) ?? new Set<string>();
    this.outgoing.set(originStack, known.add(String(identifier)));
  }
}

/** Tells each reference that is resolved, and each value that was computed. */
class ListeningResolver extends DefaultTokenResolver {
  constructor(
    private readonly onReference: (token: IResolvable) => void,
    private readonly onComputed: (value: unknown) => void,
  ) {
    super(new StringConcat());
  }

  override resolveToken(...[token, ...others]: Parameters<DefaultTokenResolver["resolveToken"]>): unknown {
    if (isReference(token)) this.onReference(token);
    const value: unknown = super.resolveToken(token, ...others);
    if ("producer" in token) this.onComputed(value);
    return value;
  }
}

/** A reference of CDKTF notes its names in other stacks. */
const isReference = (token: IResolvable): boolean => "crossStackIdentifier" in token;
