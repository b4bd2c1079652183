import {
  NextjsSite,
  type NextjsSiteProps,
  ReactStaticSite,
  Site,
  type SiteProps,
  StaticSite,
  type StaticSiteProps,
  Table,
  ViteStaticSite,
} from "../../../lib";
import { Api } from "../../../lib/constructs/api";
import type { Stack } from "../../../lib/kit/app";
import type { Edits } from "./edit";

type Edit<Props> = readonly [
  before: (stack: Stack) => Partial<Props>,
  after: (stack: Stack) => Partial<Props>,
  known?: readonly string[],
];

const none = () => ({});
const api = (stack: Stack) => new Api(stack, "Api");
const table = (stack: Stack) =>
  new Table(stack, "Notes", { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } });
/** The API stays. */
const routeGone = (stack: Stack) => {
  api(stack);
  return {};
};
const domain = { domainName: "www.example.com" };

const ofStatic: Readonly<Record<string, Edit<StaticSiteProps>>> = {
  environment: [none, (stack) => ({ environment: { API_URL: api(stack).url } })],
  replaceValues: [
    none,
    () => ({ replaceValues: [{ files: "**/*.html", search: "Notes", replace: "Orders" }] }),
  ],
  fileOptions: [
    none,
    () => ({ fileOptions: [{ exclude: "*", include: "*.html", cacheControl: "no-cache" }] }),
  ],
  "domain added": [none, () => ({ customDomain: domain })],
  "domain removed": [() => ({ customDomain: domain }), none],
  "alias added": [
    () => ({ customDomain: domain }),
    () => ({ customDomain: { ...domain, domainAlias: "example.com", hostedZone: "example.com" } }),
  ],
  "route added": [none, (stack) => ({ routes: { "/api/*": api(stack) } })],
  "last route removed": [(stack) => ({ routes: { "/api/*": api(stack) } }), routeGone],
  "domain renamed": [
    () => ({ customDomain: domain }),
    () => ({ customDomain: { domainName: "web.example.com" } }),
  ],
  "route renamed": [
    (stack) => ({ routes: { "/api/*": api(stack) } }),
    (stack) => ({ routes: { "/data/*": api(stack) } }),
  ],
  waitForInvalidation: [none, () => ({ waitForInvalidation: false })],
  "bucket override": [none, () => ({ cdk: { bucket: { forceDestroy: false } } })],
  "distribution override": [
    none,
    () => ({ cdk: { distribution: { comment: "Notes", defaultCacheBehavior: { compress: false } } } }),
  ],
  "header override": [none, () => ({ cdk: { responseHeadersPolicy: { comment: "Safe" } } })],
  "another folder": [none, () => ({ path: "sites/plain/assets", indexPage: "logo.svg" })],
  errorPage: [none, () => ({ errorPage: "404.html" })],
  "files kept": [none, () => ({ purgeFiles: false })],
  // The bucket with the archives, from which the files were uploaded.
  "files kept no longer": [
    () => ({ purgeFiles: false }),
    none,
    ["aws_s3_bucket.It_Archives_Bucket is deleted"],
  ],
};

const ofServer: Readonly<Record<string, Edit<SiteProps>>> = {
  environment: [none, (stack) => ({ environment: { API_URL: api(stack).url } })],
  "domain added": [none, () => ({ customDomain: domain })],
  "route added": [none, (stack) => ({ routes: { "/api/*": api(stack) } })],
  bind: [none, (stack) => ({ bind: [table(stack)] })],
  permissions: [none, () => ({ permissions: ["ses"] })],
  "function settings": [none, () => ({ defaults: { function: { timeout: 40, memorySize: 2048 } } })],
  architecture: [none, () => ({ defaults: { function: { architecture: "arm_64" } } })],
  "another port": [none, () => ({ server: { entry: "server.js", port: 3000 } })],
  basePath: [none, () => ({ basePath: "/docs" })],
  "another framework": [none, () => ({ framework: "next" })],
};

/** The edits that sites with a build share with `StaticSite`. */
const ofBuilt: Readonly<Record<string, Edit<StaticSiteProps>>> = {
  "domain added": [none, () => ({ customDomain: domain })],
  "last route removed": [(stack) => ({ routes: { "/api/*": api(stack) } }), routeGone],
  "files kept": [none, () => ({ purgeFiles: false })],
};

const ofNext: Readonly<Record<string, Edit<NextjsSiteProps>>> = {
  "domain added": [none, () => ({ customDomain: domain })],
  "route added": [none, (stack) => ({ routes: { "/api/*": api(stack) } })],
  "last route removed": [(stack) => ({ routes: { "/api/*": api(stack) } }), routeGone],
  bind: [none, (stack) => ({ bind: [table(stack)] })],
  basePath: [none, () => ({ basePath: "/docs" })],
};

const editsOf = <Props>(
  name: string,
  edits: Readonly<Record<string, Edit<Props>>>,
  make: (stack: Stack, props: Partial<Props>) => unknown,
): Edits =>
  Object.fromEntries(
    Object.entries(edits).map(([edit, [before, after, known]]) => [
      `${name} ${edit}`,
      {
        before: (stack) => void make(stack, before(stack)),
        after: (stack) => void make(stack, after(stack)),
        ...(known && { known }),
      },
    ]),
  );

const built = { path: "sites/plain", buildCommand: "exit 0", buildOutput: "assets" };
const rendered = { path: "sites/rendered", framework: "astro" } as const;

/** Edits of each prop of sites that a deployment notices. */
export const siteEdits: Edits = {
  ...editsOf("StaticSite", ofStatic, (stack, props) => {
    return new StaticSite(stack, "It", { path: "sites/plain", ...props });
  }),
  ...editsOf("ViteStaticSite", ofBuilt, (stack, props) => {
    return new ViteStaticSite(stack, "It", { ...built, ...props });
  }),
  ...editsOf("ReactStaticSite", ofBuilt, (stack, props) => {
    return new ReactStaticSite(stack, "It", { ...built, ...props });
  }),
  ...editsOf("NextjsSite", ofNext, (stack, props) => {
    return new NextjsSite(stack, "It", { path: "sites/rendered", ...props });
  }),
  ...editsOf("Site", ofServer, (stack, props) => {
    return new Site(stack, "It", { ...rendered, ...props });
  }),
};
