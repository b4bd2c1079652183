import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { contained, listenAt } from "../../../local";
import { fail } from "../errors";

export interface DocsSource {
  readonly apis: () => Promise<readonly string[]>;
  /** The OpenAPI document of an API, made again. */
  readonly documentOf: (api: string) => Promise<object>;
}

/** A running server of `/docs`. */
export interface DocsServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
}

/** Serves `/docs` on this machine. Port 0 is any free port. */
export async function serveDocs(ui: DocsUi, source: DocsSource, port: number): Promise<DocsServer> {
  const server = createServer(
    contained("documents server", (request: IncomingMessage, response: ServerResponse) => {
      const send = ({ status, type, body }: Answer): void => {
        response.writeHead(status, {
          "content-type": type,
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
        });
        response.end(body);
      };
      return answer(ui, source, request.url ?? "/", request.headers.host ?? "").then(send, (error: unknown) =>
        send(json(500, { message: error instanceof Error ? error.message : String(error) })),
      );
    }),
  );
  await listenAt("documents server", server, port);
  const { port: taken } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${taken}/docs`, stop: () => stopped(server) };
}

async function answer(ui: DocsUi, source: DocsSource, target: string, host: string): Promise<Answer> {
  // A foreign host name may resolve to this machine.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)) return json(403, { message: "Use 127.0.0.1." });
  const { pathname, searchParams } = new URL(target, "http://127.0.0.1");
  const api = searchParams.get("api");
  if (pathname === "/") return page('<p><a href="/docs">The documents of the APIs</a></p>');
  if (pathname === "/docs") return listOrPage(ui, await source.apis(), api);
  if (pathname === "/docs/start.js")
    return { status: 200, type: scriptType, body: ui.script(documentUrl(api ?? "")) };
  if (pathname === "/openapi.json" && api !== null) return json(200, await source.documentOf(api));
  const file = ui.files.find((each) => pathname === `/docs/${each}`);
  if (file === undefined) return json(404, { message: `Nothing is at ${pathname}.` });
  const type = file.endsWith(".css") ? "text/css; charset=utf-8" : scriptType;
  return { status: 200, type, body: readFileSync(join(ui.folder, file)) };
}

function listOrPage(ui: DocsUi, apis: readonly string[], api: string | null): Answer {
  const [first, ...others] = apis;
  const chosen = api ?? (others.length === 0 ? first : undefined);
  if (chosen !== undefined) return uiPage(ui, chosen);
  const items = apis.map(
    (api) => `<li><a href="/docs?api=${encodeURIComponent(api)}">${htmlText(api)}</a></li>`,
  );
  return page(`<ul>${items.join("")}</ul>`);
}

const uiPage = (ui: DocsUi, api: string): Answer =>
  page(
    `${ui.body(documentUrl(api))}<script src="/docs/start.js?api=${encodeURIComponent(api)}"></script>`,
    api,
  );

const documentUrl = (api: string): string => `/openapi.json?api=${encodeURIComponent(api)}`;

const page = (body: string, title = "APIs"): Answer => ({
  status: 200,
  type: "text/html; charset=utf-8",
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${htmlText(title)}</title></head><body>${body}</body></html>`,
});

const scriptType = "text/javascript; charset=utf-8";
const json = (status: number, value: unknown): Answer => ({
  status,
  type: "application/json",
  body: JSON.stringify(value),
});

const htmlText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

async function stopped(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

/** A package that shows an OpenAPI document as a web page. */
interface DocsUi {
  readonly packageName: string;
  readonly folder: string;
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

/** The installed package of the project. Throws without one. */
export function findDocsUi(root: string): DocsUi {
  for (const [packageName, { folderInPackage, ...kind }] of Object.entries(kinds)) {
    const found = packageFolder(root, packageName);
    const folder = found && join(found, folderInPackage);
    if (folder !== undefined && kind.files.every((file) => existsSync(join(folder, file))))
      return { packageName, folder, ...kind };
  }
  return fail("serverform local", "openapi-docs-missing", "--docs", { packages: Object.keys(kinds) });
}

/** Packages may hide their package.json, so the folders are searched in the order of Node.js. */
function packageFolder(root: string, name: string): string | undefined {
  const folders = createRequire(join(root, "package.json")).resolve.paths(name) ?? [];
  const found = folders.map((folder) => join(folder, name, "package.json")).find((file) => existsSync(file));
  return found && dirname(found);
}
