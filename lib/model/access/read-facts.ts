import { readdirSync } from "node:fs";
import { roleNameOf } from "../../facts/aws/arns";
import { groupedBy } from "../../facts/text/grouped";
import { jsonOf } from "../../facts/text/json";
import type { PolicyKind } from "../iam/policy-document";
import { identityPoolsOf } from "../identities/identity-pools";
import { resourcePolicyDocuments } from "../permissions/resource-policies";
import { ModelRoles } from "../permissions/role-policies";
import { statementsOf } from "../permissions/statements-of";
import type { Model, Resource } from "../resources/model";
import { modelOf, type ReadModelOptions } from "../resources/read/read-model";
import { readStackSources, type StackSource } from "../resources/read/stack-sources";
import { isValues, requireText, text } from "../resources/values";
import type { AccessFacts, FunctionFact, PolicyFact, RoleFact } from "./facts";
import { nameInApp, nameInAppOfArn } from "./names";
import { routesOf } from "./routes";

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

function functionFactsOf(model: Model, roles: ModelRoles): readonly FunctionFact[] {
  return model.ofType("aws_lambda_function").map((resource) => {
    const roleArn = requireText(resource.values, "role");
    return {
      address: resource.address,
      stack: resource.stack,
      name: nameInApp(resource),
      arn: requireText(resource.values, "arn"),
      roleArn,
      role: roles.find(roleArn),
    };
  });
}

/** The roles of a model, with the functions and users that use them. */
function rolesOf(model: Model, roles: ModelRoles, functions: readonly FunctionFact[]): readonly RoleFact[] {
  const holders = userHolders(model);
  const byRole = groupedBy(functions, ({ roleArn }) => roleNameOf(roleArn));
  return model.ofType("aws_iam_role").flatMap((resource): readonly RoleFact[] => {
    const role = roles.find(text(resource.values, "name") ?? "");
    if (role === undefined) return [];
    const own = byRole.get(role.name) ?? [];
    return [
      {
        address: resource.address,
        stack: resource.stack,
        name: nameInApp(resource),
        role,
        holders: [...own.map(({ name }) => name), ...(holders.get(role.name) ?? [])],
        functions: own.map(({ address }) => address),
      },
    ];
  });
}

/** The users who have a role, by the name of the role: `guests of Users`. */
function userHolders(model: Model): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const add = (roleArn: string | undefined, who: string): void => {
    const name = roleNameOf(roleArn ?? "");
    if (name !== "") found.set(name, [...(found.get(name) ?? []), who]);
  };
  const pools = identityPoolsOf(model);
  for (const [index, resource] of model.ofType("aws_cognito_identity_pool").entries()) {
    const { roles, mappings } = pools[index] ?? { roles: {}, mappings: [] };
    const pool = nameInApp(resource);
    add(roles.unauthenticated, `guests of ${pool}`);
    add(roles.authenticated, `users of ${pool}`);
    for (const { claim, value, roleArn } of mappings.flatMap(({ rules }) => rules))
      add(roleArn, `users of ${pool} whose ${claim} is ${value}`);
  }
  for (const { values } of model.ofType("aws_cognito_user_group"))
    add(text(values, "role_arn"), `the group ${requireText(values, "name")}`);
  return found;
}

/** Types whose documents decide about the roles of the model; `RoleFact` has them. */
const ofRoles: ReadonlySet<string> = new Set(["aws_iam_role", "aws_iam_role_policy"]);

/** Attributes that hold a policy document, though their content may be unreadable. */
const policyAttribute = /(?:^|_)policy$/;

/** The policies of all resources except roles, and the trust policies of roles. Reports a sentence for each that cannot be read. */
function policiesOf(
  model: Model,
  roles: readonly RoleFact[],
  problem: (text: string) => void,
): readonly PolicyFact[] {
  const found = new Map<string, PolicyFact>();
  const add = (fact: Omit<PolicyFact, "statements">, document: unknown, kind?: PolicyKind): void => {
    const statements = statementsOf([document], kind);
    if (statements === undefined) return problem(unreadable(fact.address, fact.name));
    const known = found.get(fact.key);
    found.set(fact.key, { ...(known ?? fact), statements: [...(known?.statements ?? []), ...statements] });
  };
  const inResourcePolicies = new Set<string>();
  for (const { arn, holder, document } of resourcePolicyDocuments(model)) {
    const { address, stack } = holder;
    inResourcePolicies.add(address);
    add(
      { key: `policy of ${arn}`, address, stack, name: nameInAppOfArn(model, arn), kind: "resource" },
      document,
    );
  }
  const trust = new Map(
    model.ofType("aws_iam_role").map(({ address, values }) => [address, values.assume_role_policy]),
  );
  for (const { address, stack, name } of roles) {
    add({ key: `trust of ${address}`, address, stack, name, kind: "trust" }, trust.get(address), "trust");
  }
  const attached = attachedArns(model);
  for (const resource of model.resources) {
    const { address, stack, type, values } = resource;
    if (type.startsWith("data.") || inResourcePolicies.has(address)) continue;
    const isOfRole = ofRoles.has(type) || attached.has(text(values, "arn") ?? "");
    for (const { at, document } of documentsIn(resource)) {
      const name = nameInApp(resource);
      const statements = statementsOf([document], at === "assume_role_policy" ? "trust" : "other");
      if (statements === undefined) problem(unreadable(address, name));
      else if (!isOfRole) {
        const kind = statements.some(({ principals }) => principals !== undefined) ? "resource" : "identity";
        add({ key: `${address} ${at}`, address, stack, name, kind }, document);
      }
    }
  }
  return [...found.values()];
}

const unreadable = (address: string, name: string): string =>
  `${address}: a policy of ${name} is not a policy document that can be evaluated.`;

function attachedArns(model: Model): ReadonlySet<string> {
  const single = [
    ...model.ofType("aws_iam_role_policy_attachment"),
    ...model.ofType("aws_iam_policy_attachment"),
  ].map(({ values }) => text(values, "policy_arn"));
  const inRoles = model
    .ofType("aws_iam_role")
    .flatMap(({ values }) => [values.managed_policy_arns, values.permissions_boundary].flat());
  const exclusive = model
    .ofType("aws_iam_role_policy_attachments_exclusive")
    .flatMap(({ values }) => [values.policy_arns].flat());
  return new Set([...single, ...inRoles, ...exclusive].filter((each) => typeof each === "string"));
}

/** The policy documents in the attributes of a resource, at any depth. */
function documentsIn({ values }: Resource): readonly { readonly at: string; readonly document: unknown }[] {
  const visit = (value: unknown, at: string): ReturnType<typeof documentsIn> => {
    if (typeof value === "string") return isDocument(value, at) ? [{ at, document: value }] : [];
    if (Array.isArray(value)) return value.flatMap((each, index) => visit(each, `${at}[${index}]`));
    if (!isValues(value)) return [];
    return Object.entries(value).flatMap(([key, each]) => visit(each, at === "" ? key : `${at}.${key}`));
  };
  return visit(values, "");
}

function isDocument(value: string, at: string): boolean {
  if (!/^\s*\{/.test(value)) return false;
  const parsed = jsonOf(value);
  if (isValues(parsed)) return "Statement" in parsed;
  // Malformed JSON in a place where a policy belongs.
  return policyAttribute.test(at);
}
