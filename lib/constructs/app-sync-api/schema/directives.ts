import type { Construct } from "constructs";
import type { DirectiveNode, DocumentNode } from "graphql";
import { modeOfDirective } from "../../../facts/app-sync";
import { fail } from "../errors";
import type { DirectiveUse } from "./directive-use";

/** The uses of directives on types and their fields. */
export function findDirectiveUses(
  document: DocumentNode,
  names: readonly string[] = Object.keys(modeOfDirective),
): readonly DirectiveUse[] {
  return document.definitions.flatMap((node) => {
    if (node.kind !== "ObjectTypeDefinition" && node.kind !== "ObjectTypeExtension") return [];
    const all = [
      ...(node.directives ?? []),
      ...(node.fields ?? []).flatMap((field) => field.directives ?? []),
    ];
    return all.flatMap((each) => {
      const name = each.name.value;
      return names.includes(name) ? { name, at: placeOf(each) } : [];
    });
  });
}

function placeOf({ loc }: DirectiveNode): string {
  if (loc === undefined) return "the schema";
  const { line, column } = loc.startToken;
  return `${loc.source.name}:${line}:${column}`;
}

/** Refuses a directive whose way of authorization the API does not have. */
export function checkDirectives(
  api: Construct,
  directives: readonly DirectiveUse[],
  configured: readonly string[],
): void {
  for (const { name, at } of directives) {
    const mode = modeOfDirective[name];
    if (mode !== undefined && !configured.includes(mode)) {
      fail(api, "appsync-directive-mode", "schema", { at, directive: name, mode, configured });
    }
  }
}
