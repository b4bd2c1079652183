import { parseArn } from "../../../facts/aws/arns";
import type { ConditionKeys, LocalRole, PolicyDocumentStatement } from "../../../model";
import type { Claims } from "../../identities/token-verifier";
import { type Caller, nameOfCaller } from "../../permissions/caller";
import type { RequestAccess } from "../../permissions/needed-access";
import { type LocalSession, localIdentity, sessionArn } from "../../wire/local-credentials";
import { NotHereError, type Operation, ServiceError } from "../contract/define-service";
import { missingResource } from "../contract/missing-resource";
import type { QueryResult } from "../contract/query-protocol";
import type { StsRoles } from "./roles";

/** A request with its sender. */
export interface StsRequest {
  readonly form: URLSearchParams;
  readonly caller: Caller;
  readonly access: RequestAccess | undefined;
}

type StsOperation = Operation<StsRoles, StsRequest, QueryResult>;

/** Source: https://docs.aws.amazon.com/STS/latest/APIReference/API_Operations.html */
export const stsOperations = {
  GetCallerIdentity: (roles, { caller }) => identityOf(roles, caller),

  AssumeRole: (roles, { form, caller, access }) => {
    const request = parseRequest(roles, form, nameOfCaller(caller));
    const tags = tagsIn(form);
    const keys = {
      "sts:RoleSessionName": request.sessionName,
      "sts:ExternalId": form.get("ExternalId") ?? undefined,
      "sts:SourceIdentity": form.get("SourceIdentity") ?? undefined,
      ...requestTagKeys(tags),
    };
    const actions = ["sts:AssumeRole", ...(Object.keys(tags).length === 0 ? [] : ["sts:TagSession"])];
    permit(access, actions, request, keys, nameOfCaller(caller));
    return assumed(roles, request, { policies: policiesIn(roles, form), tags });
  },

  AssumeRoleWithWebIdentity: async (roles, { form, access }) => {
    const request = parseRequest(roles, form);
    const token = required(form, "WebIdentityToken");
    const provider = roles.identities.trustedProvider(token);
    if (provider === undefined) {
      throw new ServiceError("InvalidIdentityToken", "No OpenIDConnect provider found in your account", 400);
    }
    const check = await roles.identities.verify(token, provider.host, provider.clients);
    if (!check.accepted) {
      const code = /expired/.test(check.reason) ? "ExpiredTokenException" : "InvalidIdentityToken";
      throw new ServiceError(code, `The ID Token provided is not valid: ${check.detail}`, 400);
    }
    const { claims } = check;
    const keys = claimKeys(provider.host, claims);
    const federated = access?.as({ type: "federated", provider: provider.name });
    permit(
      federated,
      ["sts:AssumeRoleWithWebIdentity"],
      request,
      { ...keys, "sts:RoleSessionName": request.sessionName },
      provider.name,
    );
    const result = assumed(roles, request, {
      policies: policiesIn(roles, form),
      keys: { ...keys, "aws:FederatedProvider": provider.name },
    });
    return {
      ...result,
      SubjectFromWebIdentityToken: String(claims.sub ?? ""),
      Audience: String([claims.aud].flat()[0] ?? ""),
      Provider: provider.name,
    };
  },
} satisfies Record<string, StsOperation>;

interface AssumeRequest {
  readonly role: LocalRole;
  readonly sessionName: string;
  readonly seconds: number;
}

/** @param who - the caller; undefined for one without credentials */
function parseRequest(roles: StsRoles, form: URLSearchParams, who?: string): AssumeRequest {
  const roleArn = required(form, "RoleArn");
  const sessionName = required(form, "RoleSessionName");
  if (!/^[\w+=,.@-]{2,64}$/.test(sessionName)) {
    throw new ServiceError(
      "ValidationError",
      `1 validation error detected: Value '${sessionName}' at 'roleSessionName' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\w+=,.@-]*`,
      400,
    );
  }
  if (!parseArn(roleArn)?.resource) {
    throw new ServiceError("ValidationError", `${roleArn} is invalid`, 400);
  }
  const role = roles.find(roleArn);
  if (role === undefined || role.arn !== roleArn) {
    // AWS does not reveal whether a role exists.
    const words =
      who === undefined
        ? "Not authorized to perform sts:AssumeRoleWithWebIdentity"
        : `User: ${who} is not authorized to perform: sts:AssumeRole on resource: ${roleArn}`;
    throw new NotHereError("AccessDenied", words, missingResource("sts", "role", roleArn), 403);
  }
  const seconds = Number(form.get("DurationSeconds") ?? 3600);
  if (!(Number.isInteger(seconds) && seconds >= 900)) {
    throw new ServiceError(
      "ValidationError",
      `1 validation error detected: Value '${form.get("DurationSeconds")}' at 'durationSeconds' failed to satisfy constraint: Member must have value greater than or equal to 900`,
      400,
    );
  }
  if (seconds > role.maxSessionSeconds) {
    throw new ServiceError(
      "ValidationError",
      "The requested DurationSeconds exceeds the MaxSessionDuration set for this role.",
      400,
    );
  }
  return { role, sessionName, seconds };
}

/** Lets a caller pass whom the trust policy of the role allows, and the caller's own policies do not keep from it. */
function permit(
  access: RequestAccess | undefined,
  actions: readonly string[],
  { role }: AssumeRequest,
  keys: ConditionKeys,
  who: string,
): void {
  const resourcePolicy: readonly PolicyDocumentStatement[] = role.trust;
  const needed = actions.map((action) => ({
    action,
    resource: role.arn,
    keys,
    resourcePolicy,
    isTrust: true,
  }));
  const denied = access?.check(needed);
  if (denied === undefined) return;
  // AWS does not say which policy denies it.
  const message = denied.startsWith("User: ") ? denied : `User: ${who} is not authorized`;
  throw new ServiceError("AccessDenied", message.split(/ (?:because|with) /, 1).join(""), 403);
}

function assumed(
  roles: StsRoles,
  { role, sessionName, seconds }: AssumeRequest,
  more: Partial<LocalSession>,
): QueryResult {
  // Sessions of the same second are the same session.
  const expiresAt = Math.floor(roles.now / 1000) * 1000 + seconds * 1000;
  const isEmpty = (value: unknown): boolean =>
    value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
  const given = Object.fromEntries(Object.entries(more).filter(([, value]) => !isEmpty(value)));
  const session: LocalSession = { roleArn: role.arn, sessionName, expiresAt, ...given };
  const { accessKeyId, secretAccessKey, sessionToken } = roles.accessKeys.ofSession(session);
  return {
    Credentials: {
      AccessKeyId: accessKeyId,
      SecretAccessKey: secretAccessKey,
      SessionToken: sessionToken,
      Expiration: new Date(expiresAt).toISOString().replace(/\.\d+Z$/, "Z"),
    },
    AssumedRoleUser: { AssumedRoleId: `${role.id}:${sessionName}`, Arn: sessionArn(session) },
  };
}

function identityOf(roles: StsRoles, caller: Caller): QueryResult {
  if (caller.type === "session") {
    const { roleArn, sessionName } = caller.session;
    return {
      UserId: `${roles.find(roleArn)?.id ?? "AROALOCALROLE00000000"}:${sessionName}`,
      Account: roleArn.split(":")[4] ?? "",
      Arn: sessionArn(caller.session),
    };
  }
  if (caller.type !== "administrator") {
    throw new ServiceError("MissingAuthenticationToken", "Request is missing Authentication Token", 403);
  }
  const { account, partition } = roles.model;
  const { userId, userArn } = localIdentity(account, partition);
  return { UserId: userId, Account: account, Arn: userArn };
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (value !== null && value !== "") return value;
  const member = name.charAt(0).toLowerCase() + name.slice(1);
  throw new ServiceError(
    "ValidationError",
    `1 validation error detected: Value null at '${member}' failed to satisfy constraint: Member must not be null`,
    400,
  );
}

/** `Policy`, and the managed policies in `PolicyArns.member.1.arn`. */
function policiesIn(roles: StsRoles, form: URLSearchParams): readonly string[] {
  const inline = form.get("Policy");
  const arns = membersOf(form, "PolicyArns", "arn");
  const managed = arns.map(
    (arn) => roles.policyDocument(arn) ?? malformed(`The policy ${arn} is not in the app.`),
  );
  if (inline !== null && !roles.isPolicy(inline)) malformed("The policy is not in the valid JSON format.");
  return [...(inline === null ? [] : [inline]), ...managed];
}

function malformed(message: string): never {
  throw new ServiceError("MalformedPolicyDocument", message, 400);
}

/** Source: recorded answers of AWS, `test/local/recorded/sts/roles.json` */
function checkTagKeys(form: URLSearchParams, keys: readonly string[]): void {
  const known = new Set(keys.map((key) => key.toLowerCase()));
  const transitive = membersOf(form, "TransitiveTagKeys");
  if (known.size < keys.length) {
    const message = "Duplicate tag keys found. Please note that Tag keys are case insensitive.";
    throw new ServiceError("InvalidParameterValue", message, 400);
  }
  if (transitive.some((key) => !known.has(key.toLowerCase()))) {
    const message = "The specified transitive tag key must be included in the requested tags.";
    throw new ServiceError("InvalidParameterValue", message, 400);
  }
}

function tagsIn(form: URLSearchParams): Readonly<Record<string, string>> {
  const keys = membersOf(form, "Tags", "Key");
  checkTagKeys(form, keys);
  const values = membersOf(form, "Tags", "Value");
  return Object.fromEntries(keys.map((key, index) => [key, values[index] ?? ""]));
}

/** The texts of a list, or a member of each of its structures. */
function membersOf(form: URLSearchParams, list: string, member?: string): readonly string[] {
  const found: string[] = [];
  for (let index = 1; ; index += 1) {
    const value = form.get(`${list}.member.${index}${member === undefined ? "" : `.${member}`}`);
    if (value === null) return found;
    found.push(value);
  }
}

function requestTagKeys(tags: Readonly<Record<string, string>>): ConditionKeys {
  const entries = Object.entries(tags).map(([key, value]) => [`aws:RequestTag/${key}`, value] as const);
  return { ...Object.fromEntries(entries), "aws:TagKeys": Object.keys(tags) };
}

/** The claims of a token as condition keys: `cognito-identity.amazonaws.com:aud`. */
function claimKeys(host: string, claims: Claims): Record<string, string | readonly string[]> {
  const keys: Record<string, string | readonly string[]> = {};
  for (const [claim, value] of Object.entries(claims)) {
    if (Array.isArray(value)) keys[`${host}:${claim}`] = value.map(String);
    else if (typeof value === "string") keys[`${host}:${claim}`] = value;
  }
  return keys;
}
