import type { TerraformResource } from "cdktf";
import type { IConstruct } from "constructs";

/** The method with which an API describes itself as the origin of a CDN. */
export const cdnOrigin: unique symbol = Symbol.for("serverform.cdnOrigin");

/** An API as the origin of a CDN. */
export interface CdnOrigin {
  /** Host of the API. */
  readonly domainName: string;
  /** Path that is put before every path: `/prod`. @default - none */
  readonly basePath?: string | undefined;
  /** The only path of the API, to which the CDN sends every request. @default - paths are forwarded unchanged */
  readonly onlyPath?: string | undefined;
  /** Why a CDN cannot reach it, as the end of a sentence: `is private`. @default - it can */
  readonly unreachable?: string | undefined;
  /** Lists the resources that answer requests at the API. Complete when everything is declared. */
  readonly served: () => readonly (TerraformResource | undefined)[];
}

/** An API that may stand under the domain of a site. */
export interface BehindCdn extends IConstruct {
  /** @internal */
  [cdnOrigin](): CdnOrigin;
}

/** Why a CDN cannot reach an API Gateway API; undefined as far as is known. */
export function whyUnreachable(api: object): string | undefined {
  const { disableExecuteApiEndpointInput: disabled, endpointConfiguration } = api as {
    readonly disableExecuteApiEndpointInput?: unknown;
    readonly endpointConfiguration?: { readonly internalValue?: unknown } | undefined;
  };
  if (String(disabled) === "true") return "has no default endpoint (disableExecuteApiEndpoint)";
  const { types } = Object(endpointConfiguration?.internalValue) as {
    readonly types?: readonly string[] | undefined;
  };
  return types?.includes("PRIVATE") === true ? "is private" : undefined;
}

/** Whether a value is an API that a CDN can have as an origin. */
export function isBehindCdn(value: unknown): value is BehindCdn {
  return typeof value === "object" && value !== null && cdnOrigin in value;
}
