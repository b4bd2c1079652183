import { readdirSync } from "node:fs";
import { ModelRoles } from "../permissions/role-policies";
import type { Model } from "../resources/model";
import { modelOf, type ReadModelOptions } from "../resources/read/read-model";
import { readStackSources, type StackSource } from "../resources/read/stack-sources";
import type { AccessFacts } from "./facts";
import { functionFactsOf, rolesOf } from "./functions";
import { policiesOf } from "./policies";
import { routesOf } from "./routes";

/** The facts about the access that a model grants. */
export function accessFactsOf(
  model: Model,
  sources: readonly StackSource[] = [],
  problems: readonly string[] = [],
): AccessFacts {
  const found = new Set(problems);
  const problem = (text: string): void => void found.add(text);
  const roles = new ModelRoles(model);
  const functions = functionFactsOf(model, roles);
  const roleFacts = rolesOf(model, roles, functions);
  const routes = routesOf(model, problem);
  const policies = policiesOf(model, roleFacts, problem);
  for (const { address, role } of roleFacts)
    for (const policy of role.unknownPolicies)
      problem(`${address}: the policy ${policy} is not in the JSON, so its permissions are not known.`);
  return {
    model,
    routes,
    functions,
    roles: roleFacts,
    policies,
    moved: new Map(
      sources.flatMap(({ id, declarations }) =>
        [...declarations.moved].map(([from, to]) => [`${id}/${from}`, `${id}/${to}`] as const),
      ),
    ),
    forgotten: new Set(
      sources.flatMap(({ id, declarations }) => [...declarations.forgotten].map((each) => `${id}/${each}`)),
    ),
    problems: [...found].sort(),
  };
}

/**
 * Reads the facts of an output folder, or of any folder with Terraform JSON.
 *
 * Throws if there is no JSON or it is malformed.
 */
export function readFacts(folder: string, options: Omit<ReadModelOptions, "report"> = {}): AccessFacts {
  const sources = readStackSources(folder);
  const problems = sources.flatMap(unreadParts);
  const model = modelOf(sources, {
    ...options,
    report: (event) => {
      if (event.event === "warning") problems.push(event.text);
    },
  });
  return accessFactsOf(model, sources, problems);
}

/** The resources of a folder that its JSON does not contain. */
function unreadParts({ id, folder, declarations: { modules } }: StackSource): readonly string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".tf"));
  return [
    ...(modules.length > 0
      ? [`${id}: the resources of modules are not in the JSON, so they are not known: ${modules.join(", ")}.`]
      : []),
    ...(files.length > 0
      ? [`${id}: files in Terraform's own language are not read: ${files.join(", ")}.`]
      : []),
  ];
}
