import type { IConstruct } from "constructs";
import type { ServerformError } from "../../../facts/errors/error";
import { problem } from "../errors";
import { libraryElement } from "../scope/library-element";
import type { OwningApp } from "../scope/owner";
import { awsProviders, ownBackends } from "../settings/adopted";

/**
 * Finds backends and AWS providers of the caller that compete with those of a stack.
 *
 * CDKTF takes one of the backends without a word, and Terraform refuses two providers of one name in words that name no construct.
 */
export function checkStackElements(app: OwningApp): ServerformError[] {
  return app.stacks.flatMap((stack) => {
    const constructs = stack.node.findAll();
    return [...checkBackends(stack, constructs), ...checkProviders(constructs)];
  });
}

/** A stack may have one backend: that of the library, or in its place the caller's. */
function checkBackends(stack: IConstruct, constructs: readonly IConstruct[]): ServerformError[] {
  const own = ownBackends(constructs);
  const isOfLibrary = stack.node.tryFindChild("_backend") !== undefined;
  if (own.length === 0 && !isOfLibrary) {
    return [problem(stack, "backend-own-missing", "backend", { value: "own" })];
  }
  return (isOfLibrary ? own : own.slice(1)).map((backend) =>
    problem(backend, "backend-second", `new ${backend.constructor.name}(...)`, {
      kind: backend.constructor.name,
      stack: stack.node.id,
    }),
  );
}

function checkProviders(constructs: readonly IConstruct[]): ServerformError[] {
  const found: ServerformError[] = [];
  const seen = new Map<string, IConstruct>();
  for (const provider of awsProviders(constructs)) {
    const { alias } = provider;
    const other = seen.get(alias ?? "");
    if (other === undefined) {
      seen.set(alias ?? "", provider);
      continue;
    }
    // The library's provider may come later than one that the caller named alike.
    const [own, theirs] = libraryElement in provider ? [provider, other] : [other, provider];
    found.push(problem(theirs, "provider-second", "alias", { value: alias, other: own.node.path }));
  }
  return found;
}
