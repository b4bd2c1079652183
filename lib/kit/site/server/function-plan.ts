import { posix, relative, sep } from "node:path";
import type { Construct } from "constructs";
import { Stack } from "../../app";
import { shortHash } from "../../core/names/name";
import {
  type CopyFile,
  type FunctionPlan,
  type FunctionProps,
  mergeFunctionProps,
  planPackagedFunction,
} from "../../function";
import type { FrameworkServer } from "./frameworks";
import { type SiteProps, siteFunctionKeys } from "./props";

/** Id of the function of a site. */
export const functionId = "Server";

/** Refuses props of the function that cannot work. Creates nothing. */
export function planSiteFunction(
  site: Construct,
  props: SiteProps,
  generatedFiles: readonly CopyFile[] = [],
): FunctionPlan {
  return planPackagedFunction(site, functionId, {
    entry: "site/bridge",
    format: "esm",
    generatedFiles,
    url: { authorizer: "iam", cors: false },
    enableLiveDev: false,
    ...functionProps(site, props),
  });
}

const fromStack: readonly string[] = [...siteFunctionKeys, "bind", "permissions", "environment", "config"];

/** The defaults of app and stack count, as far as they are not about the code. */
function functionProps(site: Construct, props: SiteProps): Omit<FunctionProps, "handler"> {
  const { bind, permissions, environment, defaults } = props;
  const merged: object = mergeFunctionProps(
    { timeout: 20, memorySize: 1024 },
    ...Stack.of(site).getFunctionDefaults(),
    defaults?.function,
    { bind, permissions, environment },
  );
  return Object.fromEntries(Object.entries(merged).filter(([key]) => fromStack.includes(key)));
}

/** The place of the files that are made for a package, relative to the folder of `cdktf.json`. */
export const generatedFolder = (site: Construct): string =>
  posix.join(".serverform/sites", `${site.node.id}-${shortHash(site.node.path)}`);

/** The files that are packaged with the bridge: those that are made after the build, and the folder that the build makes. */
export function packagedFiles(
  site: Construct,
  { packaging }: FrameworkServer,
  folder: string,
): readonly CopyFile[] {
  const generated = { from: generatedFolder(site), to: "." };
  if (packaging === "bundle") return [generated];
  const inside = posix.join(
    relative(Stack.of(site).app.appPath, folder).split(sep).join("/"),
    packaging.copy,
  );
  return [generated, { from: inside, to: posix.join("server", packaging.copy) }];
}
