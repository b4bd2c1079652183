import { join } from "node:path";
import type { Construct, IConstruct } from "constructs";
import { attempt, resultOf, together } from "../../../facts/errors/problems";
import { acceptedKeys, checkLiteral, isPlainObject } from "../../core/checks/check";
import { refuseValue } from "../../core/errors";
import { readJsonFile } from "../../core/project-files";
import { checkBindings, type FunctionPlan } from "../../function";
import { type CacheControlOf, planCacheControl } from "../files/cache-control";
import { belowSite, siteBuildCommand, siteFolder } from "../folders";
import type { SiteFileOptions } from "../props";
import { type PlannedDelivery, planDelivery } from "../site-delivery";
import { fail } from "./errors";
import {
  type Framework,
  type FrameworkName,
  type FrameworkServer,
  findFramework,
  frameworkNames,
  frameworks,
} from "./frameworks";
import { packagedFiles, planSiteFunction } from "./function-plan";
import { type SiteProps, type SiteServerProps, siteFunctionKeys, siteServerKeys } from "./props";

/** The server of a site, checked. */
export interface PlannedSiteServer extends FrameworkServer {
  /** The port that the caller names. Undefined: the server reads `PORT`. */
  readonly port: number | undefined;
}

/** The props of a site, after all checks. */
export interface PlannedServerSite extends PlannedDelivery {
  readonly props: SiteProps;
  readonly name: FrameworkName;
  readonly framework: Framework;
  /** Absolute. */
  readonly folder: string;
  readonly buildCommand: string | undefined;
  /** Undefined: the site has files only. */
  readonly server: PlannedSiteServer | undefined;
  /** The function of the server; undefined without one. */
  readonly fn: FunctionPlan | undefined;
  /** Path in the site before every path, without slashes; empty for the root. */
  readonly base: string;
  readonly cacheControlOf: CacheControlOf;
}

/** Where work belongs that peers do with props of their own. */
const notOffered: Readonly<Record<string, string>> = {
  regenerationQueue:
    "Pages are not rendered again in the background: let CloudFront keep them by Cache-Control: s-maxage, or set cacheHandler in next.config.",
  imageOriginRequestPolicy:
    "Images are optimized by the server of the framework, in its function: set images.loader in next.config for a service of images.",
};

/** Refuses props that cannot work, before anything is created. The keys have been checked. */
export function planServerSite(site: Construct, props: SiteProps): PlannedServerSite {
  const given = props.cdk ?? {};
  for (const [key, remedy] of Object.entries(notOffered)) {
    if (key in given) attempt(() => fail(site, "key-rejected", "cdk", { key, remedy }));
  }
  const [built, delivery] = together(
    () => planBuild(site, props),
    () => planDelivery(site, props, ["/"]),
  );
  return { props, ...built, ...delivery };
}

/** Plans the parts that depend on the framework and its folder. */
function planBuild(site: Construct, props: SiteProps) {
  const base = attempt(() => planBasePath(site, props.basePath)) ?? "";
  const folder = attempt(() => siteFolder(site, props.path));
  const name = attempt(() => planFramework(site, props, folder));
  const found =
    name === undefined || folder === undefined ? undefined : { name, framework: frameworks[name], folder };
  const [{ server, fn }, buildCommand, cacheControlOf] = together(
    () => {
      const server = attempt(() => planServer(site, props, found));
      const hasServer = mayHaveServer(props, found);
      const defaults = planDefaults(site, props, hasServer);
      const files = found && server && packagedFiles(site, server, found.folder);
      return { server, fn: hasServer ? planSiteFunction(site, { ...props, defaults }, files) : undefined };
    },
    () => props.buildCommand ?? (found && buildCommandOf(site, found.framework, props.path)),
    () => planCacheControl(site, props.fileOptions ?? (found && fileOptions(found.framework, base))),
  );
  return { ...resultOf(found), server, fn, base, buildCommand, cacheControlOf };
}

function planFramework(
  site: IConstruct,
  { framework }: SiteProps,
  folder: string | undefined,
): FrameworkName {
  if (framework !== undefined) {
    checkLiteral(site, "framework", framework, frameworkNames);
    return framework;
  }
  const found = findFramework(packagesOf(join(resultOf(folder), "package.json")));
  return (
    found ??
    fail(site, "site-framework-unknown", "framework", { folder: resultOf(folder), known: frameworkNames })
  );
}

/** The packages that a project depends on. If the file is not JSON, the build reports it. */
function packagesOf(file: string): readonly string[] {
  const { dependencies, devDependencies } = readJsonFile(file).value ?? {};
  return [dependencies, devDependencies].flatMap((each) => Object.keys(Object(each)));
}

interface FoundFramework {
  readonly name: FrameworkName;
  readonly framework: Framework;
  readonly folder: string;
}

/** Whether the props of a function are checked: also those of a server that is refused, or of an unknown framework. */
function mayHaveServer({ server }: SiteProps, found: FoundFramework | undefined): boolean {
  return (
    server !== false && (server !== undefined || found?.framework.server !== undefined || found === undefined)
  );
}

function planServer(
  site: IConstruct,
  { server: given }: SiteProps,
  found: FoundFramework | undefined,
): PlannedSiteServer | undefined {
  if (given === false) return undefined;
  if (given === undefined) {
    const own = found?.framework.server;
    return own && { ...own, port: undefined };
  }
  if (!isPlainObject(given)) {
    const expected = 'false, or an object: { entry: "server.js" }';
    return refuseValue(site, "server", given, expected);
  }
  const { entry, port } = acceptedKeys<SiteServerProps>(site, "server", given, siteServerKeys);
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536)) {
    refuseValue(site, "server.port", port, "a port: 3000");
  }
  const { name, framework, folder } = resultOf(found);
  const { server: own, exported } = framework;
  if (entry === undefined) {
    return own === undefined
      ? fail(site, "site-server-none", "server.entry", { framework: name })
      : { ...own, port };
  }
  belowSite(site, "server.entry", folder, entry);
  // Beside a server that is the caller's own, the folder itself holds its sources.
  const folderOfFiles = exported === "." ? "public" : exported;
  const { program: _, ...files } = own ?? { files: [{ folder: folderOfFiles }], setting: "" };
  return { ...files, entry, packaging: "bundle", port };
}

/** The accepted defaults of the function. Refuses props of a function that does not exist; its own check looks at the values. */
function planDefaults(site: IConstruct, props: SiteProps, hasServer: boolean): SiteProps["defaults"] {
  const { bind, permissions } = props;
  const given = acceptedKeys(site, "defaults", props.defaults ?? {}, ["function"]);
  const defaults = {
    function: acceptedKeys(site, "defaults.function", given.function ?? {}, siteFunctionKeys),
  };
  if (hasServer) {
    attempt(() => checkBindings(site, "bind", bind ?? []));
    return defaults;
  }
  const because = props.server === false ? "server is false" : "its framework builds files only";
  for (const [prop, value] of Object.entries({ bind, permissions, "defaults.function": given.function })) {
    if (value !== undefined) attempt(() => fail(site, "site-server-needed", prop, { because }));
  }
  return defaults;
}

function planBasePath(site: IConstruct, basePath: string | undefined): string {
  if (basePath === undefined) return "";
  if (!/^(\/[A-Za-z0-9_.~-]+)+$/.test(basePath)) {
    const expected = 'a path with a slash at its beginning and none at its end: "/docs"';
    refuseValue(site, "basePath", basePath, expected);
  }
  return basePath.slice(1);
}

function buildCommandOf(site: IConstruct, { isBuilt = true }: Framework, path: string): string | undefined {
  return isBuilt ? siteBuildCommand(site, path) : undefined;
}

/** Files whose names change are kept for ever; CloudFront keeps the others until the next deployment. */
function fileOptions({ immutable }: Framework, base: string): readonly SiteFileOptions[] {
  const year = { exclude: "*", include: immutable.map((each) => below(base, each)) };
  return [
    {
      exclude: [],
      include: "*",
      cacheControl: "public,max-age=0,s-maxage=86400,stale-while-revalidate=8640",
    },
    { exclude: "*", include: "*.html", cacheControl: "max-age=0,no-cache,no-store,must-revalidate" },
    { ...year, cacheControl: "public,max-age=31536000,immutable" },
  ];
}

/** A path or pattern below the base path. */
export const below = (base: string, path: string): string => (base === "" ? path : `${base}/${path}`);
