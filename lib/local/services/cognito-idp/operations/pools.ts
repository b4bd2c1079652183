import { randomInt, randomUUID } from "node:crypto";
import { prefixOfSignInHost } from "../../../../facts/aws/service-hosts";
import { serviceUserAttributes } from "../../../../facts/aws/user-attributes";
import { block, blocks, text, textMap, type Values } from "../../../../model";
import { ServiceError } from "../../contract/define-service";
import { attributesOf, described } from "../../contract/described";
import { matching, oneOf } from "../../contract/violations";
import { refusals } from "../errors";
import { type InputOf, model, type Operations, pageOf, poolTimes, seconds } from "../operation";
import type { KeptClient, LoginStyle, Pool } from "../pool";
import { type AttributeSchema, type ClientSettings, resourcesOf } from "../settings";
import type { UserPools } from "../user-pools";

/** The settings of pools and of their domains. */
export const poolOperations = {
  ListUserPools: (pools, page) =>
    pageOf(pools.all, page, "UserPools", ({ settings: { id, name } }) => ({
      Id: id,
      Name: name,
      LambdaConfig: {},
      ...poolTimes,
    })),
  DescribeUserPool: (pools, { UserPoolId }) => ({
    UserPool: poolAnswer(pools.requirePool(UserPoolId)),
  }),
  DescribeUserPoolDomain: (pools, { Domain }) => {
    const found = pools.model.find("aws_cognito_user_pool_domain", "domain", Domain);
    if (found === undefined) return { DomainDescription: {} };
    const { values } = found;
    const CertificateArn = text(values, "certificate_arn");
    return {
      DomainDescription: {
        UserPoolId: text(values, "user_pool_id"),
        AWSAccountId: pools.model.account,
        Domain,
        CloudFrontDistribution: text(values, "cloudfront_distribution"),
        Status: "ACTIVE",
        CustomDomainConfig: CertificateArn === undefined ? undefined : { CertificateArn },
      },
    };
  },
  GetUserPoolMfaConfig: (pools, { UserPoolId }) => {
    const { mfa, values, passkeys } = pools.requirePool(UserPoolId).settings;
    const { relyingPartyId: RelyingPartyId, needsUserVerification } = passkeys;
    const UserVerification = needsUserVerification ? "required" : "preferred";
    return described(model.members("outputs", "GetUserPoolMfaConfig"), values, {
      MfaConfiguration: mfa,
      SmsMfaConfiguration: block(values, "sms_configuration") && describedAs("SmsMfaConfigType", values),
      WebAuthnConfiguration: RelyingPartyId === undefined ? undefined : { RelyingPartyId, UserVerification },
    });
  },
} satisfies Operations;

function poolAnswer({ settings, users }: Pool): object {
  const { values, passwordPolicy: policy, attributes, devices, domain } = settings;
  const invitations = block(values, "admin_create_user_config") ?? {};
  const template = block(values, "verification_message_template");
  const defaults = { deletion_protection: "INACTIVE", user_pool_tier: "ESSENTIALS", lambda_config: [{}] };
  return describedAs(
    "UserPoolType",
    { ...defaults, ...values },
    {
      Id: settings.id,
      ...poolTimes,
      Policies: {
        PasswordPolicy: {
          MinimumLength: policy.minimumLength,
          RequireUppercase: policy.needsUppercase,
          RequireLowercase: policy.needsLowercase,
          RequireNumbers: policy.needsNumbers,
          RequireSymbols: policy.needsSymbols,
          TemporaryPasswordValidityDays: policy.temporaryDays,
          PasswordHistorySize: policy.historySize > 0 ? policy.historySize : undefined,
        },
        SignInPolicy: { AllowedFirstAuthFactors: settings.firstFactors },
      },
      SchemaAttributes: [...attributes.values()]
        .filter(({ name }) => name !== "identities")
        .map(attributeAnswer),
      AutoVerifiedAttributes: settings.autoVerified,
      VerificationMessageTemplate: describedAs("VerificationMessageTemplateType", {
        default_email_option: "CONFIRM_WITH_CODE",
        ...template,
      }),
      MfaConfiguration: settings.mfa,
      DeviceConfiguration: devices && {
        ChallengeRequiredOnNewDevice: devices.isChallenged,
        DeviceOnlyRememberedOnUserPrompt: devices.asksUser,
      },
      EstimatedNumberOfUsers: users.all.length,
      UserPoolTags: textMap(values, "tags"),
      Domain: domain && prefixOfSignInHost(domain),
      CustomDomain: domain && prefixOfSignInHost(domain) === undefined ? domain : undefined,
      AdminCreateUserConfig: describedAs("AdminCreateUserConfigType", invitations, {
        AllowAdminCreateUserOnly: settings.isAdminOnly,
        UnusedAccountValidityDays: policy.temporaryDays,
      }),
      UsernameConfiguration: { CaseSensitive: settings.isCaseSensitive },
    },
  );
}

/** A structure of the service, from the attributes with its names. */
const describedAs = (structure: string, values: Values, given?: Values): Values =>
  described(model.members("structures", structure), values, given);

function attributeAnswer(schema: AttributeSchema): object {
  const { name, type, isDeveloperOnly, isMutable, isRequired, minLength, maxLength, minValue, maxValue } =
    schema;
  return {
    Name: name,
    AttributeDataType: type,
    DeveloperOnlyAttribute: isDeveloperOnly,
    Mutable: isMutable,
    Required: isRequired,
    StringAttributeConstraints:
      type === "String" ? { MinLength: minLength?.toString(), MaxLength: maxLength?.toString() } : undefined,
    NumberAttributeConstraints:
      type === "Number" ? { MinValue: minValue?.toString(), MaxValue: maxValue?.toString() } : undefined,
  };
}

/** Clients of a pool. */
export const clientOperations = {
  CreateUserPoolClient: (pools, { UserPoolId, ClientName, GenerateSecret, ClientSecret, ...input }) => {
    const pool = pools.requirePool(UserPoolId);
    if (GenerateSecret === true && ClientSecret !== undefined)
      throw refusals.invalid("ClientSecret cannot be given together with GenerateSecret.");
    const secret = GenerateSecret === true ? randomId(51) : ClientSecret;
    checkClientInput(pools, {
      poolId: UserPoolId,
      name: ClientName,
      hasSecret: secret !== undefined,
      input,
      occasion: "creating",
    });
    if (pool.clients.all.length >= maxClients)
      throw refusals.limit(`The maximum number of clients of user pool ${UserPoolId} has been reached.`);
    const now = pool.clock.now();
    const id = randomId(26);
    pool.clients.put({
      id,
      name: ClientName,
      values: clientValues(UserPoolId, { name: ClientName, secret }, input),
      createdAt: now,
      modifiedAt: now,
    });
    return { UserPoolClient: clientAnswer(pool, pool.clients.require(id)) };
  },
  /** Replaces the settings of a client: those that are left out get their defaults. */
  UpdateUserPoolClient: (pools, { UserPoolId, ClientId, ClientName, ...input }) => {
    const { pool, client } = pools.requireClientOf(UserPoolId, ClientId);
    const name = ClientName ?? client.name;
    const hasSecret = client.secret !== undefined;
    checkClientInput(pools, { poolId: UserPoolId, name, hasSecret, input, occasion: "updating" });
    pool.clients.put({
      id: ClientId,
      name,
      values: clientValues(UserPoolId, { name, secret: client.secret }, input),
      createdAt: pool.clients.kept(ClientId)?.createdAt ?? 0,
      modifiedAt: pool.clock.now(),
    });
    return { UserPoolClient: clientAnswer(pool, pool.clients.require(ClientId)) };
  },
  DeleteUserPoolClient: (pools, { UserPoolId, ClientId }) => {
    const { clients, styles } = pools.requirePool(UserPoolId);
    clients.delete(ClientId);
    const style = styles.ofClient(ClientId);
    if (style !== undefined) styles.delete(style.id);
    return {};
  },
  DescribeUserPoolClient: (pools, { UserPoolId, ClientId }) => {
    const { pool, client } = pools.requireClientOf(UserPoolId, ClientId);
    return { UserPoolClient: clientAnswer(pool, client) };
  },
  ListUserPoolClients: (pools, { UserPoolId, ...page }) =>
    pageOf(pools.requirePool(UserPoolId).clients.all, page, "UserPoolClients", ({ id, name }) => ({
      ClientId: id,
      UserPoolId,
      ClientName: name,
    })),
} satisfies Operations;

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html */
const maxClients = 1000;

const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz";

function randomId(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** The attributes that the JSON of an app would have for a client with these settings. */
const clientValues = (
  user_pool_id: string,
  { name, secret }: Pick<ClientSettings, "name" | "secret">,
  input: ClientInput,
): Values => ({
  ...attributesOf(clientMembers(), input),
  user_pool_id,
  name,
  ...(secret !== undefined && { client_secret: secret }),
});

const clientMembers = () => model.members("structures", "UserPoolClientType");

/** A client, as the operations about clients show it. */
function clientAnswer(pool: Pool, client: ClientSettings): object {
  const { values, oauth, rotation } = client;
  return described(
    clientMembers(),
    { refresh_token_validity: 30, ...values },
    {
      ClientId: client.id,
      ClientName: client.name,
      ...timesOf(pool.clients.kept(client.id)),
      ExplicitAuthFlows: [...client.flows],
      SupportedIdentityProviders: client.providers,
      CallbackURLs: oauth.callbackUrls,
      LogoutURLs: oauth.logoutUrls,
      AllowedOAuthFlows: oauth.flows,
      AllowedOAuthScopes: oauth.scopes,
      AllowedOAuthFlowsUserPoolClient: oauth.isEnabled,
      PreventUserExistenceErrors: client.hidesUsers ? "ENABLED" : "LEGACY",
      EnableTokenRevocation: client.canRevoke,
      AuthSessionValidity: client.sessionSeconds / 60,
      RefreshTokenRotation: rotation && {
        Feature: "ENABLED",
        RetryGracePeriodSeconds: rotation.graceSeconds,
      },
    },
  );
}

function timesOf(kept: KeptClient | undefined): object {
  if (kept === undefined) return poolTimes;
  return { CreationDate: seconds(kept.createdAt), LastModifiedDate: seconds(kept.modifiedAt) };
}

const flowNames = new Set([
  "ADMIN_NO_SRP_AUTH",
  "CUSTOM_AUTH_FLOW_ONLY",
  "USER_PASSWORD_AUTH",
  "ALLOW_ADMIN_USER_PASSWORD_AUTH",
  "ALLOW_CUSTOM_AUTH",
  "ALLOW_USER_PASSWORD_AUTH",
  "ALLOW_USER_SRP_AUTH",
  "ALLOW_REFRESH_TOKEN_AUTH",
  "ALLOW_USER_AUTH",
]);

const oauthFlows = ["code", "implicit", "client_credentials"];
const maxUrls = 100;

/** The settings of a client that operations take. */
type ClientInput = Omit<InputOf<"UpdateUserPoolClient">, "UserPoolId" | "ClientId" | "ClientName">;

/** A client whose settings are checked. */
interface CheckedClient {
  readonly poolId: string;
  readonly name: string;
  readonly hasSecret: boolean;
  readonly input: ClientInput;
  /** In the words of a refusal. */
  readonly occasion: "creating" | "updating";
}

/**
 * Refuses settings that the service refuses.
 *
 * Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateUserPoolClient.html
 */
function checkClientInput(
  pools: UserPools,
  { poolId, name, hasSecret, input, occasion }: CheckedClient,
): void {
  if (!/^[\w\s+=,.@-]{1,128}$/.test(name))
    throw refusals.violation("clientName", name, matching("[\\w\\s+=,.@-]+"));
  for (const [at, urls = []] of [
    ["callbackURLs", input.CallbackURLs],
    ["logoutURLs", input.LogoutURLs],
  ] as const) {
    if (urls.length > maxUrls)
      throw refusals.violation(at, urls.join(", "), `have length less than or equal to ${maxUrls}`);
    for (const url of urls) checkUrl(url);
  }
  const { DefaultRedirectURI: fallback, CallbackURLs: callbacks = [] } = input;
  if (fallback !== undefined && !callbacks.includes(fallback))
    throw refusals.invalid(`${fallback} is not in the list of callback URLs.`);
  for (const flow of input.ExplicitAuthFlows ?? []) {
    if (!flowNames.has(flow)) throw refusals.violation("explicitAuthFlows", flow, oneOf(flowNames));
  }
  checkAttributes(pools, poolId, input, occasion);
  checkOauth(input, hasSecret);
  checkScopes(pools, poolId, input.AllowedOAuthScopes ?? []);
  const providers = resourcesOf(pools.model, "aws_cognito_identity_provider", poolId).map(({ values }) =>
    text(values, "provider_name"),
  );
  for (const provider of input.SupportedIdentityProviders ?? []) {
    if (provider !== "COGNITO" && !providers.includes(provider))
      throw refusals.invalid(`The provider ${provider} does not exist for User Pool ${poolId}.`);
  }
}

/** The client may read and write attributes that the pool has. It must be able to write those that the pool requires. */
function checkAttributes(
  pools: UserPools,
  poolId: string,
  { ReadAttributes: reads = [], WriteAttributes: writes = [] }: ClientInput,
  occasion: string,
): void {
  const { attributes } = pools.requirePool(poolId).settings;
  const refuse = (kind: string) =>
    refusals.invalid(`Invalid ${kind} attributes specified while ${occasion} a client`);
  if (reads.some((name) => !attributes.has(name))) throw refuse("read");
  if (writes.some((name) => !attributes.has(name) || serviceUserAttributes.includes(name)))
    throw refuse("write");
  const required = [...attributes.values()].filter(({ name, isRequired }) => isRequired && name !== "sub");
  if (writes.length > 0 && required.some(({ name }) => !writes.includes(name))) throw refuse("write");
}

function checkOauth(
  { AllowedOAuthFlows: flows = [], AllowedOAuthScopes: scopes = [], ...input }: ClientInput,
  hasSecret: boolean,
): void {
  for (const flow of flows) {
    if (!oauthFlows.includes(flow)) throw refusals.violation("allowedOAuthFlows", flow, oneOf(oauthFlows));
  }
  const isMachine = flows.includes("client_credentials");
  const refuse = (message: string) => new ServiceError("InvalidOAuthFlowException", message);
  if (isMachine && flows.length > 1)
    throw refuse("client_credentials flow can not be selected along with code flow or implicit flow.");
  if (isMachine && !hasSecret)
    throw refuse("client_credentials flow can not be selected if client does not have a client secret.");
  if (input.AllowedOAuthFlowsUserPoolClient === true && (flows.length === 0 || scopes.length === 0))
    throw refuse(
      "AllowedOAuthFlows and AllowedOAuthScopes are required if user pool client is allowed to use OAuth flows.",
    );
}

function checkScopes(pools: UserPools, poolId: string, scopes: readonly string[]): void {
  const known = knownScopes(pools, poolId);
  for (const scope of scopes) {
    if (!known.includes(scope))
      throw new ServiceError("ScopeDoesNotExistException", `Invalid scope requested: ${scope}`);
  }
}

/** Accepts HTTPS, HTTP of this machine, and the scheme of an app; without a fragment. */
function checkUrl(url: string): void {
  if (!URL.canParse(url) || !url.includes("://"))
    throw refusals.invalid(`${url} is not a valid redirect URI.`);
  if (url.includes("#")) throw refusals.invalid(`${url} cannot contain a fragment.`);
  if (!isAppAddress(url)) throw refusals.invalid(`${url} cannot use the HTTP protocol.`);
}

/** Whether an address has a scheme that the service accepts: HTTP only for this machine. */
export function isAppAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol !== "http:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

/** Resource servers. */
export const resourceServerOperations = {
  ListResourceServers: (pools, { UserPoolId, ...page }) => {
    pools.requirePool(UserPoolId);
    const servers = resourceServersOf(pools, UserPoolId);
    return pageOf(servers, page, "ResourceServers", resourceServerAnswer, 50);
  },
  DescribeResourceServer: (pools, { UserPoolId, Identifier }) => {
    pools.requirePool(UserPoolId);
    const found = resourceServersOf(pools, UserPoolId).find(
      (each) => text(each, "identifier") === Identifier,
    );
    if (found === undefined) throw refusals.noResource(`Resource server ${Identifier} does not exist.`);
    return { ResourceServer: resourceServerAnswer(found) };
  },
} satisfies Operations;

/** The resource servers of a pool, as the app declares them. */
const resourceServersOf = ({ model }: UserPools, poolId: string): readonly Values[] =>
  resourcesOf(model, "aws_cognito_resource_server", poolId).map(({ values }) => values);

/** The scopes that clients of a pool may have: those of the service, and those of the resource servers. */
export function knownScopes(pools: UserPools, poolId: string): readonly string[] {
  return [...standardScopes, ...customScopes(pools, poolId)];
}

const standardScopes = ["openid", "email", "phone", "profile", "aws.cognito.signin.user.admin"];

export function customScopes(pools: UserPools, poolId: string): readonly string[] {
  return resourceServersOf(pools, poolId).flatMap((server) =>
    blocks(server, "scope").map((scope) => `${text(server, "identifier")}/${text(scope, "scope_name")}`),
  );
}

const resourceServerAnswer = (values: Values): object =>
  described(model.members("structures", "ResourceServerType"), values);

/** Styles of the sign-in pages. */
export const styleOperations = {
  CreateManagedLoginBranding: (
    pools,
    { UserPoolId, ClientId, UseCognitoProvidedValues = false, Settings, Assets },
  ) => {
    const { pool } = pools.requireClientOf(UserPoolId, ClientId);
    const isOwn = Settings !== undefined || Assets !== undefined;
    if (UseCognitoProvidedValues === isOwn)
      throw refusals.invalid("Provide either UseCognitoProvidedValues, or Settings and Assets.");
    const now = pool.clock.now();
    const style = pool.styles.add({
      id: randomUUID(),
      clientId: ClientId,
      isDefault: UseCognitoProvidedValues,
      settings: Settings,
      assets: Assets,
      createdAt: now,
      modifiedAt: now,
    });
    return styleAnswer(pool, style);
  },
  DescribeManagedLoginBrandingByClient: (pools, { UserPoolId, ClientId }) => {
    const { pool } = pools.requireClientOf(UserPoolId, ClientId);
    const style = pool.styles.ofClient(ClientId);
    if (style === undefined)
      throw refusals.noResource(`Managed login branding for client ${ClientId} does not exist.`);
    return styleAnswer(pool, style);
  },
  DeleteManagedLoginBranding: (pools, { ManagedLoginBrandingId, UserPoolId }) => {
    pools.requirePool(UserPoolId).styles.delete(ManagedLoginBrandingId);
    return {};
  },
} satisfies Operations;

function styleAnswer({ settings }: Pool, style: LoginStyle): object {
  return {
    ManagedLoginBranding: {
      ManagedLoginBrandingId: style.id,
      UserPoolId: settings.id,
      UseCognitoProvidedValues: style.isDefault,
      Settings: style.settings,
      Assets: style.assets ?? [],
      CreationDate: seconds(style.createdAt),
      LastModifiedDate: seconds(style.modifiedAt),
    },
  };
}
