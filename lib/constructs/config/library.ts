import type { ConstructMetadata } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";

export type ParameterMetadata = ConstructMetadata<"Parameter", { readonly name: string }>;

export const parameterDescription = {
  className: "Parameter",
  publicName: "Config.Parameter",
  binding: { client: "config", variables: ["value"], grants: false },
  metadata: metadataKind<ParameterMetadata>("Parameter"),
  document: {
    readme: "lib/constructs/config/README.md",
    summary: "values that functions read by name, and secrets",
    group: "Functions",
  },
} as const satisfies ConstructDescription;

export type SecretMetadata = ConstructMetadata<"Secret", { readonly name: string }>;

export const secretDescription = {
  className: "Secret",
  publicName: "Config.Secret",
  binding: { client: "config", variables: ["value"], grants: false },
  metadata: metadataKind<SecretMetadata>("Secret"),
} as const satisfies ConstructDescription;
