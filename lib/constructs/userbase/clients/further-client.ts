import { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import type { Construct } from "constructs";
import { mapTogether } from "../../../facts/errors/problems";
import { prefixedName } from "../../../kit/app";
import {
  checkKeys,
  checkLiteral,
  checkOverride,
  isPlainObject,
  joinKeys,
  overlay,
  propKeys,
  refuseValue,
} from "../../../kit/core";
import { fail } from "../errors";
import { checkPartName } from "../part-name";
import type { UserbaseProps, UserbaseUserPoolOverride } from "../props";
import { checkClientAttributes } from "./attributes";
import {
  type ClientConfig,
  checkClient,
  clientConfig,
  clientOverrideKeys,
  normalizedClientConfig,
  type UserbaseUserPoolClientOverride,
} from "./client";
import { refreshFlow } from "./session";
import {
  parseTokenValidity,
  type TokenValidity,
  tokenValidityConfig,
  type UserbaseTokenValidityProps,
} from "./token-validity";
import {
  checkScopes,
  checkUserClient,
  clientKeys,
  noteDomain,
  standardScopes,
  type UserbaseClientProps,
  userClientConfig,
} from "./user-client";

/** A further app in which users sign in. */
export interface UserbaseUserClientProps extends UserbaseClientProps {
  /** An app in which users sign in. @default "user" */
  readonly type?: "user" | undefined;
  /** Configs that override what is created. @default - none */
  readonly cdk?:
    | {
        /** Keys that override the created client. @default - none */
        readonly userPoolClient?: UserbaseUserPoolClientOverride | undefined;
      }
    | undefined;
}

/** A machine that gets tokens with its own secret, which is part of the Terraform state; needs a `domain`. */
export interface UserbaseMachineClientProps {
  /** A program that gets tokens with its own secret, without a user. */
  readonly type: "machine";
  /** Scopes that the machine may request: `<identifier>/<scope>` of `resourceServers`. */
  readonly scopes: readonly string[];
  /** 5 minutes to 1 day. @default "1 hour" */
  readonly accessTokenValidity?: UserbaseTokenValidityProps["accessTokenValidity"] | undefined;
  /** Configs that override what is created. @default - none */
  readonly cdk?:
    | {
        /** Keys that override the created client. @default - none */
        readonly userPoolClient?: UserbaseUserPoolClientOverride | undefined;
      }
    | undefined;
}

type ClientProps = UserbaseUserClientProps | UserbaseMachineClientProps;

/** A further client, checked. */
export interface ParsedClient {
  readonly name: string;
  readonly props: ClientProps;
  readonly tokenValidity: TokenValidity;
}

const userKeys = joinKeys(
  clientKeys,
  propKeys<Omit<UserbaseUserClientProps, keyof UserbaseClientProps>>()({ type: true, cdk: "map" }),
);
const machineKeys = propKeys<UserbaseMachineClientProps>()({
  type: true,
  scopes: "texts",
  accessTokenValidity: true,
  cdk: "map",
});

/**
 * Refuses clients that the service does not accept, or that would get no token.
 *
 * @param pool - undefined for an imported pool
 * @param scopes - the declared ones; undefined if they are not known
 */
export function parseClients(
  userbase: Construct,
  props: UserbaseProps,
  pool: UserbaseUserPoolOverride | undefined,
  scopes: readonly string[] | undefined,
): readonly ParsedClient[] {
  const isImportedPool = pool === undefined;
  return mapTogether(Object.entries(props.clients ?? {}), ([name, client]): ParsedClient => {
    checkPartName(userbase, "clients", name, "client");
    const prop = `clients[${JSON.stringify(name)}]`;
    if (!isPlainObject(client)) refuseValue(userbase, prop, client, "{ callbackUrls } or { type, scopes }");
    const given = client as ClientProps;
    checkLiteral(userbase, `${prop}.type`, given.type ?? "user", ["user", "machine"]);
    checkKeys(userbase, prop, given, given.type === "machine" ? machineKeys : userKeys);
    checkKeys(userbase, `${prop}.cdk`, given.cdk ?? {}, ["userPoolClient"]);
    const override = given.cdk?.userPoolClient ?? {};
    checkOverride(
      userbase,
      `${prop}.cdk.userPoolClient`,
      override,
      CognitoUserPoolClient,
      clientOverrideKeys,
    );
    checkClient(userbase, `${prop}.cdk.userPoolClient`, override);
    checkClientAttributes(userbase, `${prop}.cdk.userPoolClient`, override, pool);
    const tokenValidity = parseTokenValidity(userbase, prop, given);
    checkScopes(userbase, prop, given.scopes, scopes);
    const overrideProp = `${prop}.cdk.userPoolClient`;
    if (given.type === "machine") checkMachine(userbase, prop, given, props);
    else checkUserClient(userbase, { prop, override, overrideProp, isImportedPool }, given, props);
    return { name, props: given, tokenValidity };
  });
}

function checkMachine(
  userbase: Construct,
  prop: string,
  { scopes }: UserbaseMachineClientProps,
  props: UserbaseProps,
): void {
  if (scopes === undefined || scopes.length === 0) {
    const remedy = 'Write scopes: ["<identifier>/<scope>"], each declared in resourceServers.';
    fail(userbase, "prop-required", `${prop}.scopes`, { remedy });
  }
  scopes.forEach((value, index) => {
    if (!standardScopes.includes(value)) return;
    fail(userbase, "userbase-machine-scope", `${prop}.scopes[${index}]`, { value });
  });
  if (props.domain === undefined) noteDomain(userbase, prop);
}

/** The parts that further clients refer to. */
export interface SharedClientParts {
  readonly userPoolId: string;
  /** Names of the external identity providers, as references: the clients wait for them. */
  readonly identityProviders: readonly string[];
}

/** Creates a further client. */
export function createClient(
  userbase: Construct,
  { name, props, tokenValidity }: ParsedClient,
  { userPoolId, identityProviders }: SharedClientParts,
  userbaseProps: UserbaseProps,
): CognitoUserPoolClient {
  const config: ClientConfig = {
    ...clientConfig(`${prefixedName(userbase)}-${name}`),
    ...(props.type === "machine"
      ? machineConfig(props)
      : userClientConfig(props, userbaseProps, identityProviders)),
    ...tokenValidityConfig(tokenValidity),
  };
  const merged = normalizedClientConfig(overlay(config, props.cdk?.userPoolClient));
  return new CognitoUserPoolClient(userbase, `Client_${name}`, { ...merged, userPoolId });
}

/** Names an auth flow although machines use none: by default the service allows the flows of users. */
function machineConfig({ scopes }: UserbaseMachineClientProps): Partial<ClientConfig> {
  return {
    generateSecret: true,
    allowedOauthFlows: ["client_credentials"],
    allowedOauthScopes: [...scopes],
    explicitAuthFlows: [refreshFlow],
    supportedIdentityProviders: ["COGNITO"],
  };
}
