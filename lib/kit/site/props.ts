import type { CloudfrontDistributionConfig } from "@cdktf/provider-aws/lib/cloudfront-distribution";
import type {
  CloudfrontResponseHeadersPolicy,
  CloudfrontResponseHeadersPolicyConfig,
} from "@cdktf/provider-aws/lib/cloudfront-response-headers-policy";
import type { DataAwsCloudfrontResponseHeadersPolicy } from "@cdktf/provider-aws/lib/data-aws-cloudfront-response-headers-policy";
import type { DataAwsS3Bucket } from "@cdktf/provider-aws/lib/data-aws-s3-bucket";
import type { S3Bucket, S3BucketConfig } from "@cdktf/provider-aws/lib/s3-bucket";
import type { MapOf } from "../core/checks/absence";
import { joinKeys, propKeys } from "../core/checks/check";
import type { Override } from "../core/terraform/override";
import type { DomainCertificate, DomainHostedZone } from "../dns";
import type { BehindCdn } from "../gateway";

/** The files that get a `Cache-Control` header. */
export interface SiteFileOptions {
  /** Patterns of files that the entry does not apply to, unless `include` matches. `*` matches any text, also `/`. */
  readonly exclude: string | readonly string[];
  /** Patterns of files that the entry selects. A file that neither pattern matches is selected, too. */
  readonly include: string | readonly string[];
  /** Value of the header. The last entry that selects a file wins. */
  readonly cacheControl: string;
}

/** A text that is replaced in files after the build. */
export interface SiteReplaceValue {
  /** Pattern of the files. `*` matches within a folder, `**` any folders. */
  readonly files: string;
  /** The text to find. */
  readonly search: string;
  /** The replacement. It may be a reference. */
  readonly replace: string;
}

/** Your own domain of a site. */
export interface SiteDomainProps {
  /** Domain of the site, in lower case. */
  readonly domainName: string;
  /** Another domain in the same zone, which redirects to the site. @default - none */
  readonly domainAlias?: string | undefined;
  /** Name of the public Route 53 zone that holds the domain. @default - the domain name itself */
  readonly hostedZone?: string | undefined;
  /** Further domains that serve the site. You create their DNS records. They need `cdk.certificate`. @default - none */
  readonly alternateNames?: readonly string[] | undefined;
  /** `true` for a domain outside of Route 53: no zone is read and no records are made. @default false */
  readonly isExternalDomain?: boolean | undefined;
  /** Existing provider objects to use. @default - none */
  readonly cdk?:
    | {
        /** The zone that holds the domain. @default - looked up by name */
        readonly hostedZone?: DomainHostedZone | undefined;
        /** A certificate in us-east-1. @default - one is created there, and validated through the zone */
        readonly certificate?: DomainCertificate | undefined;
      }
    | undefined;
}

/** A development server of a framework, which `serverform local` runs in place of the built site. */
export interface SiteDevProps {
  /** Command that starts it, in the folder of the site: `npm run dev`. */
  readonly command: string;
  /** Its address: `http://localhost:5173`. */
  readonly url: string;
}

/** Keys of the default cache behavior that the caller may override. */
export type SiteDefaultCacheBehaviorOverride = Partial<CloudfrontDistributionConfig["defaultCacheBehavior"]>;

/** A distribution's config in which every key of the default cache behavior is optional, too. */
export type SiteDistributionOverride = Override<
  Omit<CloudfrontDistributionConfig, "defaultCacheBehavior" | "viewerCertificate" | "aliases">
> & {
  readonly defaultCacheBehavior?: SiteDefaultCacheBehaviorOverride | undefined;
};

/** Keys of the response headers policy that the caller may override. */
export type SiteResponseHeadersPolicyOverride = Override<CloudfrontResponseHeadersPolicyConfig>;

/** Keys of the bucket of a site that the caller may override. */
export type SiteBucketOverride = Override<Omit<S3BucketConfig, "website">>;

/** The keys of `cdk` that every site accepts. */
export interface SiteCdkProps {
  /** Replaces the construct's id everywhere. @default - the id given to the constructor */
  readonly id?: string | undefined;
  /**
   * An existing bucket, used unchanged, or keys that override the created one. You manage the policy of an existing
   * bucket: it must allow the distribution to read.
   *
   * @default - created
   */
  readonly bucket?: S3Bucket | DataAwsS3Bucket | SiteBucketOverride | undefined;
  /** Keys that override the distribution, and within `defaultCacheBehavior` those of the default behavior. @default - none */
  readonly distribution?: SiteDistributionOverride | undefined;
  /**
   * An existing policy of response headers, which several sites may share, or keys that override the created one.
   *
   * @default - HSTS for a year, `nosniff`, `strict-origin-when-cross-origin`, and frames of the same origin only
   */
  readonly responseHeadersPolicy?:
    | CloudfrontResponseHeadersPolicy
    | DataAwsCloudfrontResponseHeadersPolicy
    | SiteResponseHeadersPolicyOverride
    | undefined;
}

/** Props that every site has. */
export interface SiteBaseProps {
  /** Folder of the site, relative to the folder of `cdktf.json`. */
  readonly path: string;
  /**
   * Command that builds the site, run in `path` by `app.synth()`. Unit tests do not run it. A build of unchanged sources is
   * not repeated.
   *
   * @default - none: the files are used unchanged
   */
  readonly buildCommand?: string | undefined;
  /**
   * Environment variables of the build. A reference becomes the text `{{ KEY }}` in the build, and the deployment
   * replaces it with the value in the files. Files that a browser loads are public: pass no secrets.
   *
   * @default {}
   */
  readonly environment?: MapOf<string> | undefined;
  /** Texts to replace in the built files, in order. @default [] */
  readonly replaceValues?: readonly SiteReplaceValue[] | undefined;
  /** Your own domain. A string is the domain, whose hosted zone has the same name. @default - only the domain of CloudFront */
  readonly customDomain?: string | SiteDomainProps | undefined;
  /**
   * APIs under the domain of the site, by path pattern such as `"/api/*"`. Paths reach the API unchanged, so its
   * routes begin with `/api`. Pages then need no CORS.
   *
   * @default - none
   */
  readonly routes?: MapOf<BehindCdn> | undefined;
  /** The framework's own development server, which `serverform local` runs. @default - the built files are served */
  readonly dev?: SiteDevProps | undefined;
  /** With `true`, `serverform start` builds and deploys the site, and not a placeholder. @default false */
  readonly disablePlaceholder?: boolean | undefined;
  /**
   * Whether a deployment waits until CloudFront has invalidated the former files. Files that are no longer in the
   * build are removed after that; with `false`, caches may contain pages without their files for some minutes.
   *
   * @default true
   */
  readonly waitForInvalidation?: boolean | undefined;
}

export const fileOptionKeys = propKeys<SiteFileOptions>()({
  exclude: true,
  include: true,
  cacheControl: "text",
});

export const replaceValueKeys = propKeys<SiteReplaceValue>()({
  files: "text",
  search: "text",
  replace: "text",
});

export const siteDomainKeys = propKeys<SiteDomainProps>()({
  domainName: "text",
  domainAlias: "text",
  hostedZone: "text",
  alternateNames: "knownTexts",
  isExternalDomain: "boolean",
  cdk: "map",
});

export const siteDevKeys = propKeys<SiteDevProps>()({ command: "text", url: "text" });

export const siteCdkKeys = propKeys<SiteCdkProps>()({
  id: true,
  bucket: true,
  distribution: true,
  responseHeadersPolicy: true,
});

export const siteBaseKeys = propKeys<SiteBaseProps>()({
  path: "text",
  buildCommand: "text",
  environment: "secretMap",
  replaceValues: "list",
  customDomain: true,
  routes: "map",
  dev: "map",
  disablePlaceholder: "boolean",
  waitForInvalidation: "boolean",
});

/** Props of a site that consists of files. */
export interface StaticSiteProps extends SiteBaseProps {
  /** Name of the page of the site's root. @default "index.html" */
  readonly indexPage?: string | undefined;
  /**
   * The response for a path without a file: the index page with status 200, for a single page application, or a page
   * of the site with the status of the error.
   *
   * @default "redirect_to_index_page"
   */
  readonly errorPage?: "redirect_to_index_page" | (string & {}) | undefined;
  /** Folder of the build output, below `path`. @default - `path` itself */
  readonly buildOutput?: string | undefined;
  /**
   * The `Cache-Control` headers of files.
   *
   * @default - pages are not cached by browsers; scripts and styles for a year
   */
  readonly fileOptions?: readonly SiteFileOptions[] | undefined;
  /**
   * Whether files that are no longer in the build are removed, at the end of the deployment. `false` keeps a copy of
   * them for pages that are still open in browsers: a function creates it from archives of up to 200 MB. If you set
   * `true` again, the function removes the copy.
   *
   * @default true
   */
  readonly purgeFiles?: boolean | undefined;
  /** Options for sites that Vite builds. @default - none */
  readonly vite?:
    | {
        /**
         * File below `path` that declares the variables of `environment` for editors. It is written if a `vite.config` file
         * exists.
         *
         * @default "src/serverform-env.d.ts"
         */
        readonly types?: string | undefined;
      }
    | undefined;
  /** Existing provider objects to use, or configs to override what is created. @default - none */
  readonly cdk?: SiteCdkProps | undefined;
}

export const staticSiteKeys = joinKeys(
  siteBaseKeys,
  propKeys<Omit<StaticSiteProps, keyof SiteBaseProps>>()({
    indexPage: "text",
    errorPage: "text",
    buildOutput: "text",
    fileOptions: "list",
    purgeFiles: "boolean",
    vite: "map",
    cdk: "map",
  }),
);
