const { installed } = require("../packages/install.cjs") as { installed(name: string): string };

/** A folder in `test/packages`. */
export type PackageFolder =
  | "axe"
  | "cdktn"
  | "compiler-api"
  | "contracts"
  | "durable"
  | "handlers"
  | "json-schema"
  | "managers"
  | "mcp"
  | "openapi"
  | "sdk-v2"
  | "vite";

/** The `node_modules` of packages that only some tests need; installs them. Undefined where that fails, as without a network. */
export function packagesOf(name: PackageFolder): string | undefined {
  try {
    return installed(name);
  } catch (error) {
    process.stderr.write(`The packages of test/packages/${name} are not installed: ${String(error)}\n`);
    return undefined;
  }
}
