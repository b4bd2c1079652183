import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fail } from "../errors";

/** A package that shows an OpenAPI document as a page. */
export interface DocsUi {
  readonly packageName: string;
  /** The folder of its files. */
  readonly folder: string;
  /** The files that the page loads. */
  readonly files: readonly string[];
  /** The elements of the page, and the script that starts it. */
  readonly body: (document: string) => string;
  readonly script: (document: string) => string;
}

type Kind = Omit<DocsUi, "packageName" | "folder"> & { readonly folderInPackage: string };

/** Source: https://swagger.io/docs/open-source-tools/swagger-ui/usage/installation/, https://guides.scalar.com/scalar/scalar-api-references/integrations/html-js */
const kinds: Readonly<Record<string, Kind>> = {
  "@scalar/api-reference": {
    folderInPackage: "dist/browser",
    files: ["standalone.js"],
    body: () => '<div id="docs"></div><script src="/docs/standalone.js"></script>',
    script: (document) => `Scalar.createApiReference("#docs", { url: ${JSON.stringify(document)} });`,
  },
  "swagger-ui-dist": {
    folderInPackage: ".",
    files: ["swagger-ui.css", "swagger-ui-bundle.js"],
    body: () =>
      '<link rel="stylesheet" href="/docs/swagger-ui.css"><div id="docs"></div><script src="/docs/swagger-ui-bundle.js"></script>',
    script: (document) => `SwaggerUIBundle({ url: ${JSON.stringify(document)}, dom_id: "#docs" });`,
  },
};

/** The package that the project has installed. Throws if it has none. */
export function findDocsUi(root: string): DocsUi {
  for (const [packageName, { folderInPackage, ...kind }] of Object.entries(kinds)) {
    const found = packageFolder(root, packageName);
    const folder = found && join(found, folderInPackage);
    if (folder !== undefined && kind.files.every((file) => existsSync(join(folder, file))))
      return { packageName, folder, ...kind };
  }
  return fail("serverform local", "openapi-docs-missing", "--docs", { packages: Object.keys(kinds) });
}

/** Packages may hide their package.json, so that folders are searched as Node.js does. */
function packageFolder(root: string, name: string): string | undefined {
  const folders = createRequire(join(root, "package.json")).resolve.paths(name) ?? [];
  const found = folders.map((folder) => join(folder, name, "package.json")).find((file) => existsSync(file));
  return found && dirname(found);
}
