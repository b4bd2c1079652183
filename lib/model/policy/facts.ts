import type { AccessFacts, FunctionFact, PolicyFact, RoleFact, RouteFact } from "../access/facts";
import { readFacts } from "../access/read-facts";
import type { Resource } from "../resources/model";
import { readStackSources } from "../resources/read/stack-sources";
import { isValues, tagsOf } from "../resources/values";

/** The facts that rules read: the resources of an app as Terraform would create them, and the permissions of its roles. */
export interface PolicyFacts {
  readonly stage: string | undefined;
  readonly routes: readonly RouteFact[];
  readonly functions: readonly FunctionFact[];
  readonly roles: readonly RoleFact[];
  /** Policies of resources, and trust policies of roles. */
  readonly policies: readonly PolicyFact[];
  /** All resources; attributes have Terraform's names, and references are resolved. */
  readonly resources: readonly Resource[];
  ofType(type: string): readonly Resource[];
  /** The tags of a resource, with the default tags of its provider. */
  tagsOf(resource: Resource): Readonly<Record<string, string>>;
}

/** Reads the facts of an output folder, or of any folder with Terraform JSON. */
export function readPolicyFacts(folder: string, stage?: string): PolicyFacts {
  const defaults = new Map(
    readStackSources(folder).map(({ id, declarations }) => [
      id,
      defaultTagsOf(declarations.providers.get("aws")),
    ]),
  );
  return policyFactsOf(readFacts(folder), stage, (stack) => defaults.get(stack) ?? {});
}

type Tags = Readonly<Record<string, string>>;

function policyFactsOf(
  facts: AccessFacts,
  stage: string | undefined,
  defaults: (stack: string) => Tags,
): PolicyFacts {
  const { model, routes, functions, roles, policies } = facts;
  return {
    stage,
    routes,
    functions,
    roles,
    policies,
    resources: model.resources,
    ofType: (type) => model.ofType(type),
    tagsOf: (resource) => ({ ...defaults(resource.stack), ...tagsOf(resource.values) }),
  };
}

/** The tags of the provider without an alias, which nearly all resources use. */
function defaultTagsOf(providers: unknown): Tags {
  const all = Array.isArray(providers) ? providers : [providers];
  const own = all.find((each) => isValues(each) && each.alias === undefined);
  const blocks = isValues(own) ? [own.default_tags].flat() : [];
  return Object.assign({}, ...blocks.map((each) => (isValues(each) ? tagsOf(each) : {})));
}
