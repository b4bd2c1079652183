import { managedPolicyArn } from "../../../facts/aws/arns";
import { ownValue } from "../../../facts/errors/own-value";
import { statementKeys } from "../../cloudformation/constructs/iam";
import { assignedTo, type CdkRule, classOf, indentAt, removeLine, type SstStackFile } from "../stack-source";
import { child, children, nameOf, objectMembersOf, type SyntaxNode, stringOf } from "../syntax";

/** Properties of objects of AWS CDK, and those of the provider's classes. */
const properties: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "aws-iam.ManagedPolicy": { managedPolicyArn: "arn", managedPolicyName: "name" },
  "aws-iam.Role": { roleArn: "arn", roleId: "uniqueId", roleName: "name" },
};

/** The property of the provider's class for one of a constant of the file: `role.roleArn` is `role.arn`. */
export function iamProperty(
  file: SstStackFile,
  object: SyntaxNode | undefined,
  name: string,
): string | undefined {
  return ownValue(ownValue(properties, classOf(file, file.constantOf(object)) ?? "") ?? {}, name);
}

const principal =
  (kind: "AWS" | "Service"): CdkRule =>
  (file, node) => {
    const [value] = children(node, "arguments");
    return value && `{ ${kind}: ${file.textOf(value)} }`;
  };

/** `new PolicyDocument({ statements })`, also in a constant. */
const documentText: CdkRule = (file, node) => {
  const { statements } = valuesOf(file, children(node, "arguments")[0]);
  return policyDocumentJson(children(statements, "elements").map((each) => statementText(file, each)));
};

const valuesOf = (
  file: SstStackFile,
  node: SyntaxNode | undefined,
): Readonly<Record<string, SyntaxNode | undefined>> =>
  Object.fromEntries(objectMembersOf(file.objectOf(node)).map(({ key, value }) => [key, value]));

/** Returns the trust policy of a role: `CompositePrincipal` is a statement for each of its principals. */
function trustText(file: SstStackFile, assumedBy: SyntaxNode): string | undefined {
  const node = file.constantOf(assumedBy) ?? assumedBy;
  const name = classOf(file, node);
  const own = name === undefined ? undefined : ownValue(principals, `new ${name}`);
  const single = own === undefined ? undefined : [assumedBy];
  const all = name === "aws-iam.CompositePrincipal" ? children(node, "arguments") : single;
  return policyDocumentJson(
    (all ?? []).map(
      (each) => `{ Effect: "Allow", Action: "sts:AssumeRole", Principal: ${file.textOf(each)} }`,
    ),
  );
}

const roleKeys: Readonly<Record<string, string>> = {
  description: "description",
  path: "path",
  roleName: "name",
};

/** `new Role(scope, id, { assumedBy, … })` */
const role: CdkRule = (file, node, scope, above) => {
  const [, id, props] = children(node, "arguments");
  const literal = file.objectOf(props);
  const { assumedBy, managedPolicies, inlinePolicies, ...others } = valuesOf(file, literal);
  const trust = assumedBy && trustText(file, assumedBy);
  const texts = Object.entries(others).map(([key, value]) => {
    const name = ownValue(roleKeys, key);
    return name === undefined || value === undefined ? undefined : `${name}: ${file.textOf(value)}`;
  });
  const isWhole = objectMembersOf(literal).length === children(literal, "properties").length;
  if (!id || trust === undefined || texts.includes(undefined) || !isWhole) return undefined;
  if (!addPolicies(file, { managedPolicies, inlinePolicies }, scope, above)) return undefined;
  const className = file.need("IamRole", "@cdktf/provider-aws/lib/iam-role");
  const indent = indentAt(file.edited.original, node.start);
  const lines = [`assumeRolePolicy: ${trust}`, ...texts].map((text) => `  ${text},\n${indent}`);
  return `new ${className}(${scope}, ${file.textOf(id)}, {\n${indent}${lines.join("")}})`;
};

/**
 * The policies of a role as separate resources: `managedPolicyArns` and `inlinePolicy` of the provider remove all others,
 * including those of the functions that use the role. Returns whether all were translated.
 */
function addPolicies(
  file: SstStackFile,
  { managedPolicies, inlinePolicies }: Readonly<Record<string, SyntaxNode | undefined>>,
  scope: string,
  above: readonly SyntaxNode[],
): boolean {
  if (managedPolicies === undefined && inlinePolicies === undefined) return true;
  const target = assignedTo(file, above);
  const inline = objectMembersOf(file.objectOf(inlinePolicies)).map(({ key, value }) => {
    const text = file.textOf(value);
    return classOf(file, value) === "aws-iam.PolicyDocument" && text.startsWith("JSON.")
      ? { name: JSON.stringify(key), policy: text }
      : undefined;
  });
  if (target === undefined || inline.includes(undefined)) return false;
  const place = { scope, name: target.name };
  target.insertBehind([
    ...children(managedPolicies, "elements").map((each) => `${attachment(file, place, file.textOf(each))};`),
    ...inline.flatMap((each) => (each === undefined ? [] : [`${rolePolicy(file, place, each)};`])),
  ]);
  return true;
}

interface RolePlace {
  readonly scope: string;
  readonly name: string;
}

function policyId(file: SstStackFile, name: string): string {
  const base = name.replace(/^this\./, "").replace(/[^A-Za-z0-9]/g, "");
  return JSON.stringify(file.uniqueId(`${base.charAt(0).toUpperCase()}${base.slice(1)}Policy`));
}

function attachment(file: SstStackFile, { scope, name }: RolePlace, policyArn: string): string {
  const made = file.need("IamRolePolicyAttachment", "@cdktf/provider-aws/lib/iam-role-policy-attachment");
  return `new ${made}(${scope}, ${policyId(file, name)}, { role: ${name}.name, policyArn: ${policyArn} })`;
}

function rolePolicy(
  file: SstStackFile,
  { scope, name }: RolePlace,
  props: { readonly name?: string; readonly policy: string },
): string {
  const made = file.need("IamRolePolicy", "@cdktf/provider-aws/lib/iam-role-policy");
  const own = props.name === undefined ? "" : ` name: ${props.name},`;
  return `new ${made}(${scope}, ${policyId(file, name)}, {${own} role: ${name}.name, policy: ${props.policy} })`;
}

/** `new ManagedPolicy(scope, id, { statements })`, without the roles to which it is attached. */
const managedPolicy: CdkRule = (file, node) => {
  const [scope, id, props] = children(node, "arguments");
  const { statements, managedPolicyName, description, ...others } = valuesOf(file, props);
  const policy = policyDocumentJson(
    children(statements, "elements").map((each) => statementText(file, each)),
  );
  if (!scope || !id || policy === undefined || Object.keys(others).length > 0) return undefined;
  const className = file.need("IamPolicy", "@cdktf/provider-aws/lib/iam-policy");
  const more = Object.entries({ name: managedPolicyName, description }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${file.textOf(value)}, `],
  );
  return `new ${className}(${file.textOf(scope)}, ${file.textOf(id)}, { ${more.join("")}policy: ${policy} })`;
};

/** `new PolicyStatement(…)`: only its name changes, so that its props can change later. */
const statement: CdkRule = (file, node) => {
  const callee = child(node, "callee");
  if (callee !== undefined) file.edited.replace(callee, file.need("PolicyStatement", "serverform"));
  return undefined;
};

const argumentAt =
  (index: number): CdkRule =>
  (file, node) => {
    const value = children(node, "arguments")[index];
    return value && file.textOf(value);
  };

const awsManagedPolicy: CdkRule = (_, node) => {
  const name = stringOf(children(node, "arguments")[0]);
  return name === undefined ? undefined : JSON.stringify(managedPolicyArn("aws", name));
};

/** `Role.fromRoleName(scope, id, name)`, and `fromRoleArn` with a literal ARN. */
const existingRole =
  (isArn: boolean): CdkRule =>
  (file, node) => {
    const [scope, id, given] = children(node, "arguments");
    const literal = stringOf(given);
    const name = isArn ? literal && JSON.stringify(literal.split("/").at(-1)) : given && file.textOf(given);
    if (!scope || !id || name === undefined) return undefined;
    const className = file.need("DataAwsIamRole", "@cdktf/provider-aws/lib/data-aws-iam-role");
    return `new ${className}(${file.textOf(scope)}, ${file.textOf(id)}, { name: ${name} })`;
  };

const principals: Readonly<Record<string, CdkRule>> = {
  "new aws-iam.AccountPrincipal": principal("AWS"),
  "new aws-iam.AccountRootPrincipal": (_, __, scope) => `{ AWS: ${scope}.account }`,
  "new aws-iam.AnyPrincipal": () => '"*"',
  "new aws-iam.ArnPrincipal": principal("AWS"),
  "new aws-iam.ServicePrincipal": principal("Service"),
  "new aws-iam.StarPrincipal": () => '"*"',
};

/** Calls and constructors of `aws-cdk-lib/aws-iam`. */
export const iamRules: Readonly<Record<string, CdkRule>> = {
  ...principals,
  "new aws-iam.ManagedPolicy": managedPolicy,
  "new aws-iam.PolicyDocument": documentText,
  "new aws-iam.PolicyStatement": statement,
  "new aws-iam.Role": role,
  "aws-iam.ManagedPolicy.fromAwsManagedPolicyName": awsManagedPolicy,
  "aws-iam.ManagedPolicy.fromManagedPolicyArn": argumentAt(2),
  "aws-iam.Role.fromRoleArn": existingRole(true),
  "aws-iam.Role.fromRoleName": existingRole(false),
};

/** Methods of roles and statements in constants of the file. Returns whether the call was changed. */
export function changeIamMethod(
  file: SstStackFile,
  node: SyntaxNode,
  scope: string,
  above: readonly SyntaxNode[],
): boolean {
  const callee = child(node, "callee");
  const object = child(callee, "object");
  const method = nameOf(child(callee, "property")) ?? "";
  const created = file.constantOf(object);
  const name = nameOf(object);
  if (name === undefined || created === undefined) return false;
  const className = classOf(file, created);
  if (className === "aws-iam.Role") return changeRoleMethod(file, node, { scope, name }, method);
  if (className !== "aws-iam.PolicyStatement") return false;
  const props = file.objectOf(children(created, "arguments")[0]);
  const owner = above.at(-1);
  if (props === undefined || owner?.type !== "ExpressionStatement") return false;
  const isAdded = addToStatement(file, props, method, children(node, "arguments"));
  if (isAdded) removeLine(file.edited, owner);
  return isAdded;
}

/** `addManagedPolicy` and `addToPolicy` of a role. */
function changeRoleMethod(file: SstStackFile, node: SyntaxNode, place: RolePlace, method: string): boolean {
  const [value] = children(node, "arguments");
  const policy =
    value !== undefined && /^addTo(Principal)?Policy$/.test(method)
      ? policyDocumentJson([statementText(file, value)])
      : undefined;
  if (policy !== undefined) file.edited.replace(node, rolePolicy(file, place, { policy }));
  else if (value !== undefined && method === "addManagedPolicy")
    file.edited.replace(node, attachment(file, place, file.textOf(value)));
  else return false;
  return true;
}

/** A statement in the JSON form of IAM. */
function statementText(file: SstStackFile, node: SyntaxNode): string | undefined {
  const name = nameOf(node);
  // JSON leaves out undefined members.
  if (name !== undefined)
    return `{ ${Object.entries(statementKeys)
      .sort()
      .map(([key, iam]) => `${iam}: ${name}.${key}`)
      .join(", ")} }`;
  const literal = file.objectOf(children(node, "arguments")[0]);
  if (classOf(file, node) !== "aws-iam.PolicyStatement" || literal === undefined) return undefined;
  const members = objectMembersOf(literal);
  const texts = members.flatMap(({ key, value }) => {
    const iam = ownValue(statementKeys, key);
    return iam === undefined ? [] : [`${iam}: ${file.textOf(value)}`];
  });
  if (texts.length < children(literal, "properties").length) return undefined;
  const effect = members.some(({ key }) => key === "effect") ? [] : ['Effect: "Allow"'];
  return `{ ${[...effect, ...texts].join(", ")} }`;
}

/** A policy as JSON. Undefined if a statement could not be translated. */
function policyDocumentJson(statements: readonly (string | undefined)[]): string | undefined {
  if (statements.length === 0 || statements.includes(undefined)) return undefined;
  return `JSON.stringify({ Version: "2012-10-17", Statement: [${statements.join(", ")}] })`;
}

const lists: Readonly<Record<string, string>> = {
  addActions: "actions",
  addNotActions: "notActions",
  addNotResources: "notResources",
  addResources: "resources",
};

/** Adds the arguments of a call such as `addActions` to the props of its statement: the class here does not have such methods. */
function addToStatement(
  file: SstStackFile,
  props: SyntaxNode,
  method: string,
  args: readonly SyntaxNode[],
): boolean {
  const texts = args.map((each) => file.textOf(each));
  const isCondition = method === "addCondition" && texts.length === 2;
  const key = isCondition ? "conditions" : ownValue(lists, method);
  if (key === undefined) return false;
  const operator = args[0] !== undefined && stringOf(args[0]) === undefined ? `[${texts[0]}]` : texts[0];
  const text = isCondition ? `${operator}: ${texts[1]}` : texts.join(", ");
  const present = objectMembersOf(props).find((each) => each.key === key)?.value;
  const [open, close] = isCondition ? ["{ ", " }"] : ["[", "]"];
  if (present === undefined && !file.isAdded(props, key))
    file.edited.insert(props.start + 1, ` ${key}: ${open}${text}${close},`);
  else if (present?.type === (isCondition ? "ObjectExpression" : "ArrayExpression")) {
    const last = children(present, isCondition ? "properties" : "elements").at(-1);
    if (last === undefined) file.edited.insert(present.start + 1, text);
    else file.edited.insert(last.end, `, ${text}`);
  } else return false;
  return true;
}
