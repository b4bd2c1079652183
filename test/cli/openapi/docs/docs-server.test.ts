import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { appDocs } from "../../../../lib/cli/openapi/docs/app-docs";
import {
  type DocsServer,
  type DocsSource,
  findDocsUi,
  serveDocs,
} from "../../../../lib/cli/openapi/docs/docs-server";
import type { CommandContext } from "../../../../lib/cli/project/command-context";
import { temporaryFolder } from "../../../support/stack";

/** A project with a package, whose files have their own names as content. */
function projectWith(name: string, files: readonly string[]): string {
  const root = temporaryFolder();
  for (const file of ["package.json", ...files]) {
    const path = join(root, "node_modules", name, file);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, file);
  }
  return root;
}

const swagger = ["swagger-ui.css", "swagger-ui-bundle.js"];

describe("the page of OpenAPI documents", () => {
  let server: DocsServer;
  let apis: readonly string[] = ["Api"];
  const source: DocsSource = {
    apis: async () => apis,
    documentOf: async (api) => {
      if (api !== "Api") throw new Error("no such API");
      return { openapi: "3.1.1" };
    },
  };
  const get = async (path: string) => {
    const response = await fetch(new URL(path, server.url));
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      text: await response.text(),
    };
  };

  beforeAll(async () => {
    server = await serveDocs(findDocsUi(projectWith("swagger-ui-dist", swagger)), source, 0);
  });
  afterAll(() => server.stop());

  test("shows the document of the only API", async () => {
    const { status, text } = await get("/docs");
    expect([status, text.match(/(?:src|href)="[^"]+"/g)]).toEqual([
      200,
      ['href="/docs/swagger-ui.css"', 'src="/docs/swagger-ui-bundle.js"', 'src="/docs/start.js?api=Api"'],
    ]);
    expect((await get("/docs/start.js?api=Api")).text).toBe(
      'SwaggerUIBundle({ url: "/openapi.json?api=Api", dom_id: "#docs" });',
    );
    expect(await get("/openapi.json?api=Api")).toMatchObject({ status: 200, text: '{"openapi":"3.1.1"}' });
    expect(await get("/docs/swagger-ui.css")).toMatchObject({
      text: "swagger-ui.css",
      type: expect.stringContaining("css"),
    });
  });

  test("lists several APIs", async () => {
    apis = ["Api", "<Admin>"];
    const { text } = await get("/docs");
    expect(text).toContain('<a href="/docs?api=%3CAdmin%3E">&lt;Admin></a>');
    expect((await get("/docs?api=Api")).text).toContain("start.js?api=Api");
  });

  test("reports why there is no document", async () => {
    expect(await get("/openapi.json?api=Other")).toMatchObject({
      status: 500,
      text: '{"message":"no such API"}',
    });
    expect((await get("/docs/../package.json")).status).toBe(404);
  });

  test("does not answer to the name of another site", async () => {
    const status = await new Promise((resolve) => {
      request(server.url, { headers: { host: "evil.example" } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    expect(status).toBe(403);
  });
});

describe("the package that shows documents", () => {
  test("may be Scalar", () => {
    const ui = findDocsUi(projectWith("@scalar/api-reference", ["dist/browser/standalone.js"]));
    expect([ui.packageName, ui.script("/openapi.json")]).toEqual([
      "@scalar/api-reference",
      'Scalar.createApiReference("#docs", { url: "/openapi.json" });',
    ]);
  });

  test("is named with its installation, if it is missing", () => {
    expect(() => findDocsUi(projectWith("swagger-ui-dist", []))).toThrow(
      /--docs needs a package[\s\S]*npm install --save-dev swagger-ui-dist[\s\S]*\[openapi-docs-missing\]/,
    );
  });
});

test("the document has the address of the API on this machine", async () => {
  const folder = temporaryFolder();
  const resource = {
    aws_apigatewayv2_api: { web: { name: "dev-web", protocol_type: "HTTP" } },
    aws_apigatewayv2_route: { a: { api_id: "${aws_apigatewayv2_api.web.id}", route_key: "GET /a" } },
  };
  writeFileSync(join(folder, "main.tf.json"), JSON.stringify({ resource }));
  const context = { project: { root: folder } } as CommandContext;
  const served = [{ gateway: { name: "dev-web" }, urls: ["http://127.0.0.1:4000/"] }];
  const docs = appDocs(context, folder, () => served);
  const [api = ""] = await docs.apis();
  expect(await docs.documentOf(api)).toMatchObject({
    servers: [{ url: "http://127.0.0.1:4000" }],
    paths: { "/a": { get: expect.anything() } },
  });
});
