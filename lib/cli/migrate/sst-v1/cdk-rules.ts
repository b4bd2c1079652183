import { ownValue } from "../../../errors/own-value";
import { providerClass } from "../cloudformation/provider-types";
import { resourceTypes } from "../cloudformation/resource-types";
import { identityProvider } from "./identity-providers";
import type { SstStackFile } from "./stack-source";
import { children, objectMembersOf, type SyntaxNode, stringOf } from "./syntax";

/** The code for a part of AWS CDK. Undefined for a part that a person must write. */
type CdkRule = (file: SstStackFile, node: SyntaxNode, scope: string) => string | undefined;

const argument = (node: SyntaxNode, index: number): SyntaxNode | undefined =>
  children(node, "arguments")[index];

/** The text of an argument with the changes within it. */
function argumentText(file: SstStackFile, node: SyntaxNode, index: number): string | undefined {
  const found = argument(node, index);
  return found && file.textOf(found);
}

const firstArgument: CdkRule = (file, node) => argumentText(file, node, 0);

/** `new Class(...)` with the same arguments. */
const sameArguments =
  (name: string, from = "serverform"): CdkRule =>
  (file, node) => {
    const args = children(node, "arguments").map((each) => file.textOf(each));
    return `new ${file.need(name, from)}(${args.join(", ")})`;
  };

const parameterValue: CdkRule = (file, node, scope) => {
  const name = argument(node, 1);
  const text = name && file.textOf(name);
  if (name === undefined || text === undefined) return undefined;
  const id = stringOf(name)?.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string = "") => next.toUpperCase());
  const className = file.need("DataAwsSsmParameter", "@cdktf/provider-aws/lib/data-aws-ssm-parameter");
  const idText = id === undefined ? text : JSON.stringify(id);
  return `new ${className}(${scope}, ${idText}, { name: ${text} }).value`;
};

/** Calls and constructors, by their names in `aws-cdk-lib`. */
const rules: Readonly<Record<string, CdkRule>> = {
  "new aws-iam.PolicyStatement": sameArguments("PolicyStatement"),
  "new aws-lambda.LayerVersion": (file, node, scope) =>
    objectMembersOf(argument(node, 2)).some(({ key }) => key === "code")
      ? sameArguments("Layer")(file, node, scope)
      : undefined,
  "aws-lambda.LayerVersion.fromLayerVersionArn": (file, node) => argumentText(file, node, 2),
  "aws-lambda.Code.fromAsset": firstArgument,
  "aws-lambda.AssetCode.fromAsset": firstArgument,
  "aws-ssm.StringParameter.valueForStringParameter": parameterValue,
  "aws-ssm.StringParameter.valueFromLookup": parameterValue,
  "aws-cognito.ProviderAttribute.other": firstArgument,
  "aws-cognito.UserPoolClientIdentityProvider.custom": firstArgument,
  "aws-cognito.OAuthScope.custom": firstArgument,
  "new aws-cognito.UserPoolIdentityProviderAmazon": identityProvider,
  "new aws-cognito.UserPoolIdentityProviderFacebook": identityProvider,
  "new aws-cognito.UserPoolIdentityProviderGoogle": identityProvider,
};

/** The name of a part of AWS CDK: `aws-cognito.UserPool`, whichever way it is imported. */
export function cdkName(from: string, path: readonly string[]): string {
  const module = from.replace(/^(aws-cdk-lib|@aws-cdk)\/?/, "").replace(/^core$/, "");
  const [first = "", ...rest] = path;
  const isModule = module === "" && /^aws_[a-z0-9]+$/.test(first);
  return (isModule ? [first.replace("_", "-"), ...rest] : [module, ...path])
    .filter((each) => each !== "")
    .join(".");
}

/** The code for a call or a constructor. */
export function cdkCall(
  file: SstStackFile,
  node: SyntaxNode,
  name: string,
  scope: string,
): string | undefined {
  const isNew = node.type === "NewExpression";
  const key = isNew ? `new ${name}` : name;
  const rule = ownValue(rules, key);
  if (rule !== undefined) return rule(file, node, scope);
  return isNew ? providerObject(file, node, name) : undefined;
}

/** A class of AWS CDK that stands for a type of CloudFormation, such as `CfnUserPool`: the provider's class. */
function providerObject(file: SstStackFile, node: SyntaxNode, name: string): string | undefined {
  const [, service = "", type = ""] = /^aws-([a-z0-9]+)\.Cfn(\w+)$/.exec(name) ?? [];
  const wanted = `aws::${service}::${type}`.toLowerCase();
  const found = Object.entries(resourceTypes).find(([each]) => each.toLowerCase() === wanted)?.[1];
  const target = found && providerClass(found.module);
  if (found === undefined || target === undefined) return undefined;
  const props = file.objectOf(argument(node, 2));
  for (const { key, keyNode } of objectMembersOf(props)) {
    const renamed = found.renames?.[key.charAt(0).toUpperCase() + key.slice(1)];
    if (renamed !== undefined) file.edited.replace(keyNode, renamed);
  }
  return sameArguments(target.className, target.module)(file, node, "");
}
