import { CognitoIdentityProvider } from "@cdktf/provider-aws/lib/cognito-identity-provider";
import { Fn, Token } from "cdktf";
import type { Construct } from "constructs";
import { Stack } from "../../../app";
import { checkKeys, checkList, isPlainObject, propKeys } from "../../../core/check";
import { Hidden } from "../../../errors/words";
import { fail } from "../errors";
import type { UserbaseProps } from "../props";

/** External accounts with which users sign in. */
export interface UserbaseIdentityProvidersProps {
  /** @default - none */
  readonly google?: UserbaseGoogleProps;
  /** @default - none */
  readonly apple?: UserbaseAppleProps;
}

/** Sign-in with a Google account. */
export interface UserbaseGoogleProps {
  readonly clientId: string;
  /** Stored in the Terraform state in plain text. Prefer a reference, such as an SSM parameter's value. */
  readonly clientSecret: string;
  /** @default ["email", "openid", "profile"] */
  readonly scopes?: readonly string[];
  /** Attributes of the user, each with the claim it comes from. @default { email: "email", username: "sub" } */
  readonly attributeMapping?: Readonly<Record<string, string>>;
}

/** Sign-in with an Apple account. */
export interface UserbaseAppleProps {
  readonly servicesId: string;
  readonly teamId: string;
  readonly keyId: string;
  /** Stored in the Terraform state in plain text. Prefer a reference, such as an SSM parameter's value. */
  readonly privateKey: string;
  /** @default ["email", "name"] */
  readonly scopes?: readonly string[];
  /** Attributes of the user, each with the claim it comes from. @default { email: "email", username: "sub" } */
  readonly attributeMapping?: Readonly<Record<string, string>>;
}

/** What differs between the identity providers. */
interface IdentityProviderKind {
  /** Name of the provider; a pool has at most one of each kind. */
  readonly name: string;
  readonly keys: readonly string[];
  readonly required: readonly string[];
  readonly secret: string;
  readonly scopes: readonly string[];
  /** The service's keys of our props. */
  readonly details: Readonly<Record<string, string>>;
  /** Details that the service adds itself; they are set so that a second plan is empty. */
  readonly added: Readonly<Record<string, string>>;
}

// The details that the service adds: https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/cognitoidp/identity_provider.go
// Keys of the details: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateIdentityProvider.html
const kinds = {
  google: {
    name: "Google",
    keys: propKeys<UserbaseGoogleProps>()({
      clientId: "text",
      clientSecret: "secret",
      scopes: "texts",
      attributeMapping: "textMap",
    }),
    required: ["clientId", "clientSecret"],
    secret: "clientSecret",
    scopes: ["email", "openid", "profile"],
    details: { clientId: "client_id", clientSecret: "client_secret" },
    added: {
      attributes_url: "https://people.googleapis.com/v1/people/me?personFields=",
      attributes_url_add_attributes: "true",
      authorize_url: "https://accounts.google.com/o/oauth2/v2/auth",
      oidc_issuer: "https://accounts.google.com",
      token_request_method: "POST",
      token_url: "https://www.googleapis.com/oauth2/v4/token",
    },
  },
  apple: {
    name: "SignInWithApple",
    keys: propKeys<UserbaseAppleProps>()({
      servicesId: "text",
      teamId: "text",
      keyId: "text",
      privateKey: "secret",
      scopes: "texts",
      attributeMapping: "textMap",
    }),
    required: ["servicesId", "teamId", "keyId", "privateKey"],
    secret: "privateKey",
    scopes: ["email", "name"],
    details: { servicesId: "client_id", teamId: "team_id", keyId: "key_id", privateKey: "private_key" },
    added: {
      attributes_url_add_attributes: "false",
      authorize_url: "https://appleid.apple.com/auth/authorize",
      oidc_issuer: "https://appleid.apple.com",
      token_request_method: "POST",
      token_url: "https://appleid.apple.com/auth/token",
    },
  },
} as const satisfies Record<keyof UserbaseIdentityProvidersProps, IdentityProviderKind>;

const kindKeys = propKeys<UserbaseIdentityProvidersProps>()({ google: "map", apple: "map" });

type GivenProvider = Readonly<Record<string, unknown>>;

/** The providers that are given, with their kind, in the order in which they are documented. */
function givenProviders({ identityProviders = {} }: UserbaseProps) {
  return Object.entries(kinds).flatMap(([key, kind]: [string, IdentityProviderKind]) => {
    const given: unknown = Object.entries(identityProviders).find(([each]) => each === key)?.[1];
    return given === undefined ? [] : [{ key, kind, given: given as GivenProvider }];
  });
}

/** Refuses identity providers with missing settings. */
export function checkIdentityProviders(userbase: Construct, props: UserbaseProps): void {
  const { identityProviders, domain } = props;
  if (identityProviders === undefined) return;
  checkKeys(userbase, "identityProviders", identityProviders, kindKeys);
  for (const { key, kind, given } of givenProviders(props)) {
    const prop = `identityProviders.${key}`;
    if (!isPlainObject(given)) {
      const expected = `{ ${kind.required.join(", ")} }`;
      fail(userbase, "prop-invalid", prop, { value: new Hidden(given), expected });
    }
    checkKeys(userbase, prop, given, kind.keys);
    for (const each of kind.required) {
      if (given[each] !== undefined && given[each] !== "") continue;
      fail(userbase, "prop-required", `${prop}.${each}`, {
        remedy: `Write ${prop}: { ${kind.required.join(", ")} }.`,
      });
    }
    checkList(userbase, `${prop}.scopes`, given.scopes ?? []);
    warnOfPlainSecret(userbase, `${prop}.${kind.secret}`, given[kind.secret]);
  }
  // The pages redirect users to the provider and back.
  if (givenProviders(props).length > 0 && domain === undefined) {
    fail(userbase, "prop-needs", "identityProviders", { needs: "domain" });
  }
}

function warnOfPlainSecret(userbase: Construct, prop: string, secret: unknown): void {
  if (Token.isUnresolved(secret)) return;
  Stack.of(userbase).app.addNotice(
    `serverform: ${prop} is in plain text in the configuration and in the Terraform state; read it from an SSM parameter instead`,
    userbase,
  );
}

/** Creates the identity providers. Clients refer to them, so they wait for them. */
export function createIdentityProviders(
  userbase: Construct,
  props: UserbaseProps,
  userPoolId: string,
): readonly CognitoIdentityProvider[] {
  return givenProviders(props).map(({ key, kind, given }) => {
    const details = Object.entries(kind.details).map(([prop, name]) => [name, String(given[prop])]);
    const scopes = (given.scopes ?? kind.scopes) as readonly string[];
    return new CognitoIdentityProvider(userbase, `IdentityProvider_${key}`, {
      providerName: kind.name,
      providerType: kind.name,
      userPoolId,
      providerDetails: {
        ...Object.fromEntries(details),
        // A list that is known only at deployment is joined by Terraform.
        authorize_scopes: Token.isUnresolved(scopes) ? Fn.join(" ", [...scopes]) : scopes.join(" "),
        ...kind.added,
      },
      // The service maps the username itself; it is set so that a second plan is empty.
      attributeMapping: { username: "sub", ...((given.attributeMapping ?? { email: "email" }) as object) },
    });
  });
}
