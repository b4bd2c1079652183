import type { SstStackFile } from "../stack-source";
import { child, children, nameOf, type SyntaxNode, stringOf } from "../syntax";
import { cdkName } from "./rule";

/**
 * `Tags.of(scope).add(key, value)`: an aspect that tags each resource below a construct.
 *
 * Source: https://developer.hashicorp.com/terraform/cdktf/concepts/aspects
 */
export function tagsText(file: SstStackFile, node: SyntaxNode): string | undefined {
  const callee = child(node, "callee");
  const tags = child(callee, "object");
  const imported = file.importOf(child(tags, "callee"));
  const [scope] = children(tags, "arguments");
  const [key, value, ...options] = children(node, "arguments");
  const isTags = imported !== undefined && cdkName(imported.from, imported.path) === "Tags.of";
  if (!isTags || nameOf(child(callee, "property")) !== "add" || options.length > 0) return undefined;
  if (scope === undefined || key === undefined || value === undefined) return undefined;
  const literal = stringOf(key);
  const text = file.textOf(key);
  const name = literal === undefined ? `[${text}]` : /^[A-Za-z_]\w*$/.test(literal) ? literal : text;
  const tag = `{ ...(node.tagsInput as object), ${name}: ${file.textOf(value)} }`;
  const own = file.isTypeScript ? tag : tag.replace("(node.tagsInput as object)", "node.tagsInput");
  const visit = `(node) => "tagsInput" in node && Object.assign(node, { tags: ${own} })`;
  return `${file.need("Aspects", "cdktf")}.of(${file.textOf(scope)}).add({ visit: ${visit} })`;
}
