import { functionArnOf } from "../../../facts/aws/function-arn";
import { javaRegex } from "../../../facts/text/java-regex";
import { issuerOf } from "../../identities/user-pools";
import type { Model, Resource, Values } from "../../resources/model";
import { block, blocks, number, requireText, text } from "../../resources/values";
import type { AuthorizationMode, AuthorizationWay, GraphqlKey } from "./config";

/** Reads the authorization modes of an API. The first one is for fields without a rule. */
export function readAuthModes(model: Model, { type, values }: Resource): readonly AuthorizationWay[] {
  if (type === "aws_appsync_api") {
    const providers = blocks(block(values, "event_config") ?? {}, "auth_provider");
    return providers.flatMap((each) => readWay(model, each, "events") ?? []);
  }
  const more = blocks(values, "additional_authentication_provider");
  return [values, ...more].flatMap((each) => readWay(model, each, "graphql") ?? []);
}

/** Names of the provider that differ between APIs of GraphQL and of events. */
const names = {
  graphql: { mode: "authentication_type", pool: "user_pool_config" },
  events: { mode: "auth_type", pool: "cognito_config" },
} as const;

/** Reads one way; undefined for one that is not known. */
function readWay(model: Model, values: Values, kind: keyof typeof names): AuthorizationWay | undefined {
  const { mode: modeName, pool } = names[kind];
  const mode = text(values, modeName) ?? "";
  return isKnownMode(mode) ? wayReaders[mode](model, values, pool) : undefined;
}

const isKnownMode = (mode: string): mode is AuthorizationMode => Object.hasOwn(wayReaders, mode);

const wayReaders = {
  API_KEY: () => ({ mode: "API_KEY" }),
  AWS_IAM: () => ({ mode: "AWS_IAM" }),
  AMAZON_COGNITO_USER_POOLS: (model, values, pool) => {
    const config = block(values, pool) ?? {};
    return {
      mode: "AMAZON_COGNITO_USER_POOLS",
      issuer: issuerOf(model, requireText(config, "user_pool_id"), text(config, "aws_region")),
      clients: text(config, "app_id_client_regex") || undefined,
      deniesByDefault: text(config, "default_action") === "DENY",
    };
  },
  OPENID_CONNECT: (_, values) => {
    const config = block(values, "openid_connect_config") ?? {};
    return {
      mode: "OPENID_CONNECT",
      issuer: requireText(config, "issuer"),
      clients: text(config, "client_id") || undefined,
      authTtlMs: number(config, "auth_ttl") || undefined,
      issuedTtlMs: number(config, "iat_ttl") || undefined,
    };
  },
  AWS_LAMBDA: (_, values) => {
    const config = block(values, "lambda_authorizer_config") ?? {};
    return {
      mode: "AWS_LAMBDA",
      functionArn: functionArnOf(requireText(config, "authorizer_uri")),
      ttlSeconds: number(config, "authorizer_result_ttl_in_seconds") ?? 0,
      tokens: javaRegex(text(config, "identity_validation_expression")),
    };
  },
} satisfies {
  readonly [Mode in AuthorizationMode]: (
    model: Model,
    values: Values,
    pool: string,
  ) => Extract<AuthorizationWay, { readonly mode: Mode }>;
};

/** Reads the keys of an API. Without `expires`, a key does not expire while the server runs. */
export function readKeys(keys: readonly Values[]): readonly GraphqlKey[] {
  return keys.map((values) => {
    const expires = text(values, "expires");
    return {
      id: requireText(values, "id"),
      key: requireText(values, "key"),
      expiresAtMs: expires === undefined ? undefined : Date.parse(expires),
    };
  });
}
