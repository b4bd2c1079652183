import { parseArn } from "../../../facts/aws/arns";
import {
  blocks,
  type ConditionKeys,
  type PolicyDocumentStatement,
  text,
  texts,
  type Values,
} from "../../../model";
import type { Claims } from "../../identities/token-verifier";
import { type Caller, nameOfCaller } from "../../permissions/caller";
import type { RequestAccess } from "../../permissions/needed-access";
import { type LocalSession, localIdentity, sessionArn } from "../../wire/local-credentials";
import { notInApp, type Operation, ServiceError } from "../contract/define-service";
import { detected, matching, violation } from "../contract/violations";
import type { StsRoles } from "./roles";

/** A request with its sender. */
export interface StsRequest {
  readonly values: Values;
  readonly caller: Caller;
  readonly access: RequestAccess | undefined;
}

type StsOperation = Operation<StsRoles, StsRequest, object>;

/** Source: https://docs.aws.amazon.com/STS/latest/APIReference/API_Operations.html */
export const stsOperations = {
  GetCallerIdentity: (roles, { caller }) => identityOf(roles, caller),

  AssumeRole: (roles, { values, caller, access }) => {
    const request = parseRequest(roles, values, nameOfCaller(caller));
    const tags = tagsIn(values);
    const keys = {
      "sts:RoleSessionName": request.sessionName,
      "sts:ExternalId": text(values, "ExternalId"),
      "sts:SourceIdentity": text(values, "SourceIdentity"),
      ...requestTagKeys(tags),
    };
    const actions = ["sts:AssumeRole", ...(Object.keys(tags).length === 0 ? [] : ["sts:TagSession"])];
    permit(access, actions, request, keys, nameOfCaller(caller));
    return assumed(roles, request, { policies: policiesIn(roles, values), tags });
  },

  AssumeRoleWithWebIdentity: async (roles, { values, access }) => {
    const request = parseRequest(roles, values);
    const token = required(values, "WebIdentityToken");
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
      policies: policiesIn(roles, values),
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

/** @param who - the caller; undefined for one without credentials */
function parseRequest(roles: StsRoles, values: Values, who?: string) {
  const roleArn = required(values, "RoleArn");
  const sessionName = required(values, "RoleSessionName");
  if (!/^[\w+=,.@-]{2,64}$/.test(sessionName)) {
    throw invalid(detected(violation("roleSessionName", sessionName, matching("[\\w+=,.@-]*"))));
  }
  if (!parseArn(roleArn)?.resource) {
    throw invalid(`${roleArn} is invalid`);
  }
  const role = roles.find(roleArn);
  if (role === undefined || role.arn !== roleArn) {
    // AWS does not reveal whether a role exists.
    const words =
      who === undefined
        ? "Not authorized to perform sts:AssumeRoleWithWebIdentity"
        : `User: ${who} is not authorized to perform: sts:AssumeRole on resource: ${roleArn}`;
    throw notInApp("sts", "role", roleArn, words, { code: "AccessDenied", status: 403 });
  }
  const given = text(values, "DurationSeconds");
  const seconds = Number(given ?? 3600);
  if (!(Number.isInteger(seconds) && seconds >= 900)) {
    throw invalid(detected(violation("durationSeconds", given, "have value greater than or equal to 900")));
  }
  if (seconds > role.maxSessionSeconds) {
    throw invalid("The requested DurationSeconds exceeds the MaxSessionDuration set for this role.");
  }
  return { role, sessionName, seconds };
}

type AssumeRequest = Readonly<ReturnType<typeof parseRequest>>;

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
): object {
  // Sessions of the same second are the same session.
  const expiresAt = Math.floor(roles.now / 1000) * 1000 + seconds * 1000;
  const isEmpty = (value: unknown): boolean =>
    value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
  const given = Object.fromEntries(Object.entries(more).filter(([, value]) => !isEmpty(value)));
  const session: LocalSession = { roleArn: role.arn, sessionName, expiresAt, ...given };
  const { accessKeyId, secretAccessKey, sessionToken } = roles.context.accessKeys.ofSession(session);
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

function identityOf(roles: StsRoles, caller: Caller): object {
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

function required(values: Values, name: string): string {
  const value = text(values, name) ?? "";
  if (value !== "") return value;
  const member = name.charAt(0).toLowerCase() + name.slice(1);
  throw invalid(detected(violation(member, null, "not be null")));
}

const invalid = (message: string): ServiceError => new ServiceError("ValidationError", message, 400);

/** `Policy`, and the managed policies in `PolicyArns.member.1.arn`. */
function policiesIn(roles: StsRoles, values: Values): readonly string[] {
  const inline = text(values, "Policy");
  const managed = blocks(values, "PolicyArns")
    .map(({ arn }) => String(arn))
    .map((arn) => roles.policyDocument(arn) ?? malformed(`The policy ${arn} is not in the app.`));
  if (inline !== undefined && !roles.isPolicy(inline))
    malformed("The policy is not in the valid JSON format.");
  return [...(inline === undefined ? [] : [inline]), ...managed];
}

function malformed(message: string): never {
  throw new ServiceError("MalformedPolicyDocument", message, 400);
}

/** Source: recorded answers of AWS, `test/local/recorded/sts/roles.json` */
function checkTagKeys(values: Values, keys: readonly string[]): void {
  const known = new Set(keys.map((key) => key.toLowerCase()));
  const transitive = texts(values, "TransitiveTagKeys");
  if (known.size < keys.length) {
    const message = "Duplicate tag keys found. Please note that Tag keys are case insensitive.";
    throw new ServiceError("InvalidParameterValue", message, 400);
  }
  if (transitive.some((key) => !known.has(key.toLowerCase()))) {
    const message = "The specified transitive tag key must be included in the requested tags.";
    throw new ServiceError("InvalidParameterValue", message, 400);
  }
}

function tagsIn(values: Values): Readonly<Record<string, string>> {
  const tags = blocks(values, "Tags").map(
    (tag) => [text(tag, "Key") ?? "", text(tag, "Value") ?? ""] as const,
  );
  checkTagKeys(
    values,
    tags.map(([key]) => key),
  );
  return Object.fromEntries(tags);
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
