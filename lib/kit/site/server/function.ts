import { join } from "node:path";
import type {
  CloudfrontDistribution,
  CloudfrontDistributionOrigin,
} from "@cdktf/provider-aws/lib/cloudfront-distribution";
import { CloudfrontOriginAccessControl } from "@cdktf/provider-aws/lib/cloudfront-origin-access-control";
import { Fn, Lazy } from "cdktf";
import { Construct } from "constructs";
import { servicePrincipal } from "../../../facts/aws/principals";
import { beforeBundling, Stack } from "../../app";
import { TerraformData } from "../../core/terraform/terraform-data";
import { createPackagedFunction, type Function, type FunctionPlan } from "../../function";
import { deliveryName } from "../delivery/names";
import { failedPage, type SiteFiles } from "../files/site-files";
import { functionId, generatedFolder } from "./function-plan";
import { type BuiltServer, packageFailure, packageServer } from "./package";
import type { PlannedServerSite, PlannedSiteServer } from "./plan";

/** As CloudFront waits for the first byte, and between two parts of a response. */
const longestWaitSeconds = 60;

/** The parsed props of a site with a server. */
type PlannedRenderedSite = PlannedServerSite & {
  readonly server: PlannedSiteServer;
  readonly fn: FunctionPlan;
};

/** The function that runs the server of a site. Only the distribution of the site can call it. */
export class SiteServer extends Construct {
  readonly fn: Function;
  /** The origin of the server in the distribution. */
  readonly origin: CloudfrontDistributionOrigin;
  private files: SiteFiles | undefined;
  private onBuilt: (built: BuiltServer) => void = () => {};
  private built: BuiltServer | undefined;

  constructor(
    private readonly site: Construct,
    private readonly planned: PlannedRenderedSite,
  ) {
    super(site, "ServerAccess");
    this.fn = createPackagedFunction(site, functionId, planned.fn);
    const { functionUrl } = this.fn.cdk;
    if (functionUrl !== undefined) functionUrl.invokeMode = "RESPONSE_STREAM";
    const access = new CloudfrontOriginAccessControl(this, "Access", {
      name: deliveryName(site, 64, "server"),
      originAccessControlOriginType: "lambda",
      signingBehavior: "always",
      signingProtocol: "sigv4",
    });
    describeLocalServer(site, this.fn, planned, () => this.built);
    const seconds = this.fn.cdk.function.timeoutInput ?? longestWaitSeconds;
    this.origin = {
      originId: "server",
      // https://<id>.lambda-url.<region>.on.aws/
      domainName: Fn.element(Fn.split("/", this.fn.url ?? ""), 2),
      originAccessControlId: access.id,
      customOriginConfig: {
        httpPort: 80,
        httpsPort: 443,
        originProtocolPolicy: "https-only",
        originSslProtocols: ["TLSv1.2"],
        originReadTimeout: Math.min(longestWaitSeconds, seconds),
      },
    };
  }

  /** Lets a distribution call the function. The service asks for both permissions. */
  letCall({ arn: sourceArn }: CloudfrontDistribution): void {
    const principal = servicePrincipal("cloudfront");
    this.fn.addPermission("CloudFrontUrl", {
      action: "lambda:InvokeFunctionUrl",
      principal,
      sourceArn,
      functionUrlAuthType: "AWS_IAM",
    });
    this.fn.addPermission("CloudFront", { action: "lambda:InvokeFunction", principal, sourceArn });
  }

  /** The variables by which its code finds its app, its stage and the constructs that it is bound to at this time. */
  get bound(): Readonly<Record<string, string>> {
    const all = Object.entries(this.fn.cdk.function.environmentInput?.variables ?? {});
    return Object.fromEntries(all.filter(([key]) => key.startsWith("SERVERFORM_")));
  }

  /** Builds the site before the package of the function is made of it. */
  builtBy(files: SiteFiles, onBuilt: (built: BuiltServer) => void): void {
    this.files = files;
    this.onBuilt = onBuilt;
  }

  [beforeBundling](): void {
    const { files } = this;
    if (files === undefined) return;
    let made: BuiltServer | undefined;
    const failed = files.attempt(() => {
      files.build();
      made = packageServer(this.site, this.planned, this.planned.server, this.bound);
    });
    const built = made ?? packageFailure(this.site, this.planned, failedPage(failed?.message ?? ""));
    this.built = built;
    const { function: fn, functionUrl } = this.fn.cdk;
    fn.handler = built.handler === undefined ? "site/bridge.handler" : handlerOf(built);
    const isStreaming = built.handler?.isStreaming ?? true;
    if (functionUrl !== undefined) functionUrl.invokeMode = isStreaming ? "RESPONSE_STREAM" : "BUFFERED";
    this.onBuilt(built);
  }
}

const handlerOf = ({ entry }: BuiltServer): string => `server/${entry.replace(/\.[^./]+$/, "")}.handler`;

/**
 * Tells `serverform local` how the server of a site is started: it runs there as the server that it is, without the bridge.
 * Nothing of it is deployed: it is only in the configuration for this machine.
 *
 * @param built - what the build has made, once it has
 */
function describeLocalServer(
  site: Construct,
  fn: Function,
  { folder, server, props }: PlannedServerSite & { readonly server: PlannedSiteServer },
  built: () => BuiltServer | undefined,
): void {
  const { app } = Stack.of(site);
  if (!app.local || app.live !== undefined) return;
  // The development server replaces it.
  if (props.dev !== undefined) {
    new TerraformData(site, "LocalServer", { serves: fn.url, url: props.dev.url });
    return;
  }
  // A bundle is in the generated folder, with the packages that it needs.
  const runs = server.packaging === "bundle" ? join(app.appPath, generatedFolder(site), "server") : folder;
  new TerraformData(site, "LocalServer", {
    serves: fn.url,
    function: fn.functionName,
    folder: runs,
    // Each synthesis writes a bundle, also an unchanged one.
    isBundled: server.packaging === "bundle",
    // Without an entry there is no server: the site is not built, or is a handler of Lambda.
    entry: Lazy.stringValue({
      produce: () => (built()?.handler === undefined ? (built()?.entry ?? "") : ""),
    }),
    // Files that get the values of references before the server starts.
    replaced: Lazy.stringValue({ produce: () => JSON.stringify(built()?.replaced ?? null) }),
    ...(server.port !== undefined && { port: String(server.port) }),
  });
}
