import type { ConstructMetadata } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
import { authTexts } from "./errors";

export type AuthMetadata = ConstructMetadata<"Auth", Readonly<Record<string, never>>>;

/** Code uses the keys of an Auth, and calls no service for it: it is bound, and not named in `permissions`. */
export const authDescription = {
  className: "Auth",
  binding: { client: "auth", variables: ["publicKey"], grants: false, isStored: true },
  metadata: metadataKind<AuthMetadata>("Auth"),
  texts: authTexts,
  document: { summary: "sign-in through OAuth, OIDC and links, without a user directory", group: "Users" },
} as const satisfies ConstructDescription;
