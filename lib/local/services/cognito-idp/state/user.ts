import type { Verifier } from "../secrets/srp";
import type { AddressAttribute, MfaKind } from "../settings/pool-settings";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_UserType.html */
export type UserStatus =
  | "UNCONFIRMED"
  | "CONFIRMED"
  | "RESET_REQUIRED"
  | "FORCE_CHANGE_PASSWORD"
  | "EXTERNAL_PROVIDER";

/** The purpose of a code. */
export type CodePurpose = "sign-up" | "forgot-password" | `verify-${AddressAttribute}`;

export interface PendingCode {
  readonly code: string;
  readonly attribute: AddressAttribute;
  readonly expiresAt: number;
  failures: number;
}

/** A device that a user has signed in from. */
export interface Device {
  readonly key: string;
  readonly groupKey: string;
  /** Undefined until the client has confirmed the device. */
  verifier?: Verifier;
  name?: string;
  isRemembered: boolean;
  readonly createdAt: number;
  modifiedAt: number;
  usedAt: number;
}

/** A passkey of a user. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly relyingPartyId: string;
  /** The public key, as JWK. */
  readonly publicKey: Readonly<Record<string, unknown>>;
  readonly algorithm: number;
  readonly attachment?: string;
  readonly transports: readonly string[];
  counter: number;
  readonly createdAt: number;
}

/** A chain of tokens that began with one sign-in. */
export interface TokenChain {
  /** `origin_jti` of its tokens. */
  readonly id: string;
  readonly clientId: string;
  /** SHA-256 of the refresh tokens, with the time until when each may be used; the last is the current one. */
  refreshTokens: { readonly hash: string; until: number }[];
  readonly expiresAt: number;
  readonly signedInAt: number;
  readonly scopes: readonly string[];
  readonly deviceKey?: string;
  /** Whether the sign-in was at the pages. */
  readonly isHosted?: boolean;
  readonly nonce?: string;
  /** The API for which the access tokens are. */
  readonly resource?: string;
  revokedAt?: number;
}

/** A user of a pool. Kept as JSON. */
export interface User {
  readonly username: string;
  readonly sub: string;
  status: UserStatus;
  isEnabled: boolean;
  /** Without `sub`. */
  attributes: Record<string, string>;
  password?: Verifier;
  /** Earlier passwords, the latest first. */
  earlierPasswords: Verifier[];
  /** When a temporary password ends. */
  temporaryUntil?: number;
  codes: Partial<Record<CodePurpose, PendingCode>>;
  /** New values of addresses that count only when they are verified. */
  pending: Partial<Record<AddressAttribute, string>>;
  mfa: {
    enabled: MfaKind[];
    preferred?: MfaKind;
    totp?: { secret: string; name?: string; lastStep?: number };
    /** Associated, not verified. */
    newSecret?: string;
  };
  devices: Device[];
  passkeys: Passkey[];
  groups: string[];
  chains: TokenChain[];
  /** Failed passwords in a row, and until when no further one is tried. */
  failures: { count: number; lockedUntil: number };
  /** Tokens that were issued earlier, in seconds since 1970, are refused. */
  validSince: number;
  readonly createdAt: number;
  modifiedAt: number;
}

/** A group that the API created or changed. Groups of the app are in the JSON. */
export interface Group {
  readonly name: string;
  readonly description?: string | undefined;
  readonly roleArn?: string | undefined;
  readonly precedence?: number | undefined;
  readonly createdAt: number;
  readonly modifiedAt: number;
}
