import { resolve } from "node:path";
import { matchesWildcard } from "../../../facts/aws/wildcards";
import {
  block,
  blocks,
  type Model,
  number,
  type Resource,
  requireText,
  text,
  texts,
  type Values,
} from "../../../model";
import { readResponseHeaders } from "./response-headers";
import { loadViewerFunction } from "./viewer-function";

/** A file in the bucket of a site. */
export interface StoredFile {
  /** A file of this machine, or its content. */
  readonly body: { readonly path: string } | { readonly content: string };
  readonly contentType: string | undefined;
  readonly cacheControl: string | undefined;
}

/** Where a behavior of a distribution gets its answers. */
export type SiteOrigin =
  | {
      readonly kind: "files";
      readonly files: ReadonlyMap<string, StoredFile>;
      /** Puts addresses of this machine into a text. */
      readonly localText: (text: string) => string;
    }
  | { readonly kind: "server"; readonly host: string; readonly basePath: string };

/** A development server that replaces the files. */
export interface SiteDevServer {
  readonly folder: string;
  readonly command: string;
  readonly url: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Name of the function whose server it replaces; undefined for a site of files only. */
  readonly functionName: string | undefined;
}

/** The distributions that deliver a bucket of this app. */
export function siteResources(model: Model): readonly Resource[] {
  return model
    .ofType("aws_cloudfront_distribution")
    .filter(({ values }) => blocks(values, "origin").some((origin) => bucketOf(model, origin) !== undefined));
}

export function readSite(model: Model, resource: Resource) {
  const { values, constructPath, address } = resource;
  const ordered = blocks(values, "ordered_cache_behavior");
  const last = block(values, "default_cache_behavior") ?? {};
  const origins = new Map(
    blocks(values, "origin").map((origin) => [requireText(origin, "origin_id"), readOrigin(model, origin)]),
  );
  const behaviors = [
    ...ordered.map((each) => readBehavior(model, each, requireText(each, "path_pattern"), origins)),
    readBehavior(model, last, "*", origins),
  ];
  return {
    name: constructPath?.split("/").slice(1, -1).join("/") || address,
    indexPage: text(values, "default_root_object") ?? "",
    /** In the order in which they are tried. The last one takes all paths. */
    behaviors,
    /** Answers of the distribution instead of errors. */
    errorResponses: blocks(values, "custom_error_response").map((each) => {
      const errorCode = number(each, "error_code") ?? 0;
      const page = text(each, "response_page_path");
      return { errorCode, status: number(each, "response_code") ?? errorCode, page };
    }),
    dev: devServerOf(model, requireText(values, "id")),
  };
}

/** A distribution with files. */
export type SiteConfig = Readonly<ReturnType<typeof readSite>>;

function readBehavior(
  model: Model,
  values: Values,
  pattern: string,
  origins: ReadonlyMap<string, SiteOrigin | undefined>,
) {
  const association = blocks(values, "function_association").find(
    (each) => text(each, "event_type") === "viewer-request",
  );
  const fn = association && model.find("aws_cloudfront_function", "arn", text(association, "function_arn"));
  return {
    /** `default` for all other paths. */
    pattern,
    matches: patternMatcher(pattern),
    methods: texts(values, "allowed_methods"),
    /** Undefined for an origin that is not emulated. */
    origin: origins.get(requireText(values, "target_origin_id")),
    viewerRequest: fn && loadViewerFunction(requireText(fn.values, "code")),
    responseHeaders: readResponseHeaders(model, text(values, "response_headers_policy_id")),
  };
}

/** The behavior of a distribution for the paths of one pattern. */
export type SiteBehavior = Readonly<ReturnType<typeof readBehavior>>;

function bucketOf(model: Model, origin: Values): Resource | undefined {
  const domain = requireText(origin, "domain_name");
  return ["bucket_regional_domain_name", "bucket_domain_name"]
    .map((attribute) => model.find("aws_s3_bucket", attribute, domain))
    .find((found) => found !== undefined);
}

function readOrigin(model: Model, origin: Values): SiteOrigin | undefined {
  const bucket = bucketOf(model, origin);
  if (bucket !== undefined) {
    const localText = (given: string) => model.localText?.(given) ?? given;
    return { kind: "files", files: filesOf(model, requireText(bucket.values, "bucket")), localText };
  }
  const host = requireText(origin, "domain_name");
  return { kind: "server", host, basePath: text(origin, "origin_path") ?? "" };
}

function filesOf(model: Model, bucket: string): ReadonlyMap<string, StoredFile> {
  const objects = model.ofType("aws_s3_object").filter(({ values }) => text(values, "bucket") === bucket);
  return new Map(
    objects.map(({ values, folder }): [string, StoredFile] => {
      const source = text(values, "source");
      const body =
        source === undefined ? { content: text(values, "content") ?? "" } : { path: resolve(folder, source) };
      const [contentType, cacheControl] = [text(values, "content_type"), text(values, "cache_control")];
      return [requireText(values, "key"), { body, contentType, cacheControl }];
    }),
  );
}

/** Synthesis for this machine describes the development server of a site in a resource that is never deployed. */
function devServerOf(model: Model, distributionId: string): SiteDevServer | undefined {
  for (const { values } of model.ofType("terraform_data")) {
    const input = block(values, "input") ?? {};
    if (text(input, "site") !== distributionId) continue;
    const environment = Object.entries(block(input, "environment") ?? {}).map(([key, value]) => [
      key,
      String(value),
    ]);
    return {
      folder: requireText(input, "folder"),
      command: requireText(input, "command"),
      url: requireText(input, "url"),
      environment: Object.fromEntries(environment),
      functionName: text(input, "function"),
    };
  }
  return undefined;
}

/**
 * Matches paths with a pattern of CloudFront: `*` is any text, `?` any one letter.
 *
 * Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesCacheBehavior.html#DownloadDistValuesPathPattern
 */
function patternMatcher(pattern: string): (path: string) => boolean {
  // A pattern may come without the slash.
  const whole = /^[/*]/.test(pattern) ? pattern : `/${pattern}`;
  return (path) => matchesWildcard(whole, path);
}
