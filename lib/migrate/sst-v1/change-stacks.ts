import { ownValue } from "../../facts/errors/own-value";
import { runtimeOf } from "../model/application";
import { Findings } from "../model/place";
import { cdkValue, reportMember } from "./cdk/constructs";
import { changeIamMethod, iamProperty } from "./cdk/iam";
import { addPublicRead, cdkMoves, tagsText } from "./cdk/props";
import { cdkCall } from "./cdk/rules";
import {
  cdkProperties,
  constructPackages,
  methodRules,
  missingExports,
  propMethods,
  renamedExports,
  renamedProperties,
  rulesOf,
} from "./construct-rules";
import {
  earlierConstant,
  earlierMoves,
  earlierObjects,
  earlierProperties,
  isEarlierProperty,
  withEarlierPaths,
} from "./earlier-props";
import { changeProps, moveProps } from "./prop-changes";
import { cdkName, isCdkPackage, type SstStackFile } from "./stack-source";
import { child, children, nameOf, objectMembersOf, type SyntaxNode, stringOf, walk } from "./syntax";

type Above = readonly SyntaxNode[];

export function changeStacks(file: SstStackFile): void {
  walk(file.program, (node, above) => changes[node.type]?.(file, node, above));
}

type Change = (file: SstStackFile, node: SyntaxNode, above: Above) => void;

const changes: Readonly<Record<string, Change>> = {
  NewExpression: changeNew,
  CallExpression: changeCall,
  MemberExpression: changeMember,
  OptionalMemberExpression: changeMember,
  TSQualifiedName: changeName,
  Identifier: changeName,
  ThisExpression: changeThis,
  ObjectProperty: changeProperty,
};

/** `new Cognito(...)`, and constructors of AWS CDK. */
function changeNew(file: SstStackFile, node: SyntaxNode, above: Above): void {
  const callee = child(node, "callee");
  const imported = file.importOf(callee);
  if (imported === undefined || callee === undefined) return;
  if (isCdkPackage(imported.from)) {
    const text = cdkCall(file, node, cdkName(imported.from, imported.path), scopeText(above), above);
    if (text !== undefined) file.edited.replace(node, text);
    return;
  }
  const name = imported.path.join(".");
  if (!constructPackages.has(imported.from)) {
    reportForeignConstruct(file, node, imported, scopeText(above));
    return;
  }
  const props = children(node, "arguments")[2];
  const className =
    name === "Auth" && isUserDirectory(file, props) ? "Userbase" : (ownValue(renamedExports, name) ?? name);
  if (name === "Auth" && className === "Userbase") renameCallee(file, callee, className);
  changeProps(file, props, withEarlierPaths(className, rulesOf(className)));
  if (className === "Bucket") addPublicRead(file, node, above, props);
  moveProps(file, props, [...withEarlierPaths(className, cdkMoves(className)), ...earlierMoves(className)]);
  if (/^(Remix|SvelteKit|Astro|SolidStart)Site$/.test(name))
    file.todo(node, `\`${name}\` became \`Site\`: compare its props with those of the framework.`);
}

/** A construct of a package for AWS CDK: its first argument is the stack. */
function reportForeignConstruct(
  file: SstStackFile,
  node: SyntaxNode,
  { from, path }: { readonly from: string; readonly path: readonly string[] },
  scope: string,
): void {
  const [first] = children(node, "arguments");
  if (
    first === undefined ||
    from.startsWith(".") ||
    file.edited.original.slice(first.start, first.end) !== scope
  )
    return;
  file.todo(
    node,
    `\`${path.join(".")}\` of \`${from}\` is a construct of AWS CDK: write it with the provider's class.`,
  );
}

/** Before version 1.10, `Auth` was the user directory that is now `Cognito`. */
function isUserDirectory(file: SstStackFile, props: SyntaxNode | undefined): boolean {
  const keys = objectMembersOf(file.objectOf(props)).map(({ key }) => key);
  return !keys.includes("authenticator");
}

function renameCallee(file: SstStackFile, callee: SyntaxNode, name: string): void {
  const property = child(callee, "property");
  if (property === undefined) file.edited.replace(callee, file.need(name, "serverform"));
  else file.edited.replace(property, name);
}

function changeCall(file: SstStackFile, node: SyntaxNode, above: Above): void {
  const callee = child(node, "callee");
  const imported = file.importOf(callee);
  if (imported !== undefined && isCdkPackage(imported.from)) {
    const text =
      cdkCall(file, node, cdkName(imported.from, imported.path), scopeText(above), above) ??
      seconds(file, node, above);
    if (text !== undefined) file.edited.replace(node, text);
    return;
  }
  const method = nameOf(child(callee, "property")) ?? "";
  const tags = tagsText(file, node);
  if (tags !== undefined) file.edited.replace(node, tags);
  if (tags !== undefined || changeIamMethod(file, node, scopeText(above), above)) return;
  const args = children(node, "arguments");
  const row = ownValue(propMethods, method);
  if (row !== undefined) changeProps(file, args[row.argument], methodRules(row.prop));
  if (/^attachPermissionsFor(Auth|Unauth)Users$/.test(method) && args.length === 1 && args[0] !== undefined)
    file.edited.insert(args[0].start, `${scopeText(above)}, `);
  if (method === "addDomain") addDomain(file, node, scopeText(above));
}

/** `auth.cdk.userPool.addDomain(id, { cognitoDomain: { domainPrefix } })` */
function addDomain(file: SstStackFile, node: SyntaxNode, scope: string): void {
  const pool = child(child(node, "callee"), "object");
  const [id, props] = children(node, "arguments");
  const domain = objectMembersOf(file.objectOf(props)).find(({ key }) => key === "cognitoDomain")?.value;
  const prefix = objectMembersOf(file.objectOf(domain)).find(({ key }) => key === "domainPrefix")?.value;
  if (nameOf(child(pool, "property")) !== "userPool" || !pool || !id || !prefix) return;
  const className = file.need("CognitoUserPoolDomain", "@cdktf/provider-aws/lib/cognito-user-pool-domain");
  const text = `new ${className}(${scope}, ${file.textOf(id)}, { domain: ${file.textOf(prefix)}, userPoolId: ${file.textOf(pool)}.id })`;
  file.edited.replace(node, text);
  file.domains.add(node);
}

const durations: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86400 };
const secondsProps = /^(visibilityTimeout|deliveryDelay|retentionPeriod|receiveMessageWaitTime)$/;

/** `Duration.minutes(15)` of a prop that the provider has in seconds. */
function seconds(file: SstStackFile, node: SyntaxNode, above: Above): string | undefined {
  const [, unit = ""] =
    /Duration\.(\w+)$/.exec(file.edited.original.slice(node.start, child(node, "callee")?.end)) ?? [];
  const factor = ownValue(durations, unit);
  const value = children(node, "arguments")[0];
  const owner = above.at(-1);
  const key = owner?.type === "ObjectProperty" ? (nameOf(child(owner, "key")) ?? "") : "";
  if (factor === undefined || value === undefined || !secondsProps.test(key)) return undefined;
  const number = value.type === "NumericLiteral" ? Number(value.value) * factor : undefined;
  return number === undefined ? `(${file.textOf(value)}) * ${factor}` : String(number);
}

/** Properties of constructs and of the objects below `cdk`, names of a module, and constants of AWS CDK. */
function changeMember(file: SstStackFile, node: SyntaxNode, above: Above): void {
  const property = child(node, "property");
  const name = nameOf(property);
  const imported = file.importOf(node);
  if (imported !== undefined) {
    const constant = isCdkPackage(imported.from)
      ? cdkValue(cdkName(imported.from, imported.path))
      : constructPackages.has(imported.from)
        ? earlierConstant(imported.path)
        : undefined;
    if (constant !== undefined) file.edited.replace(node, constant);
    else changeName(file, node, above);
    return;
  }
  if (property === undefined || name === undefined || node.computed === true) return;
  const object = child(node, "object");
  reportMember(file, node, object, name);
  const earlier = ownValue(earlierProperties, name);
  const renamed =
    ownValue(renamedProperties, name) ??
    (earlier !== undefined && isEarlierProperty(file, object, name) ? `cdk.${earlier}` : undefined) ??
    providerProperty(file, object, name) ??
    iamProperty(file, object, name) ??
    domainProperty(file, object, name);
  const [, inCdk] = /^\.\.\/(.+)$/.exec(renamed ?? "") ?? [];
  const owner = child(object, "property");
  if (inCdk !== undefined && owner !== undefined)
    file.edited.replace({ start: owner.start, end: property.end }, inCdk);
  else if (renamed !== undefined) file.edited.replace(property, renamed);
}

/** `auth.cdk.userPool.userPoolId` */
function providerProperty(
  file: SstStackFile,
  object: SyntaxNode | undefined,
  name: string,
): string | undefined {
  const owner = nameOf(child(object, "property")) ?? "";
  const construct = child(object, "object");
  const isCdk = nameOf(child(construct, "property")) === "cdk";
  const earlier = isEarlierProperty(file, construct, owner) ? ownValue(earlierProperties, owner) : undefined;
  const key = isCdk ? owner : (earlier ?? "");
  return ownValue(ownValue(cdkProperties, key) ?? {}, name);
}

/** `domain.domainName`, where `domain` is the result of `addDomain`. */
function domainProperty(
  file: SstStackFile,
  object: SyntaxNode | undefined,
  name: string,
): string | undefined {
  const value = file.constantOf(object);
  return name === "domainName" && value !== undefined && file.domains.has(value) ? "domain" : undefined;
}

/** Names of SST that differ here, or have no counterpart. */
function changeName(file: SstStackFile, node: SyntaxNode, above: Above): void {
  const owner = above.at(-1);
  if (owner === undefined || isDeclaredName(node, owner)) return;
  const imported = file.importOf(node);
  const [name, ...others] = imported?.path ?? [];
  if (
    imported === undefined ||
    name === undefined ||
    others.length > 0 ||
    !constructPackages.has(imported.from)
  )
    return;
  const missing = ownValue(missingExports, name);
  if (missing !== undefined) file.todo(node, `\`${name}\` has no counterpart. ${missing}`);
  const renamed = ownValue(renamedExports, name);
  const property = child(node, "property") ?? child(node, "right");
  if (renamed !== undefined && property !== undefined) file.edited.replace(property, renamed);
  else if (renamed !== undefined && nameOf(node) === name)
    file.edited.replace(node, file.need(renamed, "serverform"));
}

/** Whether an identifier is a key, a property or a part of an import, instead of a reference. */
function isDeclaredName(node: SyntaxNode, owner: SyntaxNode): boolean {
  if (/^(Import|Export)\w*Specifier$/.test(owner.type)) return true;
  const isNamed =
    owner.computed !== true && (child(owner, "property") === node || child(owner, "right") === node);
  if (/^(Optional)?MemberExpression$|^TSQualifiedName$/.test(owner.type)) return isNamed;
  return (
    /^(ObjectProperty|ObjectMethod|ClassProperty|ClassMethod)$/.test(owner.type) &&
    child(owner, "key") === node &&
    owner.computed !== true
  );
}

const functionTypes =
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ObjectMethod|ClassMethod)$/;

/** The name of the stack: `stack` of the stack function, or `this` in a class. */
function scopeText(above: Above): string {
  return stackName(above) ?? "this";
}

function stackName(above: Above): string | undefined {
  for (const node of [...above].reverse()) {
    if (!functionTypes.test(node.type)) continue;
    const [context] = children(node, "params");
    const pattern = context?.type === "AssignmentPattern" ? child(context, "left") : context;
    const found = children(pattern, "properties").find((each) => nameOf(child(each, "key")) === "stack");
    const name = nameOf(child(found, "value"));
    if (name !== undefined) return name;
    if (node.type === "ClassMethod" || node.type === "ObjectMethod") return undefined;
  }
  return undefined;
}

/** `this` in a stack function is its stack, even in an arrow function. */
function changeThis(file: SstStackFile, node: SyntaxNode, above: Above): void {
  const name = stackName(above);
  if (name !== undefined) file.edited.replace(node, name);
}

function changeProperty(file: SstStackFile, node: SyntaxNode): void {
  const key = child(node, "key");
  const value = child(node, "value");
  const name = ownValue(earlierObjects, nameOf(key) ?? "");
  if (name === undefined || key === undefined || value === undefined || node.shorthand === true)
    changeRuntime(file, node);
  else {
    file.note(node, `\`${nameOf(key)}\` became \`cdk.${name}\`.`);
    file.edited.replace(value, `{ ${name}: ${file.textOf(value)} }`);
    file.edited.replace(key, "cdk");
  }
}

/** Runtimes that AWS creates no functions with any more. */
function changeRuntime(file: SstStackFile, node: SyntaxNode): void {
  const value = child(node, "value");
  const text = stringOf(value);
  if (nameOf(child(node, "key")) !== "runtime" || value === undefined || text === undefined) return;
  const findings = new Findings();
  const runtime = runtimeOf(text, { file: "", line: 0 }, findings);
  if (runtime !== undefined && runtime !== text) file.edited.replace(value, JSON.stringify(runtime));
  for (const finding of findings.notes) file.note(node, finding.text);
  for (const finding of findings.todos) file.todo(node, finding.text);
}
