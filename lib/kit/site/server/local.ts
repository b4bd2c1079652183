import { join } from "node:path";
import { Lazy } from "cdktf";
import type { Construct } from "constructs";
import { Stack } from "../../app";
import { TerraformData } from "../../core/terraform/terraform-data";
import type { Function } from "../../function";
import { generatedFolder } from "./function-plan";
import type { BuiltServer } from "./package";
import type { PlannedServerSite, PlannedSiteServer } from "./plan";

/**
 * Tells `serverform local` how the server of a site is started: it runs there as the server that it is, without the bridge.
 * Nothing of it is deployed: it is only in the configuration for this machine.
 *
 * @param built - what the build has made, once it has
 */
export function describeLocalServer(
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
