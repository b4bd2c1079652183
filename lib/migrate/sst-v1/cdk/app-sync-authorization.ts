import { ownValue } from "../../../facts/errors/own-value";
import type { NewValues } from "../prop-moves";
import type { SstStackFile } from "../stack-source";
import { children, objectMembersOf, type SyntaxNode } from "../syntax";

/** The objects of an authorization mode of AWS CDK, with the names of their props here. */
const configs: Readonly<Record<string, { readonly name: string; readonly props: NewValues }>> = {
  lambdaAuthorizerConfig: {
    name: "lambdaAuthorizerConfig",
    props: { handler: "function", validationRegex: "identityValidationExpression" },
  },
  openIdConnectConfig: {
    name: "openidConnectConfig",
    props: { clientId: "clientId", oidcProvider: "issuer" },
  },
  userPoolConfig: {
    name: "userPoolConfig",
    props: { appIdClientRegex: "appIdClientRegex", defaultAction: "defaultAction", userPool: "userPool" },
  },
};

/** `authorizationConfig` of AWS CDK, as the props of an `AppSyncApi` below `cdk.graphqlApi`. */
export function appSyncAuthorization(file: SstStackFile, value: SyntaxNode): NewValues | undefined {
  const members = new Map(objectMembersOf(file.objectOf(value)).map((each) => [each.key, each.value]));
  const main = modeProps(file, members.get("defaultAuthorization"));
  const others = children(members.get("additionalAuthorizationModes"), "elements").map((each) =>
    modeProps(file, each),
  );
  if (main === undefined || others.includes(undefined)) return undefined;
  const keys = [main, ...others].flatMap((each) => each?.apiKeyConfig ?? []);
  const rest = others.map((each) => printed(withoutKey(each ?? {})));
  return {
    ...withoutKey(main),
    ...(rest.length === 0 ? {} : { additionalAuthenticationProvider: `[${rest.join(", ")}]` }),
    ...(keys[0] === undefined ? {} : { apiKeyConfig: keys[0] }),
  };
}

const withoutKey = ({ apiKeyConfig: _, ...others }: NewValues): NewValues => others;

const printed = (values: NewValues): string =>
  `{ ${Object.entries(values)
    .map(([key, text]) => `${key}: ${text}`)
    .join(", ")} }`;

/** The props of one mode. Undefined for a mode with props that have no rule. */
function modeProps(file: SstStackFile, node: SyntaxNode | undefined): NewValues | undefined {
  const literal = file.objectOf(node);
  if (literal === undefined) return undefined;
  const values: Record<string, string> = {};
  for (const { key, value } of objectMembersOf(literal)) {
    const config = ownValue(configs, key);
    const text = config === undefined ? file.textOf(value) : configText(file, value, config.props);
    if (text === undefined) return undefined;
    values[key === "authorizationType" ? "authenticationType" : (config?.name ?? key)] = text;
  }
  return values;
}

function configText(file: SstStackFile, node: SyntaxNode, names: NewValues): string | undefined {
  const values: Record<string, string> = {};
  for (const { key, value } of objectMembersOf(file.objectOf(node))) {
    const name = ownValue(names, key);
    if (name === undefined) return undefined;
    const text = file.textOf(value);
    // The provider's pool has an id; the library takes a construct with users.
    if (name === "userPool" && /\bcdk\??\.userPool$/.test(text)) values.userPoolId = `${text}.id`;
    else values[name] = text;
  }
  return printed(values);
}
