import { createHash } from "node:crypto";
import { randomText } from "../../../invoke";

const header = Buffer.from(JSON.stringify({ cty: "JWT", enc: "A256GCM", alg: "RSA-OAEP" })).toString(
  "base64url",
);

/** Refresh tokens look like the service's, which only the service can read: the parts after the header are random. */
export function createRefreshToken(): string {
  return [header, ...[256, 12, 600, 16].map((bytes) => randomText(bytes, "base64url"))].join(".");
}

/** Refresh tokens are not kept, only their hashes. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
