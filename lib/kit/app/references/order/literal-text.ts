import { resourceTypes } from "../../../../facts/aws/resource-types";
import type { Block, TemplateGraph } from "./template-graph";

/** The location of a stack. Each member is a text or a reference to a data source. */
export interface DeployedAt {
  readonly partition: string;
  readonly region: string;
  readonly account: string;
}

/**
 * An attribute of a resource as literal text, if its name is literal: for example, the ARN of a function.
 *
 * Undefined if the text is known only after the resource is created.
 */
export function literalText(
  graph: TemplateGraph,
  { type = "", values }: Block,
  attribute: string,
  at: DeployedAt,
): string | undefined {
  const { texts: { [attribute]: template } = {} } = resourceTypes[type] ?? {};
  let isKnown = template !== undefined;
  const text = template?.replace(/\{(\w+)\}/g, (_, name: string) => {
    const found =
      name in at ? at[name as keyof DeployedAt] : literalArgument(graph, values[name] ?? defaults[name], at);
    if (found === undefined) isKnown = false;
    return found ?? "";
  });
  return isKnown ? text : undefined;
}

/** The argument `path` of a role. */
const defaults: Readonly<Record<string, string>> = { path: "/" };

function literalArgument(graph: TemplateGraph, value: unknown, at: DeployedAt): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const [, address = "", attribute = ""] = /^\$\{(\w+\.[\w-]+)\.(\w+)\}$/.exec(value) ?? [];
  const named = graph.find(address);
  if (named !== undefined) return literalText(graph, named, attribute, at);
  return value.includes("${") || value.includes("%{") ? undefined : value;
}

/**
 * A value in which texts replace the attributes of a resource. Undefined if it contains an attribute without such a text.
 *
 * In an expression the text is quoted: `${sha256(aws_lambda_function.F.arn)}` becomes `${sha256("arn:...")}`.
 */
export function withLiteralTexts(
  value: unknown,
  address: string,
  textOf: (attribute: string) => string | undefined,
): { readonly value: unknown } | undefined {
  if (typeof value === "string") {
    const text = replaceAttributes(value, address, textOf);
    return text === undefined ? undefined : { value: text };
  }
  if (Array.isArray(value)) {
    const items = value.map((each) => withLiteralTexts(each, address, textOf));
    return items.includes(undefined) ? undefined : { value: items.map((each) => each?.value) };
  }
  if (typeof value !== "object" || value === null) return { value };
  const entries = Object.entries(value).map(
    ([key, each]) => [key, withLiteralTexts(each, address, textOf)] as const,
  );
  if (entries.some(([, each]) => each === undefined)) return undefined;
  return { value: Object.fromEntries(entries.map(([key, each]) => [key, each?.value])) };
}

function replaceAttributes(
  text: string,
  address: string,
  textOf: (attribute: string) => string | undefined,
): string | undefined {
  if (!text.includes(address)) return text;
  const name = address.replace(/[.]/g, "\\.");
  let isComplete = true;
  const replace = (attribute: string, write: (literal: string) => string): string => {
    const literal = textOf(attribute);
    if (literal === undefined) isComplete = false;
    return literal === undefined ? "" : write(literal);
  };
  const result = text
    .replace(new RegExp(`\\$\\{${name}\\.(\\w+)\\}`, "g"), (_, attribute: string) =>
      replace(attribute, (literal) => literal),
    )
    .replace(new RegExp(`(?<![\\w.-])${name}\\.(\\w+)(?![\\w.[(-])`, "g"), (_, attribute: string) =>
      replace(attribute, (literal) => `"${literal}"`),
    );
  return isComplete && !new RegExp(`(?<![\\w.-])${name}(?![\\w-])`).test(result) ? result : undefined;
}
