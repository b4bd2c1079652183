import { TerraformBackend, TerraformProvider } from "cdktf";
import type { IConstruct } from "constructs";
import type { ServerformError } from "../../errors/error";
import { problem } from "../errors";
import { libraryElement } from "../scope/library-element";
import type { OwningApp } from "../scope/owner";

/**
 * Finds backends and AWS providers of the caller that compete with those of a stack.
 *
 * CDKTF takes one of the backends without a word, and Terraform refuses two providers of one name in words that name no construct.
 */
export function checkStackElements(app: OwningApp): ServerformError[] {
  return app.stacks.flatMap((stack) => [...checkBackends(stack), ...checkProviders(stack)]);
}

function checkBackends(stack: IConstruct): ServerformError[] {
  return stack.node
    .findAll()
    .filter((each) => TerraformBackend.isBackend(each) && !(libraryElement in each))
    .map((backend) =>
      problem(backend, "backend-second", `new ${backend.constructor.name}(...)`, {
        kind: backend.constructor.name,
        stack: stack.node.id,
      }),
    );
}

function checkProviders(stack: IConstruct): ServerformError[] {
  const found: ServerformError[] = [];
  const seen = new Map<string, IConstruct>();
  for (const provider of providersOf(stack)) {
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

/** The AWS providers of a stack, also those of another copy of the package. */
function providersOf(stack: IConstruct): readonly TerraformProvider[] {
  return stack.node
    .findAll()
    .filter(
      (each): each is TerraformProvider =>
        TerraformProvider.isTerraformProvider(each) && each.terraformResourceType === "aws",
    );
}
