import { block, flag, number, text, texts, type Values } from "../../../../model";
import { validitySeconds } from "../../../identities";

/** The settings of a client of a pool, from the JSON. */
export interface ClientSettings {
  readonly id: string;
  readonly name: string;
  readonly poolId: string;
  readonly secret: string | undefined;
  /** `ALLOW_USER_SRP_AUTH`, ... */
  readonly flows: ReadonlySet<string>;
  readonly accessSeconds: number;
  readonly idSeconds: number;
  readonly refreshSeconds: number;
  /** How long a session between two steps of a sign-in lasts. */
  readonly sessionSeconds: number;
  /** Undefined: all attributes. */
  readonly readable: ReadonlySet<string> | undefined;
  readonly writable: ReadonlySet<string> | undefined;
  readonly hidesUsers: boolean;
  readonly canRevoke: boolean;
  /** Seconds that a rotated refresh token stays valid; undefined without rotation. */
  readonly rotation: { readonly graceSeconds: number } | undefined;
  readonly oauth: {
    readonly isEnabled: boolean;
    readonly flows: readonly string[];
    readonly scopes: readonly string[];
    readonly callbackUrls: readonly string[];
    readonly logoutUrls: readonly string[];
    readonly defaultRedirect: string | undefined;
  };
  /** `COGNITO`, `Google`, ... */
  readonly providers: readonly string[];
  readonly values: Values;
}

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateUserPoolClient.html */
const defaultFlows = ["ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_SRP_AUTH", "ALLOW_CUSTOM_AUTH"];

export function clientSettings(id: string, name: string, values: Values): ClientSettings {
  const flows = texts(values, "explicit_auth_flows");
  const providers = texts(values, "supported_identity_providers");
  const rotation = block(values, "refresh_token_rotation");
  return {
    id,
    name,
    values,
    poolId: text(values, "user_pool_id") ?? "",
    secret: text(values, "client_secret"),
    flows: new Set(flowsOf(flows)),
    accessSeconds: validitySeconds(values, "access"),
    idSeconds: validitySeconds(values, "id"),
    refreshSeconds: validitySeconds(values, "refresh"),
    sessionSeconds: (number(values, "auth_session_validity") ?? 3) * 60,
    readable: setOf(texts(values, "read_attributes")),
    writable: setOf(texts(values, "write_attributes")),
    hidesUsers: text(values, "prevent_user_existence_errors") === "ENABLED",
    canRevoke: flag(values, "enable_token_revocation") ?? true,
    rotation:
      rotation !== undefined && text(rotation, "feature") === "ENABLED"
        ? { graceSeconds: number(rotation, "retry_grace_period_seconds") ?? 0 }
        : undefined,
    oauth: {
      isEnabled: flag(values, "allowed_oauth_flows_user_pool_client") ?? false,
      flows: texts(values, "allowed_oauth_flows"),
      scopes: texts(values, "allowed_oauth_scopes"),
      callbackUrls: texts(values, "callback_urls"),
      logoutUrls: texts(values, "logout_urls"),
      defaultRedirect: text(values, "default_redirect_uri"),
    },
    providers: providers.length === 0 ? ["COGNITO"] : providers,
  };
}

/** Flows with older names are beside the usual ones: recorded, `test/local/recorded/cognito/users.json`. */
function flowsOf(flows: readonly string[]): readonly string[] {
  const isOlder = flows.every((flow) => !flow.startsWith("ALLOW_"));
  // With this one, no other flow is allowed.
  if (!isOlder || flows.includes("CUSTOM_AUTH_FLOW_ONLY")) return flows.map(flowName);
  return [...defaultFlows, ...flows.map(flowName)];
}

/** The older names of flows mean the same as the newer ones. */
function flowName(flow: string): string {
  if (flow === "ADMIN_NO_SRP_AUTH") return "ALLOW_ADMIN_USER_PASSWORD_AUTH";
  if (flow === "CUSTOM_AUTH_FLOW_ONLY") return "ALLOW_CUSTOM_AUTH";
  return flow.startsWith("ALLOW_") ? flow : `ALLOW_${flow}`;
}

const setOf = (names: readonly string[]): ReadonlySet<string> | undefined =>
  names.length === 0 ? undefined : new Set(names);
