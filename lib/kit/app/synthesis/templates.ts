import { TerraformElement, type TerraformStack } from "cdktf";
import { withLiteralVariables } from "../../../facts/aws/policy-variables";
import type { ServerformError } from "../../../facts/errors/error";
import { isTemplate, parseTerraformTemplate } from "../../../facts/expressions/parse";
import { ExpressionError } from "../../../facts/expressions/syntax";
import { usedNames } from "../../core/terraform/expressions/references";
import { problem } from "../errors";
import { constructsOf } from "./stack-content";

type Json = Readonly<Record<string, unknown>>;

/**
 * Finds texts in the content of a stack that Terraform would refuse as expressions.
 *
 * Every string of Terraform JSON is a template. `${name}` in a description or a variable of a function is an invalid expression,
 * which Terraform reports at a line of the generated file. The check reads the written JSON, so it also finds texts in resources
 * and overrides of the caller. Attributes of known resources are not compared with the provider's schema.
 *
 * Source: https://developer.hashicorp.com/terraform/language/syntax/json#expression-mapping
 */
export function checkStackTemplates(stack: TerraformStack, content: Json): readonly ServerformError[] {
  return new TemplateCheck(stack, content).problems();
}

/**
 * Escapes the IAM variables of policies in the content of a stack, in place: a caller's own `IamRolePolicy` may have a document
 * with `${aws:username}`, which is not a Terraform expression.
 */
export function escapePolicyVariables({ resource, data }: Json): void {
  for (const blocks of [resource, data]) escapeIn(blocks);
}

function escapeIn(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  const members = value as Record<string, unknown>;
  for (const [key, each] of Object.entries(members)) {
    if (typeof each !== "string") escapeIn(each);
    else if (isPolicy(each)) members[key] = withLiteralVariables(each);
  }
}

const isPolicy = (text: string): boolean => text.startsWith("{") && text.includes('"Statement"');

/** The place of a text, with the names that are valid only there. */
interface Place {
  /** The names of the block: `["resource", "aws_sqs_queue", "Jobs"]`. */
  readonly block: readonly string[];
  /** The block without its names. */
  readonly body: unknown;
  readonly keys: readonly string[];
  /** `each`, `count`, `self`, and the iterators of dynamic blocks. */
  readonly names: ReadonlySet<string>;
  /** Whether Terraform allows no expressions. */
  readonly isConstant: boolean;
}

const nowhere = { names: new Set<string>(), isConstant: false };

/** Attributes that Terraform reads before all values. */
const constants: Readonly<Record<string, readonly string[]>> = {
  variable: ["default", "description"],
  output: ["description"],
};

/** The parts of the content that contain no expressions, or refer to former resources. */
const withoutExpressions: ReadonlySet<string> = new Set(["//", "moved", "removed"]);

/** Blocks whose labels come before the attributes: the type and the name, or the name. */
const labels: Readonly<Record<string, number>> = {
  resource: 2,
  data: 2,
  ephemeral: 2,
  provider: 1,
  module: 1,
  variable: 1,
  output: 1,
  check: 1,
};

/** Names that every expression may use. */
const everywhere: ReadonlySet<string> = new Set(["path", "terraform", "tofu"]);

/** `${aws_sqs_queue.Jobs.arn}`, without an escape before it. */
const plainReference = /(?<!\$)\$\{([a-z]\w*)\.([A-Za-z_][\w-]*)(?:\.\w+)+\}/g;

class TemplateCheck {
  /** Texts that are valid in any place. */
  private readonly right = new Set<string>();

  constructor(
    private readonly stack: TerraformStack,
    private readonly content: Json,
  ) {}

  problems(): readonly ServerformError[] {
    return Object.entries(this.content).flatMap(([kind, blocks]) =>
      withoutExpressions.has(kind) ? [] : this.blocks([kind], blocks, labels[kind] ?? 0),
    );
  }

  /** The blocks with some names, of which there may be a list. */
  private blocks(names: readonly string[], value: unknown, depth: number): readonly ServerformError[] {
    if (Array.isArray(value)) return value.flatMap((each) => this.blocks(names, each, depth));
    if (depth > 0)
      return entriesOf(value).flatMap(([name, each]) => this.blocks([...names, name], each, depth - 1));
    const [kind = ""] = names;
    // Most texts are valid in any place: the others need a check of their place.
    if (constants[kind] === undefined && this.isRight(value)) return [];
    const own = entriesOf(value).filter(([key]) => key !== "//");
    const known = own.flatMap(([key]) => (key === "for_each" ? ["each"] : key === "count" ? ["count"] : []));
    return own.flatMap(([key, each]) =>
      this.value(each, {
        block: names,
        body: value,
        keys: [key],
        names: namesBelow(key, each, { keys: [], names: new Set(known) }),
        isConstant: constants[kind]?.includes(key) ?? false,
      }),
    );
  }

  /** Whether all texts of a value are valid in any place. Kept small, because it runs for all values of an app. */
  private isRight(value: unknown): boolean {
    if (typeof value === "string") {
      if (!isTemplate(value) || this.right.has(value)) return true;
      if (!this.hasPlainReferences(value) && this.problemOf(value, nowhere) !== undefined) return false;
      this.right.add(value);
      return true;
    }
    if (typeof value !== "object" || value === null) return true;
    if (Array.isArray(value)) return value.every((each) => this.isRight(each));
    for (const [key, each] of Object.entries(value))
      if (key !== "//" && (!this.isRight(key) || !this.isRight(each))) return false;
    return true;
  }

  private value(value: unknown, place: Place): readonly ServerformError[] {
    if (typeof value === "string") return isTemplate(value) ? this.text(value, place) : [];
    if (Array.isArray(value))
      return value.flatMap((each, index) =>
        this.value(each, { ...place, keys: [...place.keys, String(index)] }),
      );
    return entriesOf(value).flatMap(([key, each]) => {
      const inner = { ...place, keys: [...place.keys, key], names: namesBelow(key, each, place) };
      const ofKey = isTemplate(key) ? this.text(key, place) : [];
      return [...ofKey, ...this.value(each, inner)];
    });
  }

  private text(text: string, place: Place): readonly ServerformError[] {
    const found = place.isConstant || !this.right.has(text) ? this.problemOf(text, place) : undefined;
    if (found === undefined) return [];
    const attribute = place.keys.map(shownKey).join("").replace(/^\./, "");
    return [problem(this.pathOf(place), "template-invalid", attribute, found)];
  }

  /** The construct path of a block; the stack's own for a block from an override of the stack. */
  private pathOf({ block, body, keys }: Place): string {
    const path = hasMember(hasMember(hasMember(body, "//"), "metadata"), "path");
    if (typeof path === "string") return path;
    // A local value has its name in the block.
    const name = block.length > 1 ? block.at(-1) : keys[0];
    const element = constructsOf(this.stack).find(
      (each) => TerraformElement.isTerraformElement(each) && each.friendlyUniqueId === name,
    );
    return (element ?? this.stack).node.path;
  }

  /** Whether a text contains only references to attributes of the stack's resources, like most texts and policies. */
  private hasPlainReferences(text: string): boolean {
    const rest = text.replace(plainReference, (found, type: string, name: string) =>
      hasMember(hasMember(this.content.resource, type), name) === undefined ? found : "",
    );
    return !isTemplate(rest);
  }

  private problemOf(
    text: string,
    { names, isConstant }: Pick<Place, "names" | "isConstant">,
  ): InvalidTemplate | undefined {
    try {
      const used = usedNames(parseTerraformTemplate(text));
      const [some] = [...used.functions, ...used.references.flat()];
      if (isConstant && some !== undefined)
        return invalid(text, text.indexOf(some), "Terraform allows no expression here");
      for (const name of used.functions) {
        // Functions of later Terraform versions are unknown here. All of them have such names.
        if (/^[a-z][a-z0-9_]*$/.test(name) || name.includes("::")) continue;
        return invalid(text, text.indexOf(name), `Terraform has no function ${name}`);
      }
      for (const reference of used.references) {
        const because = this.unknown(reference, names);
        if (because !== undefined) return invalid(text, text.indexOf(reference[0] ?? ""), because, reference);
      }
      return undefined;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      // The parser supports all expressions except heredocs.
      return text.includes("<<") ? undefined : invalid(text, error.position ?? text.length, error.message);
    }
  }

  /** The reason why a reference is invalid; undefined if it is valid. */
  private unknown(path: readonly string[], names: ReadonlySet<string>): string | undefined {
    const [root = "", first, second] = path;
    const { content } = this;
    if (names.has(root) || everywhere.has(root)) return undefined;
    const of = (kind: string, members: unknown): string | undefined => {
      if (first === undefined) return `a name is missing after ${root}`;
      return hasMember(members, first) === undefined ? `the stack has no ${kind} "${first}"` : undefined;
    };
    switch (root) {
      case "var":
        return of("variable", content.variable);
      case "local":
        return of("local value", content.locals);
      case "module":
        return of("module", content.module);
      case "each":
        return "the block has no for_each";
      case "count":
        return "the block has no count";
      case "self":
        return "self is only known in provisioners and postconditions";
      case "data":
      case "ephemeral":
        if (first === undefined || second === undefined) return `a type and a name are missing after ${root}`;
        return this.has(root, first, second) ? undefined : `the stack has no ${root} ${first}.${second}`;
    }
    if (hasMember(content.resource, root) === undefined && first === undefined)
      return `nothing is called ${root} in the stack`;
    if (first === undefined) return `a name is missing after ${root}`;
    return this.has("resource", root, first) ? undefined : `the stack has no resource ${root}.${first}`;
  }

  private has(kind: string, type: string, name: string): boolean {
    if (hasMember(hasMember(this.content[kind], type), name) !== undefined) return true;
    // A check has its own data sources.
    return (
      kind === "data" &&
      entriesOf(this.content.check).some(([, each]) =>
        hasMember(hasMember(hasMember(each, kind), type), name),
      )
    );
  }
}

interface InvalidTemplate {
  /** The text from its opening brace. */
  readonly value: string;
  readonly because: string;
  /** The path of the missing object. @default - the text is not an expression */
  readonly reference?: readonly string[] | undefined;
}

function invalid(
  text: string,
  position: number,
  because: string,
  reference?: readonly string[],
): InvalidTemplate {
  const before = text.slice(0, Math.max(position, 2));
  const start = Math.max(before.lastIndexOf("${"), before.lastIndexOf("%{"), 0);
  const end = text.indexOf("}", start);
  const value = text.slice(start, end === -1 ? undefined : end + 1);
  return {
    value: value.length > 80 ? `${value.slice(0, 77)}...` : value,
    because,
    ...(reference !== undefined && { reference }),
  };
}

function namesBelow(
  key: string,
  value: unknown,
  { keys, names }: Pick<Place, "keys" | "names">,
): ReadonlySet<string> {
  const parent = keys.filter((each) => !/^\d+$/.test(each)).at(-1);
  if (key === "provisioner" || key === "connection" || key === "postcondition")
    return new Set([...names, "self"]);
  if (parent === "dynamic") {
    const iterators = (Array.isArray(value) ? value : [value]).map((each) => hasMember(each, "iterator"));
    return new Set([...names, key, ...iterators.filter((each) => typeof each === "string")]);
  }
  return names;
}

const shownKey = (key: string): string =>
  /^\d+$/.test(key) ? `[${key}]` : /^[\w-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;

function hasMember(value: unknown, key: string): unknown {
  if (Array.isArray(value))
    return value.map((each) => hasMember(each, key)).find((each) => each !== undefined);
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Json)[key]
    : undefined;
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.flatMap(entriesOf);
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
