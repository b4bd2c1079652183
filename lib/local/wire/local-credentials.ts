import { createHmac, randomBytes } from "node:crypto";
import { formatArn, roleNameOf } from "../../facts/aws/arns";
import { jsonOf } from "../../facts/text/json";

/** Credentials of AWS's form that are valid on this machine only. */
export interface LocalCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** The access key of the developer, which is the same in every project. */
export const administratorKeyId = "LOCALACCESSKEY000000";

const maxKnownOwners = 1000;

/**
 * The access keys that are valid on a server, all from one secret.
 *
 * A page cannot read the secret, so that it cannot sign for anyone. Commands take the secret of their project, so that what one of
 * them has signed is valid for another.
 */
export class AccessKeys {
  /**
   * The developer's credentials, for programs that can read the files of the project. They may do everything. They are not
   * valid in AWS.
   */
  readonly administrator: LocalCredentials;
  private readonly knownOwners = new Map<string, KeyOwner>();

  /** @param secret - base64url. The default is a secret that no other server has. */
  constructor(private readonly secret = randomBytes(32).toString("base64url")) {
    this.administrator = {
      accessKeyId: administratorKeyId,
      secretAccessKey: this.secretOf(administratorKeyId),
    };
  }

  /**
   * The credentials of a session. The token contains the session, so that no server must remember it. The same session
   * always has the same credentials.
   */
  ofSession(session: LocalSession): Required<LocalCredentials> {
    const sessionToken = prefix + Buffer.from(JSON.stringify(session)).toString("base64url");
    const accessKeyId = this.keyOf(sessionToken);
    return { accessKeyId, secretAccessKey: this.secretOf(accessKeyId), sessionToken };
  }

  /** The owner of a request's credentials, by its access key and its session token; undefined for any other key. */
  ownerOf(accessKeyId: string, sessionToken: string | undefined): KeyOwner | undefined {
    if (accessKeyId === administratorKeyId) return { type: "administrator" };
    const id = `${accessKeyId} ${sessionToken}`;
    const before = this.knownOwners.get(id);
    if (before !== undefined) return before;
    const session = sessionToken === undefined ? undefined : sessionIn(sessionToken);
    if (session === undefined || accessKeyId !== this.keyOf(sessionToken ?? "")) return undefined;
    const owner: KeyOwner = { type: "session", session };
    // Clients send the same token with every request, and few are used at a time.
    if (this.knownOwners.size >= maxKnownOwners) this.knownOwners.clear();
    this.knownOwners.set(id, owner);
    return owner;
  }

  /** The secret of an access key. */
  secretOf(accessKeyId: string): string {
    return createHmac("sha256", this.secret).update(`secret of ${accessKeyId}`).digest("base64url");
  }

  /** Only this project can make the key of a token, so that no request can claim a session that this project has not made. */
  private keyOf(sessionToken: string): string {
    const hash = createHmac("sha256", this.secret).update(sessionToken).digest("hex").toUpperCase();
    return `ASIA${hash.slice(0, 16)}`;
  }
}

/** A session of a role: of a function, or of anyone who has assumed the role. */
export interface LocalSession {
  readonly roleArn: string;
  /** The name that AWS writes behind the role's: the name of the function. */
  readonly sessionName: string;
  /** When the session ends, in milliseconds. @default - it does not end */
  readonly expiresAt?: number | undefined;
  /** Session policies, as JSON. @default - none */
  readonly policies?: readonly string[] | undefined;
  /** Tags of the session: `aws:PrincipalTag/<key>`. @default - none */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /** Further condition keys that the session carries: `cognito-identity.amazonaws.com:sub`. @default - none */
  readonly keys?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** The user of an identity pool who has the session. @default - none */
  readonly cognito?: CognitoCaller | undefined;
}

/** A user who signs requests with the credentials of an identity pool, as events show the user. */
export interface CognitoCaller {
  readonly identityPoolId: string;
  readonly identityId: string;
  /** `["authenticated", "<pool>", "<pool>:CognitoSignIn:<sub>"]`, or `["unauthenticated"]`. */
  readonly amr: readonly string[];
}

/** The prefix of this machine's session tokens. */
const prefix = "LOCALSESSION.";

/** The session that a token names; undefined for text that is not a token of this machine. */
export function sessionIn(sessionToken: string): LocalSession | undefined {
  if (!sessionToken.startsWith(prefix)) return undefined;
  const session = jsonOf(Buffer.from(sessionToken.slice(prefix.length), "base64url").toString("utf8"));
  return isSession(session) ? session : undefined;
}

/** The owner of an access key; undefined for a key that this machine has not made. */
export type KeyOwner =
  | { readonly type: "administrator" }
  | { readonly type: "session"; readonly session: LocalSession };

function isSession(value: unknown): value is LocalSession {
  if (typeof value !== "object" || value === null) return false;
  const { roleArn, sessionName } = value as Partial<Record<keyof LocalSession, unknown>>;
  return typeof roleArn === "string" && typeof sessionName === "string";
}

/** The session token of a request, in its headers or its query; undefined without one. */
export function sessionTokenIn(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  rawQuery: string,
): string | undefined {
  const header = headers["x-amz-security-token"];
  if (typeof header === "string") return header;
  if (!/x-amz-security-token=/i.test(rawQuery)) return undefined;
  const query = new URLSearchParams(rawQuery);
  return query.get("X-Amz-Security-Token") ?? query.get("x-amz-security-token") ?? undefined;
}

export const localUserId = "AIDALOCALUSER00000000";

export function localIdentity(account: string, partition = "aws") {
  return {
    accessKey: administratorKeyId as string,
    accountId: account,
    callerId: localUserId,
    userArn: formatArn({ partition, account }, "iam", "user/local"),
    userId: localUserId,
  };
}

export type LocalIdentity = ReturnType<typeof localIdentity>;

/** The ARN of a session: `arn:aws:sts::123456789012:assumed-role/notes/list`. */
export function sessionArn({ roleArn, sessionName }: LocalSession): string {
  const [, partition = "aws", , , account = ""] = roleArn.split(":");
  return formatArn({ partition, account }, "sts", `assumed-role/${roleNameOf(roleArn)}/${sessionName}`);
}
