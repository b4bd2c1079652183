import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Api, Function, NextjsSite, Site, type SiteProps, type Stack, Table } from "../../../lib";
import { frameworkNames } from "../../../lib/kit/site/server/frameworks";
import { fixture, only, resources, synthesized, temporaryFolder, testStack } from "../../support/stack";
import { failure } from "../api/support/api";

/** The folder of a project that depends on these packages, as `path` in the fixture project. */
const project = (...packages: readonly string[]): string => {
  const folder = temporaryFolder();
  const dependencies = Object.fromEntries(packages.map((each) => [each, "1.0.0"]));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { build: "build" }, dependencies }));
  return relative(fixture, folder);
};
const path = project("astro");
const web = (props: Partial<SiteProps> = {}, stack = testStack()) => ({
  stack,
  site: new Site(stack, "Web", { path, ...props }),
});
type Json = Readonly<Record<string, unknown>>;
const distribution = (props: Partial<SiteProps> = {}, stack = testStack()) =>
  only(web(props, stack).stack, "aws_cloudfront_distribution") as Json;
const serverFunction = (props: Partial<SiteProps> = {}) =>
  Object.entries(resources(web(props).stack, "aws_lambda_function")).find(([id]) =>
    id.startsWith("Web_Server"),
  )?.[1] as Json;

describe("Site", () => {
  test("lets only its distribution call the function, with both permissions that the service asks for", () => {
    const permissions = Object.values(resources(web().stack, "aws_lambda_permission"));
    expect(permissions.map((each) => [each.action, each.function_url_auth_type])).toEqual([
      ["lambda:InvokeFunctionUrl", "AWS_IAM"],
      ["lambda:InvokeFunction", undefined],
    ]);
    for (const each of permissions) {
      expect(each).toMatchObject({
        principal: "cloudfront.amazonaws.com",
        source_arn: expect.stringMatching(/^\$\{aws_cloudfront_distribution\.Web_Distribution_\w+\.arn\}$/),
      });
    }
  });

  test("streams through a signed function URL without CORS", () => {
    const { stack } = web();
    const url = only(stack, "aws_lambda_function_url") as Json;
    expect(url).toMatchObject({
      authorization_type: "AWS_IAM",
      invoke_mode: "RESPONSE_STREAM",
    });
    expect(url.cors).toBeUndefined();
    const controls = Object.values(resources(stack, "aws_cloudfront_origin_access_control"));
    expect(controls.map((each) => each.origin_access_control_origin_type).sort()).toEqual(["lambda", "s3"]);
    expect(controls.map((each) => each.signing_behavior)).toEqual(["always", "always"]);
  });

  test("sends all paths that are not files to the server, with all methods and headers except the host", () => {
    const { default_cache_behavior, origin, default_root_object, custom_error_response } = distribution();
    expect(default_cache_behavior).toMatchObject({
      target_origin_id: "server",
      allowed_methods: ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"],
      origin_request_policy_id: "b689b0a8-53d0-40ab-baf2-68738e2966ac",
      viewer_protocol_policy: "redirect-to-https",
    });
    const [server] = origin as readonly Json[];
    expect(server).toMatchObject({
      origin_id: "server",
      domain_name: expect.stringMatching(/^\$\{element\(split\("\/", aws_lambda_function_url\..*\), 2\)\}$/),
      custom_origin_config: {
        origin_protocol_policy: "https-only",
        origin_read_timeout: 20,
      },
    });
    expect([default_root_object, custom_error_response]).toEqual([undefined, undefined]);
  });

  test("lets caches keep only responses that the server allows", () => {
    expect(only(web().stack, "aws_cloudfront_cache_policy")).toMatchObject({
      min_ttl: 0,
      default_ttl: 0,
      parameters_in_cache_key_and_forwarded_to_origin: {
        cookies_config: { cookie_behavior: "none" },
        headers_config: { header_behavior: "none" },
        query_strings_config: { query_string_behavior: "all" },
      },
    });
  });

  test("of files only is below its base path", () => {
    const files = join(fixture, "sites/plain");
    const stack = testStack();
    new Site(stack, "Docs", {
      path: files,
      framework: "static",
      basePath: "/docs",
    });
    const keys = Object.values(resources(stack, "aws_s3_object")).map(({ key }) => key);
    expect(keys).toContain("docs/assets/logo.svg");
    expect(only(stack, "aws_cloudfront_distribution")).toMatchObject({
      default_root_object: "docs/index.html",
      custom_error_response: [
        { response_page_path: "/docs/404.html" },
        { response_page_path: "/docs/404.html" },
      ],
    });
  });

  test("drops former pages from the caches when the code of the server changes", () => {
    const { triggers } = only(web().stack, "aws_lambda_invocation");
    expect(triggers).toEqual({
      files: expect.any(String),
      server: expect.stringMatching(/^\$\{aws_lambda_function\.Web_Server_Function_\w+\.source_code_hash\}$/),
    });
  });

  test("distinguishes pages of Next.js by the headers of its router", () => {
    const policy = only(web({ path: project("next") }).stack, "aws_cloudfront_cache_policy") as Json;
    const { headers_config } = policy.parameters_in_cache_key_and_forwarded_to_origin as Json;
    expect(headers_config).toEqual({
      header_behavior: "whitelist",
      headers: {
        items: [
          "next-router-prefetch",
          "next-router-segment-prefetch",
          "next-router-state-tree",
          "next-url",
          "rsc",
        ],
      },
    });
  });

  test("hashes bodies at the edge, by one function in us-east-1 for all sites of the stack", () => {
    const stack = testStack({ region: "eu-west-1" });
    web({}, stack);
    new Site(stack, "Docs", { path });
    const functions = Object.entries(resources(stack, "aws_lambda_function"));
    const edge = functions.filter(([id]) => id.startsWith("_body_hash"));
    expect(edge).toHaveLength(1);
    expect(edge[0]?.[1]).toMatchObject({
      provider: "aws.us_east_1",
      publish: true,
      memory_size: 128,
    });
    expect(edge[0]?.[1]?.environment).toBeUndefined();
    for (const each of Object.values(resources(stack, "aws_cloudfront_distribution"))) {
      const { lambda_function_association } = each.default_cache_behavior as Json;
      expect(lambda_function_association).toEqual([
        {
          event_type: "origin-request",
          include_body: true,
          lambda_arn: expect.stringMatching(/_body_hash_\w+\.qualified_arn\}$/),
        },
      ]);
    }
  });

  test("lets the services of Lambda and of the edge assume the role of that function, which may do nothing", () => {
    const [role] = Object.entries(resources(web().stack, "aws_iam_role")).filter(([id]) =>
      id.includes("body_hash"),
    );
    const { Statement } = JSON.parse(String(role?.[1].assume_role_policy)) as {
      Statement: readonly Json[];
    };
    expect(Statement.map(({ Principal }) => Principal)).toEqual([
      { Service: "lambda.amazonaws.com" },
      { Service: "edgelambda.amazonaws.com" },
    ]);
  });

  test("serves the files whose names change from the bucket", () => {
    expect(distribution().ordered_cache_behavior).toEqual([
      expect.objectContaining({
        path_pattern: "/_astro/*",
        target_origin_id: "files",
        allowed_methods: ["GET", "HEAD"],
      }),
    ]);
    expect(distribution({ basePath: "/docs" }).ordered_cache_behavior).toEqual([
      expect.objectContaining({ path_pattern: "/docs/_astro/*" }),
    ]);
  });

  test("leads routes to APIs", () => {
    const stack = testStack();
    const api = new Api(stack, "Api", {
      routes: { "GET /api/notes": "functions/notes.get" },
    });
    const { ordered_cache_behavior } = distribution({ routes: { "/api/*": api } }, stack);
    expect((ordered_cache_behavior as readonly Json[]).map((each) => each.path_pattern)).toEqual([
      "/_astro/*",
      "/api/*",
    ]);
  });

  test("gives the function the environment, the bindings and the permissions of the site", () => {
    const stack = testStack();
    const table = new Table(stack, "Notes", {
      fields: { id: "string" },
      primaryIndex: { partitionKey: "id" },
    });
    const { site } = web({ bind: [table], environment: { TITLE: "Notes" }, permissions: ["ses"] }, stack);
    expect(site.serverFunction).toBeInstanceOf(Function);
    const server = Object.entries(resources(stack, "aws_lambda_function")).find(([id]) =>
      id.startsWith("Web_Server"),
    );
    expect((server?.[1].environment as Json | undefined)?.variables).toMatchObject({
      TITLE: "Notes",
      SERVERFORM_Table_tableName_Notes: expect.anything(),
    });
    const policies = JSON.stringify(resources(stack, "aws_iam_role_policy"));
    expect(policies).toContain("ses:*");
    expect(policies).toContain("dynamodb:");
  });

  test("has 20 seconds and 1024 MB unless defaults say otherwise, those of the stack included", () => {
    expect(serverFunction()).toMatchObject({
      timeout: 20,
      memory_size: 1024,
      handler: "site/bridge.handler",
      runtime: "nodejs24.x",
    });
    const stack = testStack();
    stack.setDefaultFunctionProps({
      memorySize: 512,
      runtime: "python3.12",
      timeout: 5,
    });
    web({ defaults: { function: { timeout: 90 } } }, stack);
    const server = Object.entries(resources(stack, "aws_lambda_function")).find(([id]) =>
      id.startsWith("Web_Server"),
    );
    expect(server?.[1]).toMatchObject({
      timeout: 90,
      memory_size: 512,
      runtime: "nodejs24.x",
    });
    const { origin } = only(stack, "aws_cloudfront_distribution") as Json;
    expect((origin as readonly Json[])[0]?.custom_origin_config).toMatchObject({
      origin_read_timeout: 60,
    });
  });

  test("binds constructs and gives permissions later", () => {
    const { stack, site } = web();
    const table = new Table(stack, "Notes", {
      fields: { id: "string" },
      primaryIndex: { partitionKey: "id" },
    });
    site.bind([table]);
    site.attachPermissions(["ses"]);
    const policies = JSON.stringify(resources(stack, "aws_iam_role_policy"));
    expect(policies).toContain("ses:*");
    expect(policies).toContain("dynamodb:");
  });

  test("has no function with files only", () => {
    const { stack, site } = web({ server: false });
    expect(site.serverFunction).toBeUndefined();
    expect(resources(stack, "aws_lambda_function_url")).toEqual({});
    expect(only(stack, "aws_cloudfront_distribution")).toMatchObject({
      default_root_object: "index.html",
      default_cache_behavior: { target_origin_id: "files" },
    });
  });

  test.each([
    [["next"], "next"],
    [["nuxt"], "nuxt"],
    [["@sveltejs/kit", "vite"], "sveltekit"],
    [["astro"], "astro"],
    [["@react-router/dev", "vite"], "react-router"],
    [["@tanstack/react-start", "vite", "nitro"], "tanstack-start"],
    [["nitropack"], "nitro"],
  ])("finds the framework of a project with %j", (packages, name) => {
    const stack = testStack();
    new Site(stack, "Found", { path: project(...packages) });
    const other = testStack();
    new Site(other, "Found", { path: project(), framework: name as never });
    const behaviors = (each: typeof stack) =>
      (only(each, "aws_cloudfront_distribution") as Json).ordered_cache_behavior;
    expect(behaviors(stack)).toEqual(behaviors(other));
  });
});

describe("Site on the developer's machine", () => {
  const names = ["SERVERFORM_LIVE", "SERVERFORM_LOCAL"] as const;
  afterEach(() => {
    for (const name of names) delete process.env[name];
  });
  const described = (stack: ReturnType<typeof testStack>) =>
    Object.values(resources(stack, "terraform_data")).map(({ input }) => input);

  test("is a page with the reason under serverform start, without a server, unless it must be deployed", () => {
    process.env.SERVERFORM_LIVE = "true";
    const { stack, site } = web();
    expect(site.serverFunction).toBeUndefined();
    expect(only(stack, "aws_s3_object")).toMatchObject({
      key: "index.html",
      cache_control: "no-store",
    });
    expect(web({ disablePlaceholder: true }).site.serverFunction).toBeInstanceOf(Function);
  });

  test("gives serverform start the variables of the server, for serverform env", () => {
    process.env.SERVERFORM_LIVE = "true";
    const stack = testStack();
    const fields = { id: "string" } as const;
    const [notes, orders] = ["Notes", "Orders"].map(
      (id) => new Table(stack, id, { fields, primaryIndex: { partitionKey: "id" } }),
    ) as [Table, Table];
    const { site } = web({ environment: { TITLE: stack.region }, bind: [notes] }, stack);
    site.bind([[orders, "grantReadData"]]);
    expect(() => site.bind([{} as never])).toThrow(/bind\[0\]/);
    const [output] = Object.values(synthesized(stack).output ?? {});
    expect(output).toEqual({
      value: {
        path,
        environment: {
          SERVERFORM_APP: "notes",
          SERVERFORM_STAGE: "dev",
          SERVERFORM_Table_tableName_Notes: expect.stringMatching(/^\$\{aws_dynamodb_table\.Notes_/),
          SERVERFORM_Table_tableName_Orders: expect.stringMatching(/^\$\{aws_dynamodb_table\.Orders_/),
          TITLE: "us-east-1",
        },
      },
    });
  });

  test("gives serverform local the start command of its server, and the port", () => {
    process.env.SERVERFORM_LOCAL = "true";
    const { stack, site } = web({ server: { entry: "server.js", port: 3000 } });
    expect(described(stack)).toEqual([
      expect.objectContaining({
        serves: expect.stringMatching(/aws_lambda_function_url\..*\.function_url/),
        function: site.serverFunction?.functionName,
        port: "3000",
      }),
    ]);
  });

  test("is led to the development server of the framework", () => {
    process.env.SERVERFORM_LOCAL = "true";
    const dev = { command: "npm run dev", url: "http://localhost:5173" };
    const { stack } = web({ dev });
    expect(described(stack)).toEqual(
      expect.arrayContaining([
        expect.objectContaining(dev),
        { serves: expect.any(String), url: "http://localhost:5173" },
      ]),
    );
  });

  test("has none of that in a deployment", () => {
    expect(described(web({ dev: { command: "npm run dev", url: "http://localhost:5173" } }).stack)).toEqual(
      [],
    );
  });
});

describe("Site refuses", () => {
  test.each<[string, Partial<SiteProps> | ((stack: Stack) => Partial<SiteProps>), string, RegExp]>([
    [
      "a project without a known framework",
      () => ({ path: project("express") }),
      "site-framework-unknown",
      /framework is not given.*Known frameworks: "?next/s,
    ],
    ["an unknown framework", { framework: "remix" as never }, "literal-unknown", /framework is "remix"/],
    [
      "a server for a framework that builds none",
      { framework: "vite", server: {} as never },
      "site-server-none",
      /server\.entry has no default for the framework "vite"/,
    ],
    ["a server that is not an object", { server: true as never }, "prop-invalid", /server is true/],
    [
      "an entry outside of the site",
      { server: { entry: "../server.js" } },
      "site-output-outside",
      /server\.entry is "\.\.\/server\.js"/,
    ],
    ["an invalid port", { server: { entry: "a.js", port: 70000 } }, "prop-invalid", /server\.port is 70000/],
    [
      "props of a server without one",
      { server: false, permissions: ["ses"] },
      "site-server-needed",
      /permissions is for the server of the site, but server is false/,
    ],
    [
      "a binding without a server",
      { framework: "static", bind: [] },
      "site-server-needed",
      /bind is for the server.*builds files only/,
    ],
    ["a base path without a slash", { basePath: "docs" }, "prop-invalid", /basePath is "docs"/],
    ["a base path that ends with a slash", { basePath: "/docs/" }, "prop-invalid", /basePath is "\/docs\/"/],
    ["an empty command", { buildCommand: "" }, "prop-invalid", /buildCommand is ""/],
    [
      "the handler of the function",
      { defaults: { function: { handler: "a.b" } as never } },
      "key-unknown",
      /defaults\.function.*handler/,
    ],
    [
      "a queue of regeneration",
      { cdk: { regenerationQueue: {} } as never },
      "key-rejected",
      /cdk.*regenerationQueue.*s-maxage/s,
    ],
    [
      "a policy for images",
      { cdk: { imageOriginRequestPolicy: {} } as never },
      "key-rejected",
      /imageOriginRequestPolicy.*images\.loader/s,
    ],
    [
      "a route that hides the site",
      (stack: Stack) => ({ routes: { "/*": new Api(stack, "Api", {}) } }),
      "site-route-hides-site",
      /routes\["\/\*"\]/,
    ],
  ])("%s", (_, given, code, message) => {
    const stack = testStack();
    const props = typeof given === "function" ? given(stack) : given;
    const error = failure(() => web(props, stack));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(stack.node.tryFindChild("Web")?.node.children ?? []).toEqual([]);
  });

  test("a path that does not exist, and names it", () => {
    expect(failure(() => web({ path: "nowhere" })).code).toBe("site-path-missing");
  });
});

describe("NextjsSite", () => {
  const nextjs = (props: object = {}) => {
    const stack = testStack();
    return {
      stack,
      site: new NextjsSite(stack, "Web", { path: project("next"), ...props }),
    };
  };

  test("is a site of Next.js, regardless of its package.json", () => {
    const stack = testStack();
    new NextjsSite(stack, "Web", { path: project() });
    expect((only(stack, "aws_cloudfront_distribution") as Json).ordered_cache_behavior).toEqual([
      expect.objectContaining({ path_pattern: "/_next/static/*" }),
    ]);
  });

  test.each([
    [{ framework: "astro" }, /unknown|framework/],
    [{ nextBinPath: "" }, /nextBinPath is ""/],
    [{ commandHooks: { afterBuild: () => "next-sitemap" } }, /commandHooks\.afterBuild is "next-sitemap"/],
    [{ commandHooks: { beforeBuild: () => [] } }, /commandHooks.*beforeBuild/],
  ])("refuses %j", (props, message) => {
    expect(failure(() => nextjs(props)).message).toMatch(message);
  });
});

test("the table names frameworks that the props take", () => {
  expect(frameworkNames).toEqual([
    "next",
    "nuxt",
    "sveltekit",
    "astro",
    "react-router",
    "tanstack-start",
    "nitro",
    "vite",
    "static",
  ]);
});
