import { jsonOf } from "../../facts/text/json";
import type { PolicyKind } from "../iam/policy-document";
import { resourcePolicyDocuments } from "../permissions/resource-policies";
import { statementsOf } from "../permissions/statements-of";
import type { Model, Resource } from "../resources/model";
import { isValues, text } from "../resources/values";
import type { PolicyFact, RoleFact } from "./facts";
import { nameInApp, nameInAppOfArn } from "./names";

/** Types whose documents decide about the roles of the model; `RoleFact` has them. */
const ofRoles: ReadonlySet<string> = new Set(["aws_iam_role", "aws_iam_role_policy"]);

/** Attributes that hold a policy document, though their content may be unreadable. */
const policyAttribute = /(?:^|_)policy$/;

/** The policies of everything except for roles, and the trust policies of roles. Receives a sentence for each that cannot be read. */
export function policiesOf(
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

/** ARNs of the managed policies that roles of the model have. */
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
  // JSON that is broken, in a place where a policy belongs.
  return policyAttribute.test(at);
}
