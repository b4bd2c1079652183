import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { DataAwsS3Bucket } from "@cdktf/provider-aws/lib/data-aws-s3-bucket";
import {
  Api,
  Function,
  ReactStaticSite,
  RestV1Api,
  StaticSite,
  type StaticSiteProps,
  ViteStaticSite,
  WebSocketApi,
} from "../../../lib";
import { Stack } from "../../../lib/kit/app";
import { listedTypes, typesOf } from "../../docs/resources-table";
import {
  addresses,
  type Block,
  fixture,
  inlineStatements,
  only,
  resources,
  temporaryFolder,
  testApp,
  testStack,
} from "../../support/stack";
import { failure } from "../api/support/api";

const path = "sites/plain";
const plain = (address: string) => address.replace(/_[0-9A-F]{8}(?=$|\.)/g, "");
const web = (props: Partial<StaticSiteProps> = {}, stack = testStack()) => ({
  stack,
  site: new StaticSite(stack, "Web", { path, ...props }),
});
const distribution = (props: Partial<StaticSiteProps> = {}, stack = testStack()) =>
  only(web(props, stack).stack, "aws_cloudfront_distribution") as Block;
const objects = (props: Partial<StaticSiteProps> = {}, stack = testStack()) =>
  Object.fromEntries(
    Object.values(resources(web(props, stack).stack, "aws_s3_object")).map((each) => [
      String(each.key),
      each,
    ]),
  );
/** A folder of a site with these files, as `path` of a site in the fixture project. */
const siteOf = (files: Readonly<Record<string, string>>): string => {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return relative(fixture, folder);
};
const page = { "index.html": "<p>{{ TITLE }}</p>" };

describe("StaticSite", () => {
  test("has a README that lists every type of resource", () => {
    const stack = testStack();
    const routes = { "/api/*": new Api(stack, "Api") };
    const { site } = web(
      {
        routes,
        customDomain: {
          domainName: "example.com",
          domainAlias: "www.example.com",
        },
      },
      stack,
    );
    new Function(stack, "Fn", { handler: "functions/notes.get", bind: [site] });
    const own = addresses(stack).filter((each) => each.includes(".Web_"));
    expect(listedTypes("lib/constructs/static-site/README.md")).toEqual(
      expect.arrayContaining([...typesOf(own)]),
    );
  });

  test("is delivered over TLS from a bucket that only its distribution can read", () => {
    const { stack } = web();
    expect(only(stack, "aws_cloudfront_distribution")).toMatchObject({
      enabled: true,
      is_ipv6_enabled: true,
      http_version: "http2",
      default_root_object: "index.html",
      default_cache_behavior: {
        allowed_methods: ["GET", "HEAD"],
        compress: true,
        viewer_protocol_policy: "redirect-to-https",
        cache_policy_id: "658327ea-f89d-4fab-a63d-7e88639e58f6",
      },
      viewer_certificate: { cloudfront_default_certificate: true },
      restrictions: { geo_restriction: { restriction_type: "none" } },
    });
    expect(only(stack, "aws_cloudfront_origin_access_control")).toMatchObject({
      name: "dev-notes-Web",
      origin_access_control_origin_type: "s3",
      signing_behavior: "always",
      signing_protocol: "sigv4",
    });
    const { Statement } = JSON.parse(String(only(stack, "aws_s3_bucket_policy").policy));
    expect(Statement[0]).toMatchObject({
      Principal: { Service: "cloudfront.amazonaws.com" },
      Action: "s3:GetObject",
      Condition: {
        StringEquals: {
          "AWS:SourceArn": expect.stringContaining("aws_cloudfront_distribution.Web_"),
        },
      },
    });
    expect(Statement[1]).toMatchObject({ Sid: "TlsOnly", Effect: "Deny" });
  });

  test("sends security headers, which an override of the policy changes", () => {
    const headers = (props: Partial<StaticSiteProps> = {}) =>
      only(web(props).stack, "aws_cloudfront_response_headers_policy");
    expect(headers().security_headers_config).toEqual({
      content_type_options: { override: true },
      frame_options: { frame_option: "SAMEORIGIN", override: false },
      referrer_policy: {
        referrer_policy: "strict-origin-when-cross-origin",
        override: false,
      },
      strict_transport_security: {
        access_control_max_age_sec: 31536000,
        override: false,
      },
    });
    expect(headers({ cdk: { responseHeadersPolicy: { name: "mine" } } }).name).toBe("mine");
  });

  test("uploads each file with its type and cache header, and the distribution waits for all", () => {
    const { "index.html": index, "assets/app-1a2b.js": script, "assets/logo.svg": image } = objects();
    expect(index).toMatchObject({
      source: expect.stringMatching(/^\$\{path\.module\}\/assets\/Web-[0-9a-f]{8}\/index\.html$/),
      source_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      content_type: "text/html; charset=utf-8",
      cache_control: "max-age=0,no-cache,no-store,must-revalidate",
      override_provider: { default_tags: { tags: {} } },
    });
    expect(script?.cache_control).toBe("max-age=31536000,public,immutable");
    expect(image?.content_type).toBe("image/svg+xml");
    expect(image).not.toHaveProperty("cache_control");
    expect((distribution().depends_on as readonly string[]).map(plain)).toEqual([
      "terraform_data.Web_Uploaded",
    ]);
  });

  test("sets the cache header of the last entry that selects a file", () => {
    const fileOptions = [
      { exclude: "nothing", include: "*", cacheControl: "a" },
      {
        exclude: "*",
        include: ["assets/*.js", "robots.???"],
        cacheControl: "b",
      },
    ];
    const found = objects({ fileOptions });
    expect(found["index.html"]?.cache_control).toBe("a");
    expect(found["assets/app-1a2b.js"]?.cache_control).toBe("b");
    expect(found["robots.txt"]?.cache_control).toBe("b");
  });

  test("puts references into pages and scripts, and leaves other files unchanged", () => {
    const stack = testStack();
    const api = new Api(stack, "Api");
    const found = objects({ environment: { API_URL: api.url, MODE: "test" } }, stack);
    expect(String(found["assets/app-1a2b.js"]?.content).replace(/Web-\w+/, "Web")).toMatch(
      /^\$\{replace\(file\("\$\{path\.module\}\/assets\/Web\/assets\/app-1a2b\.js"\), "\{\{ API_URL \}\}", "\$\{aws_apigatewayv2_api\.Api_\w+\.api_endpoint\}"\)\}$/,
    );
    expect(found["assets/app-1a2b.js"]).not.toHaveProperty("source");
    expect(found["index.html"]).toHaveProperty("source");
  });

  test.each([
    [
      "{{ NAME }}",
      "**/*.html",
      /^serverform: replaceValues\[0\] replaces nothing: none of the 1 matching files contains "\{\{ NAME \}\}"$/,
    ],
    [
      "{{ TITLE }}",
      "dist/*.html",
      /replaces nothing: no file of the site matches files: "dist\/\*\.html".* such as "index\.html"$/,
    ],
    ["{{ TITLE }}", "*.html", undefined],
  ])("warns about %s in %s if nothing is replaced", (search, files, text) => {
    const stack = testStack();
    const notices = jest.spyOn(stack.app, "addNotice");
    web(
      {
        path: siteOf(page),
        replaceValues: [{ files, search, replace: "Notes" }],
      },
      stack,
    );
    addresses(stack);
    const found = notices.mock.calls
      .map(([notice]) => notice)
      .filter((each) => each.includes("replaceValues"));
    expect(found).toEqual(text === undefined ? [] : [expect.stringMatching(text)]);
  });

  test("lets pages wait for all other files, or in a very large site for those that they name", () => {
    const waitsOf = (files: Readonly<Record<string, string>>) => {
      const found = resources(web({ path: siteOf(files) }).stack, "aws_s3_object");
      const entry = Object.values(found).find(({ key }) => key === "page-1.html");
      return ((entry?.depends_on ?? []) as readonly string[]).map(plain);
    };
    const many = (count: number, name: (index: number) => string, text: (index: number) => string) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), text(index)]));
    const files = (pages: number) => ({
      "index.html": "",
      ...many(
        pages,
        (index) => `page-${index}.html`,
        (index) => `<img src="/docs/a%20${index}.png?x">{"a":"file-${index}.js"}`,
      ),
      ...many(
        150,
        (index) => `a ${index}.png`,
        () => "",
      ),
      ...many(
        50,
        (index) => `file-${index}.js`,
        () => "",
      ),
    });
    expect(waitsOf(files(90))).toEqual(["terraform_data.Web_Uploaded_other"]);
    expect(waitsOf(files(120))).toEqual([
      "aws_s3_object.Web_Files_a201png",
      "aws_s3_object.Web_Files_file-1js",
    ]);
  });

  test("replaces texts literally, whatever Terraform would read in them", () => {
    const text = '/a/ "b" \\ ${c} %{d}';
    const sited = siteOf({ "index.html": `${text} end` });
    const content = (search: string, replace: string) =>
      String(
        objects({
          path: sited,
          replaceValues: [{ files: "*.html", search, replace }],
        })["index.html"]?.content,
      );
    expect(content("/a/", "$1")).toContain(', "/\\\\/a\\\\//", replace("$1", "$", "$$"))}');
    expect(content('"b" \\ ${c} %{d}', "${e}")).toContain(', "\\"b\\" \\\\ $${c} %%{d}", "$${e}")}');
  });

  test.each<[string, Partial<StaticSiteProps>, object[] | undefined]>([
    [
      "the index page",
      {},
      [403, 404].map((error_code) => ({
        error_code,
        response_code: 200,
        response_page_path: "/index.html",
      })),
    ],
    [
      "a page with the status",
      { errorPage: "404.html" },
      [403, 404].map((error_code) => ({
        error_code,
        response_code: error_code,
        response_page_path: "/404.html",
      })),
    ],
    [
      "the value of an override",
      { cdk: { distribution: { customErrorResponse: [{ errorCode: 404 }] } } },
      [{ error_code: 404 }],
    ],
  ])("answers paths without a file with %s", (_, props, expected) => {
    expect(distribution(props).custom_error_response).toEqual(expected);
  });

  test("has its own keys over those of the distribution, and the caller's over those of the default behavior", () => {
    const cdk = {
      distribution: {
        comment: "Notes",
        defaultCacheBehavior: { compress: false },
      },
    };
    expect(distribution({ cdk })).toMatchObject({
      comment: "Notes",
      default_cache_behavior: {
        compress: false,
        viewer_protocol_policy: "redirect-to-https",
      },
    });
  });

  test("drops former files from the caches when a file, a header or a value changes", () => {
    const triggers = (props: Partial<StaticSiteProps>) => {
      const { stack } = web(props);
      return (only(stack, "aws_lambda_invocation").triggers as Record<string, string>).files;
    };
    const first = triggers({});
    expect(triggers({})).toBe(first);
    const others = [
      triggers({ fileOptions: [] }),
      triggers({ replaceValues: [{ files: "**", search: "a", replace: "b" }] }),
      triggers({
        replaceValues: [{ files: "*.html", search: "a", replace: "b" }],
      }),
      triggers({ path: siteOf(page) }),
    ];
    expect(new Set([first, ...others]).size).toBe(5);
    const { stack } = web({ waitForInvalidation: false });
    expect(only(stack, "aws_lambda_invocation")).toMatchObject({
      lifecycle_scope: "CREATE_ONLY",
      input: expect.stringMatching(/"paths":\["\/\*"\],"wait":false\}$/),
    });
    expect(inlineStatements(stack, "Invalidator")).toContainEqual({
      Effect: "Allow",
      Action: ["cloudfront:CreateInvalidation", "cloudfront:GetInvalidation"],
      Resource: expect.stringMatching(/aws_cloudfront_distribution\.Web_\w+\.arn/),
    });
  });

  test("passes its address to functions through a parameter, so that it may lead to their API", () => {
    const stack = testStack({ account: "123456789012" });
    const api = new Api(stack, "Api", {
      routes: { "GET /api/x": "functions/notes.get" },
    });
    const { site } = web({ routes: { "/api/*": api } }, stack);
    api.bind([site]);
    expect(only(stack, "aws_ssm_parameter")).toMatchObject({
      name: "/serverform/notes/dev/StaticSite/Web/url",
      value: expect.stringMatching(/^https:\/\/\$\{aws_cloudfront_distribution\.Web_\w+\.domain_name\}$/),
    });
    expect(JSON.stringify(resources(stack, "aws_lambda_function"))).toContain(
      '"SERVERFORM_StaticSite_url_Web":"__FETCH_FROM_SSM__"',
    );
  });

  test.each([
    [undefined, { force_destroy: true }],
    ["destroy", { force_destroy: true }],
    ["retain", { force_destroy: false, lifecycle: { prevent_destroy: true } }],
  ] as const)("has a bucket that follows the removal policy %p", (defaultRemovalPolicy, expected) => {
    const { stack } = web({}, testStack({ defaultRemovalPolicy }));
    expect(only(stack, "aws_s3_bucket")).toMatchObject({
      bucket_prefix: "dev-notes-web-",
      ...expected,
    });
  });

  test("leaves the policy of an imported bucket alone", () => {
    const stack = testStack();
    const bucket = new DataAwsS3Bucket(stack, "Theirs", { bucket: "theirs" });
    web({ cdk: { bucket } }, stack);
    expect(resources(stack, "aws_s3_bucket_policy")).toEqual({});
    expect(Object.values(resources(stack, "aws_s3_object"))[0]?.bucket).toBe(
      "${data.aws_s3_bucket.Theirs.bucket}",
    );
  });

  test("tells the command line its distribution, domain, folder and variables", () => {
    const { site } = web({
      customDomain: "example.com",
      environment: { A_B: "c" },
    });
    expect(site.getConstructMetadata()).toEqual({
      type: "StaticSite",
      data: {
        distributionId: site.distributionId,
        customDomainUrl: "https://example.com",
        path,
        environment: { A_B: "c" },
      },
    });
  });
});

describe("StaticSite with routes", () => {
  const routed = (routes: (stack: Stack) => StaticSiteProps["routes"], stack = testStack()) =>
    distribution({ routes: routes(stack) }, stack) as unknown as {
      readonly ordered_cache_behavior: readonly Record<string, unknown>[];
      readonly origin: readonly Record<string, unknown>[];
      readonly custom_error_response?: unknown;
      readonly default_cache_behavior: Record<string, unknown>;
    };

  test("forwards all of a request to the API except its host, and caches nothing", () => {
    const { ordered_cache_behavior: behaviors, origin } = routed((stack) => ({
      "/api/*": new Api(stack, "Api"),
    }));
    expect(behaviors).toEqual([
      expect.objectContaining({
        path_pattern: "/api/*",
        target_origin_id: "dev-notes-Main-Api",
        allowed_methods: ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"],
        viewer_protocol_policy: "https-only",
        cache_policy_id: "4135ea2d-6df8-44a3-9df3-4b5a84be39ad",
        origin_request_policy_id: "b689b0a8-53d0-40ab-baf2-68738e2966ac",
      }),
    ]);
    expect(origin[1]).toMatchObject({
      domain_name: expect.stringMatching(
        /^\$\{aws_apigatewayv2_api\.Api_\w+\.id\}\.execute-api\.us-east-1\.amazonaws\.com$/,
      ),
      custom_origin_config: {
        origin_protocol_policy: "https-only",
        origin_ssl_protocols: ["TLSv1.2"],
      },
    });
  });

  test("puts the stage before paths of a REST API, and leads to the one path of a WebSocket API", () => {
    const stack = testStack();
    const { origin, ordered_cache_behavior: behaviors } = routed(
      () => ({
        "/v1/*": new RestV1Api(stack, "Rest", {
          routes: { "GET /v1/x": "functions/notes.get" },
        }),
        "/ws": new WebSocketApi(stack, "Chat"),
      }),
      stack,
    );
    expect(origin.map((each) => each.origin_path)).toEqual([undefined, "/dev", undefined]);
    expect(behaviors[1]).toMatchObject({
      function_association: [{ event_type: "viewer-request" }],
    });
    const codes = Object.values(resources(stack, "aws_cloudfront_function")).map(({ code }) => String(code));
    expect(codes.some((code) => code.includes('request.uri = "/dev";'))).toBe(true);
  });

  test("serves the index page through a function, because error responses would replace those of APIs", () => {
    const stack = testStack();
    const found = routed(() => ({ "/api/*": new Api(stack, "Api") }), stack);
    expect(found).not.toHaveProperty("custom_error_response");
    const { code } = only(stack, "aws_cloudfront_function");
    const handler = new globalThis.Function(`${String(code)}; return handler;`)();
    const served = (uri: string) => handler({ request: { uri } }).uri;
    expect(["/", "/notes/5", "/a.b/c", "/logo.svg"].map(served)).toEqual([
      "/index.html",
      "/index.html",
      "/index.html",
      "/logo.svg",
    ]);
  });

  test("sorts patterns, the most specific first, and has one origin per API", () => {
    const found = routed((stack) => {
      const api = new Api(stack, "Api");
      return { "/api/*": api, "/api/v1/*": api, "/api/v1/x": api, "/a?i": api };
    });
    expect(found.ordered_cache_behavior.map((each) => each.path_pattern)).toEqual([
      "/a?i",
      "/api/v1/x",
      "/api/v1/*",
      "/api/*",
    ]);
    expect(found.origin).toHaveLength(2);
  });

  test.each<[string, string, string]>([
    ["api/*", "site-route-pattern", 'routes["api/*"]'],
    ["/*", "site-route-hides-site", 'routes["/*"]'],
    ["/index.*", "site-route-hides-site", 'routes["/index.*"]'],
  ])("refuses the pattern %p", (pattern, code, prop) => {
    const stack = testStack();
    const routes = { [pattern]: new Api(stack, "Api") };
    expect(failure(() => web({ routes }, stack))).toMatchObject({ code, prop });
  });

  test.each([
    ["/api/*", "/*/ws"],
    ["/a**", "/a*"],
    ["/x?", "/?y"],
  ])("refuses %p together with %p, which match some of the same paths", (a, b) => {
    const stack = testStack();
    const api = new Api(stack, "Api");
    expect(failure(() => web({ routes: { [a]: api, [b]: api } }, stack)).code).toBe("site-route-overlap");
  });

  test("refuses values that are not APIs, an API that CloudFront cannot reach, and an error page", () => {
    const stack = testStack();
    const api = new Api(stack, "Api");
    const closed = new Api(stack, "Closed", {
      cdk: { httpApi: { disableExecuteApiEndpoint: true } },
    });
    const codes = [
      { routes: { "/x": stack as never } },
      { routes: { "/x": closed } },
      { routes: { "/x": api }, errorPage: "404.html" },
    ].map((props, index) => failure(() => new StaticSite(stack, `W${index}`, { path, ...props })).code);
    expect(codes).toEqual(["prop-invalid", "site-route-unreachable", "site-routes-error-page"]);
  });
});

describe("StaticSite with a domain", () => {
  const types = (props: StaticSiteProps["customDomain"], region = "eu-west-1") => {
    const { stack } = web({ customDomain: props }, testStack({ region }));
    return {
      stack,
      records: Object.values(resources(stack, "aws_route53_record")).map(
        ({ name, type }) => `${name} ${type}`,
      ),
    };
  };

  test("has a certificate in us-east-1 and records in the zone of its own name", () => {
    const { stack, records } = types("www.example.com");
    expect(only(stack, "aws_acm_certificate")).toMatchObject({
      domain_name: "www.example.com",
      provider: "aws.us_east_1",
    });
    expect(records).toEqual(expect.arrayContaining(["www.example.com A", "www.example.com AAAA"]));
    expect(JSON.stringify(stack.toTerraform())).toContain('"name":"www.example.com","private_zone":false');
    expect(only(stack, "aws_cloudfront_distribution")).toMatchObject({
      aliases: ["www.example.com"],
      viewer_certificate: {
        ssl_support_method: "sni-only",
        minimum_protocol_version: "TLSv1.2_2021",
      },
    });
  });

  test("redirects its alias through a distribution of its own", () => {
    const { stack, records } = types({
      domainName: "example.com",
      domainAlias: "www.example.com",
    });
    expect(records).toEqual(expect.arrayContaining(["www.example.com A", "www.example.com AAAA"]));
    expect(only(stack, "aws_s3_bucket_website_configuration").redirect_all_requests_to).toEqual({
      host_name: "example.com",
      protocol: "https",
    });
    const distributions = Object.values(resources(stack, "aws_cloudfront_distribution"));
    const policies = distributions.map(
      (each) => (each.default_cache_behavior as Record<string, unknown>).response_headers_policy_id,
    );
    const policy = expect.stringMatching(
      /^\$\{aws_cloudfront_response_headers_policy\.Web_ResponseHeaders_\w+\.id\}$/,
    );
    expect(policies).toEqual([policy, policy]);
    // Websites of S3 have no TLS.
    const overHttp = {
      http_port: 80,
      https_port: 443,
      origin_protocol_policy: "http-only",
    };
    expect(distributions).toContainEqual(
      expect.objectContaining({
        aliases: ["www.example.com"],
        origin: [
          expect.objectContaining({
            custom_origin_config: expect.objectContaining(overHttp),
          }),
        ],
      }),
    );
  });

  test("outside of Route 53 has neither zone nor records", () => {
    const stack = testStack();
    const certificate = new AcmCertificate(stack, "Theirs", {
      domainName: "www.example.org",
    });
    const customDomain = {
      domainName: "www.example.org",
      isExternalDomain: true,
      alternateNames: ["a.example.org"],
      cdk: { certificate },
    };
    expect(distribution({ customDomain }, stack).aliases).toEqual(["www.example.org", "a.example.org"]);
    expect(addresses(stack).filter((each) => each.includes("route53"))).toEqual([]);
  });

  test.each<[string, StaticSiteProps["customDomain"], string]>([
    ["customDomain.domainName", {} as never, "prop-required"],
    ["customDomain", "*.example.com", "prop-invalid"],
    ["customDomain", "WWW.example.com", "domain-upper-case"],
    [
      "customDomain.alternateNames",
      { domainName: "example.com", alternateNames: ["a.example.com"] },
      "prop-needs",
    ],
    ["customDomain.isExternalDomain", { domainName: "example.com", isExternalDomain: true }, "prop-needs"],
    [
      "customDomain.domainAlias",
      {
        domainName: "example.com",
        isExternalDomain: true,
        domainAlias: "x.example.com",
      },
      "props-exclude",
    ],
    [
      "customDomain.hostedZone",
      {
        domainName: "example.com",
        isExternalDomain: true,
        hostedZone: "example.com",
      },
      "props-exclude",
    ],
    [
      "customDomain.domainAlias",
      { domainName: "example.com", domainAlias: "example.org" },
      "domain-outside-zone",
    ],
    ["customDomain.domainAlias", { domainName: "example.com", domainAlias: "example.com" }, "part-duplicate"],
  ])("refuses %s", (prop, customDomain, code) => {
    expect(failure(() => web({ customDomain }))).toMatchObject({ code, prop });
  });

  test("refuses a domain that another site has", () => {
    const { stack } = web({ customDomain: "example.com" });
    const second = () => new StaticSite(stack, "Other", { path, customDomain: "example.com" });
    expect(failure(second)).toMatchObject({
      code: "domain-duplicate",
      prop: "customDomain",
    });
  });
});

describe("StaticSite refuses", () => {
  test.each<[string, Partial<StaticSiteProps>, string]>([
    ["path", { path: "sites/none" }, "site-path-missing"],
    ["path", { path: undefined as never }, "prop-required"],
    ["buildOutput", { buildOutput: "../other" }, "site-output-outside"],
    ["vite.types", { vite: { types: "/tmp/x.d.ts" } }, "site-output-outside"],
    ["indexPage", { indexPage: "/index.html" }, "prop-invalid"],
    [
      "fileOptions[0]",
      { fileOptions: [{ exclude: "*", include: "*" } as never] },
      "site-file-options-needed",
    ],
    [
      "fileOptions[0].include",
      {
        fileOptions: [{ exclude: "*", include: 5 as never, cacheControl: "x" }],
      },
      "prop-invalid",
    ],
    [
      "replaceValues[0].search",
      { replaceValues: [{ files: "*", search: "", replace: "x" }] },
      "prop-required",
    ],
    ['environment["A-B"]', { environment: { "A-B": "c" } }, "prop-invalid"],
    ["dev.url", { dev: { command: "npm run dev", url: "https://example.com" } }, "prop-invalid"],
    ["cdk.bucket", { cdk: { bucket: { website: {} } as never } }, "key-rejected"],
    ["cdk.distribution", { cdk: { distribution: { viewerCertificate: {} } as never } }, "key-rejected"],
    ["cdk.distribution", { cdk: { distribution: { domainNames: [] } as never } }, "key-rejected"],
    [
      "cdk.distribution.customErrorResponse",
      {
        errorPage: "404.html",
        cdk: { distribution: { customErrorResponse: [] } },
      },
      "props-exclude",
    ],
  ])("%s", (prop, props, code) => {
    expect(failure(() => web(props))).toMatchObject({ code, prop });
  });

  const refusedFiles = (site: string, props: Partial<StaticSiteProps> = {}) =>
    failure(() => addresses(web({ path: site, ...props }).stack));

  test.each<[string, Record<string, string>, Partial<StaticSiteProps>, string]>([
    ["a folder without an index page", { "a.html": "" }, {}, "site-page-missing"],
    ["a folder without the error page", page, { errorPage: "404.html" }, "site-page-missing"],
    ["an empty folder", {}, {}, "site-output-empty"],
    ["an output that is missing", page, { buildOutput: "dist" }, "site-output-missing"],
    ["a secret file", { ...page, "deep/.env.local": "KEY=1" }, {}, "site-file-secret"],
    [
      "a path that S3 does not take",
      {
        ...page,
        [`${"d/".repeat(300)}${"x".repeat(200)}/${"y".repeat(240)}`]: "",
      },
      {},
      "site-file-name-too-long",
    ],
  ])("%s", (_, files, props, code) => {
    expect(refusedFiles(siteOf(files), props).code).toBe(code);
  });

  test("links that lead out of the folder, and follows others", () => {
    const site = siteOf({ ...page, "a/b.txt": "b" });
    symlinkSync("a/b.txt", join(fixture, site, "inside.txt"));
    expect(Object.keys(objects({ path: site }))).toContain("inside.txt");
    symlinkSync("/etc/hostname", join(fixture, site, "outside.txt"));
    expect(refusedFiles(site)).toMatchObject({ code: "site-file-link" });
  });

  test("a file that cannot be uploaded in one part", () => {
    const site = siteOf({ ...page, "video.mp4": "" });
    truncateSync(join(fixture, site, "video.mp4"), 5_368_709_121);
    expect(refusedFiles(site)).toMatchObject({ code: "site-file-too-large" });
  });

  test("a replacement in a file that is not a text", () => {
    const site = siteOf(page);
    writeFileSync(join(fixture, site, "image.png"), Buffer.from([0x89, 0xff]));
    const replaceValues = [{ files: "**/*.png", search: "a", replace: "b" }];
    expect(refusedFiles(site, { replaceValues })).toMatchObject({
      code: "site-file-not-text",
      prop: "replaceValues[0]",
    });
  });
});

describe("ViteStaticSite and ReactStaticSite", () => {
  const folder = () =>
    siteOf({
      ...page,
      "package.json": '{ "scripts": { "build": "exit 1" } }',
      "yarn.lock": "",
    });

  test("build with the package's script", () => {
    const stack = testStack();
    const [vite, react] = [folder(), folder()];
    new ViteStaticSite(stack, "Vite", { path: vite, typesPath: "env.d.ts" });
    new ReactStaticSite(stack, "React", {
      path: react,
      environment: { REACT_APP_MODE: "test" },
    });
    expect(Object.keys(resources(stack, "aws_cloudfront_distribution"))).toHaveLength(2);
  });

  test("refuse variables that pages do not see, and a folder without a script", () => {
    const stack = testStack();
    const variable = () =>
      new ReactStaticSite(stack, "A", {
        path: folder(),
        environment: { MODE: "x" },
      });
    expect(failure(variable)).toMatchObject({
      code: "site-react-variable",
      prop: "environment.MODE",
    });
    const script = () => new ViteStaticSite(stack, "B", { path });
    expect(failure(script)).toMatchObject({
      code: "site-build-script-missing",
      prop: "buildCommand",
    });
  });
});

describe("app.synth()", () => {
  test("writes the files beside the configuration, and the types of Vite's variables into the site", () => {
    const site = siteOf({ ...page, "vite.config.ts": "", "src/main.ts": "" });
    const app = testApp();
    new StaticSite(new Stack(app, "Main"), "Web", {
      path: site,
      environment: { VITE_B: "1", VITE_A: "2" },
    });
    app.synth();
    const { resource } = JSON.parse(
      readFileSync(join(app.outdir, "stacks/dev-notes-Main/cdk.tf.json"), "utf8"),
    );
    const sources = Object.values<{ source: string }>(resource.aws_s3_object).map(({ source }) => source);
    const index = sources.find((each) => each.endsWith("index.html")) ?? "";
    expect(
      readFileSync(index.replace("${path.module}", join(app.outdir, "stacks/dev-notes-Main")), "utf8"),
    ).toBe(page["index.html"]);
    expect(readFileSync(join(fixture, site, "src/serverform-env.d.ts"), "utf8")).toContain(
      'interface ImportMetaEnv {\n  readonly "VITE_A": string;\n  readonly "VITE_B": string;\n}',
    );
  });
});
