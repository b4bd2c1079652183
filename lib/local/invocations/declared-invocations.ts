import { readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonOf } from "../../facts/text/json";
import { isValues, type Model, type Resource, requireText, text, textMap } from "../../model";

/** An invocation by Terraform during a deployment: `aws_lambda_invocation`. */
export interface DeclaredInvocation {
  readonly address: string;
  /** Its construct, for the log: `dev-notes-Main/Seed`. */
  readonly label: string;
  readonly functionName: string;
  /** JSON text. */
  readonly input: string;
  readonly triggers: Readonly<Record<string, string>>;
  /**
   * The key of the input with the lifecycle action; undefined for an invocation that is only repeated after a change.
   */
  readonly stepKey: string | undefined;
  /** Addresses of the invocations that Terraform makes before. */
  readonly after: readonly string[];
}

/** The invocations of an app, in Terraform's order. */
export function declaredInvocations(model: Model, outputFolder: string): readonly DeclaredInvocation[] {
  const declared = model.ofType("aws_lambda_invocation");
  if (declared.length === 0) return [];
  const stacks = stackDependencies(outputFolder);
  const ordered: Resource[] = [];
  const add = (resource: Resource, above: readonly Resource[]): void => {
    if (ordered.includes(resource) || above.includes(resource)) return;
    for (const each of declared) if (isBefore(each, resource, stacks)) add(each, [...above, resource]);
    ordered.push(resource);
  };
  for (const resource of declared) add(resource, []);
  return ordered.map((resource) => ({
    ...read(resource),
    after: ordered.filter((each) => isBefore(each, resource, stacks)).map(({ address }) => address),
  }));
}

function isBefore(
  first: Resource,
  second: Resource,
  stacks: ReadonlyMap<string, readonly string[]>,
): boolean {
  if (first.stack !== second.stack) return stacks.get(second.stack)?.includes(first.stack) ?? false;
  return second.dependsOn?.includes(`${first.type}.${first.name}`) ?? false;
}

function stackDependencies(folder: string): ReadonlyMap<string, readonly string[]> {
  try {
    const manifest = jsonOf(readFileSync(join(folder, "manifest.json"), "utf8"));
    const stacks = isValues(manifest) && isValues(manifest.stacks) ? manifest.stacks : {};
    return new Map(
      Object.entries(stacks).map(([id, stack]) => {
        const found = isValues(stack) && Array.isArray(stack.dependencies) ? stack.dependencies : [];
        return [id, found.map(String)];
      }),
    );
  } catch {
    // Other programs do not write this file.
    return new Map();
  }
}

function read({ address, constructPath, values }: Resource): Omit<DeclaredInvocation, "after"> {
  return {
    address,
    label: constructPath?.split("/").slice(0, -1).join("/") ?? address,
    functionName: requireText(values, "function_name"),
    input: requireText(values, "input"),
    triggers: textMap(values, "triggers"),
    // "tf" is the provider's default.
    stepKey: values.lifecycle_scope === "CRUD" ? (text(values, "terraform_key") ?? "tf") : undefined,
  };
}
