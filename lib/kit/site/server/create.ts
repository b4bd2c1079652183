import type { CloudfrontDistribution } from "@cdktf/provider-aws/lib/cloudfront-distribution";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { Construct } from "constructs";
import { defaultRuntime } from "../../../bundle";
import { servicePrincipal } from "../../../facts/aws/principals";
import { checkQuota, Stack } from "../../app";
import { bindingEnvironment, requireBinding, takeBoundName } from "../../app/binding";
import { markLibraryElement } from "../../app/scope/owner";
import { Artifacts } from "../../app/synthesis/artifacts";
import { namePrefix, physicalName } from "../../core/names/name";
import { waitFor } from "../../core/terraform/depends-on";
import {
  type BindingEntry,
  type Function,
  libraryEnvironment,
  packagingOfPackage,
  splitEntry,
} from "../../function";
import { servicesTrust } from "../../iam/trust";
import { filesBehavior, managedPolicies } from "../delivery/distribution";
import { createViewerFunction, viewerFunction } from "../delivery/viewer-function";
import { isPlaceholder, isServedByDev } from "../dev";
import type { SiteFile } from "../files/scan";
import type { SiteParts } from "../site";
import { createDelivery, createOrigin } from "../site-delivery";
import { createCachePolicy, filePatterns, serverBehavior, toServer } from "./behaviors";
import { createExportedSite, createFiles } from "./exported";
import { SiteServer } from "./function";
import { below, type PlannedServerSite, type PlannedSiteServer } from "./plan";

/**
 * The variables that the server of a site would have beside those of `environment`.
 *
 * Under `serverform start` a placeholder is deployed, and the server runs on the developer's machine: `serverform env` passes them.
 */
class StartEnvironment {
  readonly variables: Record<string, string>;

  constructor(
    private readonly site: Construct,
    entries: readonly BindingEntry[] = [],
  ) {
    this.variables = { ...libraryEnvironment(Stack.of(site).app, defaultRuntime) };
    this.bind(entries);
  }

  /** Adds the variables of the constructs that the server is bound to. The entries have been checked. */
  bind(entries: readonly BindingEntry[]): void {
    entries.forEach((entry, index) => {
      const at = `bind[${index}]`;
      const { construct } = splitEntry(entry);
      const binding = requireBinding(this.site, at, construct, this.site);
      const name = takeBoundName(this.site, at, construct, binding);
      Object.assign(this.variables, bindingEnvironment(binding, name, this.site));
    });
  }
}

/** The parts of a site that may have a server. */
export interface ServerSiteParts extends SiteParts {
  /** The function that runs the server. */
  readonly serverFunction: Function | undefined;
  /** The environment that replaces the function's under `serverform start`. @default - nothing does */
  readonly startEnvironment?: StartEnvironment | undefined;
}

/** Creates a site with the server of its framework, or with files only. */
export function createServerSite(site: Construct, planned: PlannedServerSite): ServerSiteParts {
  const { props, server, fn } = planned;
  if (server === undefined || fn === undefined) {
    return { ...createExportedSite(site, planned), serverFunction: undefined };
  }
  if (isPlaceholder(site, props)) {
    // The placeholder of a site is a file.
    const startEnvironment = new StartEnvironment(site, props.bind);
    const { variables } = startEnvironment;
    return { ...createExportedSite(site, planned), serverFunction: undefined, startEnvironment, variables };
  }
  const origin = createOrigin(site, planned);
  const { bucket, responseHeadersPolicyId } = origin;
  const runs = new SiteServer(site, { ...planned, server, fn });
  const immutable = planned.framework.immutable.map((each) => `/${below(planned.base, each)}`);
  const files = filesBehavior(bucket.origin.originId, responseHeadersPolicyId, undefined);
  const behaviorOf = (pathPattern: string) => ({ pathPattern, ...files });
  const viewer = createViewerFunction(site, "ToServer", viewerFunction(toServer, planned.routes));
  const delivery = createDelivery(site, { ...planned, serverName: runs.fn.functionName }, origin, {
    origins: [runs.origin, bucket.origin],
    defaultBehavior: serverBehavior({
      originId: runs.origin.originId,
      cachePolicyId: createCachePolicy(site, server.varyingHeaders).id,
      responseHeadersPolicyId,
      viewerFunctionArn: viewer.arn,
      bodyHashArn: bodyHashOf(site).qualifiedArn,
    }),
    behaviors: immutable.map(behaviorOf),
    viewerFunctionArn: viewer.arn,
    errorResponses: [],
  });
  const { distribution } = delivery;
  runs.letCall(distribution);
  const parts = { ...delivery, serverFunction: runs.fn };
  if (isServedByDev(site, props)) return parts;
  const routes = behaviorsOf(distribution).slice(immutable.length);
  const siteFiles = createFiles(site, planned, parts, {
    folders: server.files,
    outputs: outputsOf(server),
    // Cached pages were made by the former code.
    triggers: { server: runs.fn.cdk.function.sourceCodeHash },
    variables: () => runs.bound,
    check: (found) => {
      const patterns = filePatterns(keysOf(found), planned.base, immutable);
      const count = patterns.length + routes.length + 1;
      checkQuota(site, "path", "behaviorsPerDistribution", "folders and kinds of files, and routes", count);
      distribution.putOrderedCacheBehavior([...patterns.map(behaviorOf), ...routes]);
    },
  });
  // Pages of the server name the files.
  waitFor(runs.fn.cdk.function, [siteFiles.uploaded]);
  runs.builtBy(siteFiles, ({ handler }) => {
    // A handler that the framework makes does not say that a page with cookies is private, as the bridge does.
    if (handler !== undefined) disableCache(distribution);
  });
  return parts;
}

const keysOf = (files: readonly SiteFile[]): string[] => files.map(({ key }) => key);

/** The folders at the top of the build's output: `.next`, `dist`. */
function outputsOf({ files, entry, pages }: PlannedSiteServer): readonly string[] {
  const made = files.filter(({ isOptional = false }) => !isOptional).map(({ folder }) => folder);
  const tops = [...made, entry, ...(pages === undefined ? [] : [pages])].flatMap((path) =>
    path.includes("/") ? path.split("/").slice(0, 1) : [],
  );
  return [...new Set(tops)];
}

function behaviorsOf(distribution: CloudfrontDistribution) {
  const behaviors = distribution.orderedCacheBehaviorInput;
  return Array.isArray(behaviors) ? behaviors : [];
}

function disableCache(distribution: CloudfrontDistribution): void {
  const behavior = distribution.defaultCacheBehaviorInput;
  if (behavior === undefined) return;
  distribution.putDefaultCacheBehavior({ ...behavior, cachePolicyId: managedPolicies.cachingDisabled });
}

const id = "_body_hash";

/**
 * The function that CloudFront runs before it sends a body to a server. All sites of a stack share it.
 *
 * Functions at the edge are in us-east-1, and have no environment. Their own logs would need a right for every region.
 */
function bodyHashOf(site: Construct): LambdaFunction {
  const stack = Stack.of(site);
  const existing = stack.node.tryFindChild(id);
  if (existing !== undefined) return existing.node.findChild("Function") as LambdaFunction;
  const scope = markLibraryElement(new Construct(stack, id));
  const { runtime, handler, artifact } = packagingOfPackage(scope.node.path, stack.app.appPath, {
    entry: "site/body-hash",
    format: "cjs",
    externalModules: [],
    props: {},
  });
  const functionName = physicalName([stack.node.id, "body-hash"], 64);
  const role = new IamRole(scope, "Role", {
    namePrefix: namePrefix(functionName, 37),
    assumeRolePolicy: servicesTrust([servicePrincipal("lambda"), servicePrincipal("edgelambda")]),
  });
  return new LambdaFunction(scope, "Function", {
    ...Artifacts.of(stack).add({ owner: scope.node.path, handler }, artifact),
    functionName,
    description: "Adds the hash of a body to requests for the servers of sites",
    runtime,
    handler,
    role: role.arn,
    memorySize: 128,
    timeout: 5,
    publish: true,
    provider: stack.getUsEast1Provider(),
    // CloudFront removes its copies of a function some time after the last distribution.
    timeouts: { delete: "2h" },
  });
}
