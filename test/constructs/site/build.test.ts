/** @group processes */

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Lazy } from "cdktf";
import { Api, Config, NextjsSite, Site, type SiteProps, Table } from "../../../lib";
import { App, Stack } from "../../../lib/kit/app";
import { serverFolder, startLambda, urlEvent } from "../../runtime/programs/site/lambda";
import { type Block, temporaryFolder } from "../../support/stack";
import { failure } from "../api/support/api";

const start = process.cwd();
afterEach(() => process.chdir(start));

type Files = Readonly<Record<string, string>>;

/** A project with an existing build: the folder `web` of an app. The build command does nothing. */
function project(files: Files): string {
  const root = temporaryFolder();
  writeFiles(join(root, "web"), files);
  writeFileSync(join(root, "cdktf.json"), JSON.stringify({ language: "typescript", app: "none" }));
  return root;
}

function writeFiles(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

interface Synthesized {
  readonly of: (type: string, id: string) => Block;
  /** The package of the server. */
  readonly folder: string;
  readonly keys: string[];
  readonly patterns: readonly unknown[];
}

const props = { path: "web", buildCommand: "exit 0" } as const;

/** Synthesizes the app of a project with one site. */
function synthesize(root: string, create: (stack: Stack) => unknown): Synthesized {
  process.chdir(root);
  const app = new App({ name: "notes", stage: "dev", region: "eu-west-1", outdir: join(root, "out") });
  const stack = new Stack(app, "Main");
  stack.addOverride("resource.terraform_data.title.input", "Notes");
  create(stack);
  app.synth();
  const folder = join(root, "out/stacks", stack.node.id);
  const { resource } = JSON.parse(readFileSync(join(folder, "cdk.tf.json"), "utf8")) as {
    resource: Record<string, Record<string, Block>>;
  };
  const of = (type: string, id: string): Block =>
    Object.entries(resource[type] ?? {}).find(([name]) => name.startsWith(id))?.[1] ?? {};
  const code = String(of("aws_lambda_function", "Web_Server").filename);
  const archive = /_code_(site-bridge-\w+?)_[0-9A-F]{8}/.exec(code)?.[1] ?? "";
  const distribution = of("aws_cloudfront_distribution", "Web");
  return {
    of,
    folder: join(folder, "assets", archive),
    keys: Object.values(resource.aws_s3_object ?? {}).map(({ key }) => String(key)),
    patterns: ((distribution.ordered_cache_behavior ?? []) as Block[]).map((each) => each.path_pattern),
  };
}

const site = (root: string, given: Partial<SiteProps> = {}): Synthesized =>
  synthesize(root, (stack) => new Site(stack, "Web", { ...props, ...given }));

/** A value that is known only after the deployment. */
const afterwards = Lazy.stringValue({ produce: () => "${terraform_data.title.output}" });

/** The page that a packaged server renders, as Lambda would run it. */
async function rendered(folder: string, path = "/", variables: Files = {}): Promise<string> {
  const lambda = await startLambda(folder, { _HANDLER: "site/bridge.js", ...variables });
  try {
    expect(await lambda.started).toBeUndefined();
    return (await (await lambda.invoke(urlEvent("GET", path))).rest()).toString("utf8");
  } finally {
    await lambda.stop();
  }
}

describe("A site that Nitro builds", () => {
  const root = project({
    "package.json": JSON.stringify({ devDependencies: { nitropack: "2" } }),
    ".output/nitro.json": JSON.stringify({ preset: "node-server" }),
    ".output/public/robots.txt": "User-agent: *",
    ".output/public/about/index.html": "<h1>About</h1>",
    ".output/public/img/logo.png": "png",
    ".output/public/img/large/photo.png": "png",
    ".output/public/img/LICENSE": "MIT",
  });
  cpSync(serverFolder("nitro"), join(root, "web/.output/server"), { recursive: true });

  test("is packaged with the bridge, and renders in a function", async () => {
    const { folder, of } = site(root);
    expect(of("aws_lambda_function", "Web_Server")).toMatchObject({ handler: "site/bridge.handler" });
    expect(of("aws_lambda_function_url", "Web_Server").invoke_mode).toBe("RESPONSE_STREAM");
    expect(existsSync(join(folder, "server/.output/public/about/index.html"))).toBe(true);
    expect(existsSync(join(folder, "server/.output/public/robots.txt"))).toBe(false);
    expect(await rendered(folder)).toContain("Nitro at www.example.com");
  });

  test("does not stop the app on this machine if its build fails: the function answers with the error", async () => {
    process.env.SERVERFORM_LOCAL = "true";
    try {
      const buildCommand = 'echo "no <style>" && exit 3';
      const { folder, of } = site(root, { buildCommand });
      expect(of("aws_lambda_function", "Web_Server").handler).toBe("server/failed.handler");
      const { handler } = await import(join(folder, "server/failed.mjs"));
      expect(await handler()).toMatchObject({
        statusCode: 500,
        body: expect.stringContaining("no &lt;style>"),
      });
      // The next build that works is served.
      expect(site(root).of("aws_lambda_function", "Web_Server").handler).toBe("site/bridge.handler");
    } finally {
      delete process.env.SERVERFORM_LOCAL;
    }
    expect(failure(() => site(root, { buildCommand: "exit 3" })).code).toBe("site-build-failed");
  });

  test("uploads its files, and leads their paths to the bucket by file, or by folder and kind", () => {
    const { keys, patterns } = site(root);
    expect(keys.sort()).toEqual([
      "about/index.html",
      "img/LICENSE",
      "img/large/photo.png",
      "img/logo.png",
      "robots.txt",
    ]);
    expect(patterns).toEqual(["/img/LICENSE", "/img/*.png", "/robots.txt"]);
  });

  test("runs without the bridge when it is a handler of Lambda, and is not cached", () => {
    const preset = (streaming: boolean) =>
      writeFiles(join(root, "web"), {
        ".output/nitro.json": JSON.stringify({ preset: "aws-lambda", config: { awsLambda: { streaming } } }),
      });
    preset(true);
    const streamed = site(root);
    preset(false);
    const whole = site(root);
    expect(streamed.of("aws_lambda_function", "Web_Server").handler).toBe(
      "server/.output/server/index.handler",
    );
    expect(streamed.of("aws_lambda_function_url", "Web_Server").invoke_mode).toBe("RESPONSE_STREAM");
    expect(whole.of("aws_lambda_function_url", "Web_Server").invoke_mode).toBe("BUFFERED");
    const { default_cache_behavior } = whole.of("aws_cloudfront_distribution", "Web");
    expect((default_cache_behavior as Block).cache_policy_id).toBe("4135ea2d-6df8-44a3-9df3-4b5a84be39ad");
  });

  test("is refused with the files and kinds that are more than behaviors", () => {
    const names = Array.from({ length: 80 }, (_, at) => `.output/public/${at}.txt`);
    writeFiles(join(root, "web"), Object.fromEntries(names.map((each) => [each, ""])));
    const error = failure(() => site(root));
    for (const each of names) rmSync(join(root, "web", each));
    expect(error.message).toMatch(/Web: path.*folders and kinds of files/);
  });
});

describe("A site whose server imports packages", () => {
  const files = {
    "package.json": JSON.stringify({ type: "module", devDependencies: { "@sveltejs/kit": "2" } }),
    "node_modules/greeting/index.js": 'module.exports = { greeting: "Hello from a package" };',
    "node_modules/greeting/package.json": JSON.stringify({ name: "greeting", version: "1.0.0" }),
    "build/client/_app/immutable/start.js": "start()",
    "build/prerendered/about.html": "<h1>About</h1>",
    "build/index.js": `import { createServer } from "node:http";
      import { greeting } from "greeting";
      createServer((_, response) => response.end(greeting)).listen(process.env.PORT, process.env.HOST);`,
  };

  test("is bundled with them", async () => {
    const { folder, keys, patterns } = site(project(files));
    expect(existsSync(join(folder, "server/build/index.mjs"))).toBe(true);
    expect(existsSync(join(folder, "server/build/prerendered/about.html"))).toBe(true);
    expect([keys, patterns]).toEqual([["_app/immutable/start.js"], ["/_app/immutable/*"]]);
    expect(await rendered(folder)).toBe("Hello from a package");
  });

  test("has the values of references where the build has put them", async () => {
    const root = project({
      ...files,
      "build/index.js": files["build/index.js"].replace("greeting)", '"{{ TITLE }}")'),
    });
    const { folder } = site(root, { environment: { TITLE: afterwards } });
    expect(await rendered(folder, "/", { TITLE: "Notes", TMPDIR: root })).toBe("Notes");
  });

  test("is built with the names of bound constructs, as its modules may read them when they are loaded", async () => {
    const [table, secret] = ["SERVERFORM_Table_tableName_Notes", "SERVERFORM_Secret_value_KEY"];
    const build = `const { readFileSync, writeFileSync } = require("node:fs");
      const { ${table}: table, ${secret}: secret, SERVERFORM_APP: app } = process.env;
      const server = readFileSync("build/index.js", "utf8").replace("greeting)", JSON.stringify([app, table.slice()]) + "[1])");
      writeFileSync("build/index.js", server);
      writeFileSync("build/client/about.html", table);
      writeFileSync("build/prerendered/about.html", secret.slice());`;
    const root = project({ ...files, "build.cjs": build });
    let folder = "";
    const text = told(() => {
      ({ folder } = synthesize(root, (stack) => {
        const notes = new Table(stack, "Notes", {
          fields: { id: "string" },
          primaryIndex: { partitionKey: "id" },
        });
        const bind = [notes, new Config.Secret(stack, "KEY")];
        new Site(stack, "Web", { path: "web", buildCommand: "node build.cjs", bind });
      }));
    });
    const kept = (file: string) =>
      `the build has made files (${file}) with strings in place of the values of environment or bind`;
    expect(text).toContain(kept("about.html"));
    expect(text).toContain(kept("build/prerendered/about.html"));
    expect(await rendered(folder, "/", { [table]: "dev-notes-Notes", TMPDIR: root })).toBe("dev-notes-Notes");
  });

  test("is refused with the reason when one is missing", () => {
    const broken = { ...files, "build/index.js": 'import "not-there";' };
    const error = failure(() => site(project(broken)));
    expect(error.code).toBe("site-server-bundle-failed");
    expect(error.message).toMatch(/Web: server leads to "build\/index\.js".*not-there/s);
  });

  test("is refused with native code, which would be that of this machine", () => {
    const native = {
      ...files,
      "node_modules/greeting/index.js": 'module.exports = require("./greeting.node");',
      "node_modules/greeting/greeting.node": "",
    };
    const error = failure(() => site(project(native)));
    expect(error.code).toBe("site-server-native");
    expect(error.message).toMatch(/greeting\.node.*nodejs\.install/s);
  });

  test("may have an entry of its own", async () => {
    const root = project({
      ...files,
      "run.js": files["build/index.js"].replace("greeting)", '"Own " + greeting)'),
    });
    const { folder } = site(root, { server: { entry: "run.js" } });
    expect(await rendered(folder)).toBe("Own Hello from a package");
  });
});

describe("A site that React Router builds", () => {
  test("gets our server, which imports the build", async () => {
    const root = project({
      "package.json": JSON.stringify({ type: "module", devDependencies: { "@react-router/dev": "7" } }),
      "node_modules/@react-router/node/package.json": JSON.stringify({
        name: "@react-router/node",
        main: "index.js",
      }),
      "node_modules/@react-router/node/index.js":
        "exports.createRequestListener = ({ build, mode }) => (_, response) => response.end(build.page + mode);",
      "build/server/index.js": 'export const page = "The page in ";',
      "build/client/assets/entry.js": "entry()",
    });
    const { folder } = site(root);
    expect(await rendered(folder)).toBe("The page in production");
  });
});

describe("A site that Next.js builds", () => {
  const server = `require("node:http").createServer((_, response) => response.end("Next in " + process.cwd()))
    .listen(process.env.PORT, process.env.HOSTNAME);`;
  const files = {
    "package.json": "{}",
    ".next/static/chunks/main.js": "main()",
    "public/robots.txt": "User-agent: *",
    ".next/standalone/server.js": server,
    ".next/standalone/.env": "SECRET=1",
    ".next/required-server-files.json": "{}",
    ".next/prerender-manifest.json": JSON.stringify({ routes: { "/": { initialRevalidateSeconds: false } } }),
  };
  const nextjs = (root: string, given: object = {}): Synthesized =>
    synthesize(root, (stack) => new NextjsSite(stack, "Web", { ...props, ...given }));

  test("is copied without its secrets, and renders in a function", async () => {
    const { folder, keys } = nextjs(project(files));
    expect(existsSync(join(folder, "server/.next/standalone/.env"))).toBe(false);
    expect(keys.sort()).toEqual(["_next/static/chunks/main.js", "robots.txt"]);
    expect(await rendered(folder)).toContain("Next in ");
  });

  const inlined = {
    ".next/standalone/server.js": `const [page, installed] = [require("./.next/server/page"), require("installed")];
      require("node:http").createServer((_, response) => response.end(page + " " + installed + " " + __dirname))
        .listen(process.env.PORT, process.env.HOSTNAME);`,
    ".next/standalone/.next/server/page.js": 'module.exports = "{{ TITLE }}, {{ TITLE }} and {{ OTHER }}";',
    ".next/standalone/node_modules/installed/index.js": "module.exports = __dirname;",
  };

  test("has the values of references where the build has put them into its code", async () => {
    const root = project({ ...files, ...inlined });
    const { folder } = nextjs(root, { environment: { TITLE: afterwards, OTHER: "b" } });
    const variables = { TITLE: "$& Notes", TMPDIR: root, OTHER: "b" };
    const [text, installed, own] = (await rendered(folder, "/", variables)).split(" /");
    expect(text).toBe("$& Notes, $& Notes and {{ OTHER }}");
    expect(`/${installed}`).toBe(join(folder, "server/.next/standalone/node_modules/installed"));
    expect(`/${own}`).toBe(join(root, "serverform-site/.next/standalone"));
  });

  test("runs where it is packaged without such references", async () => {
    const { folder } = nextjs(project({ ...files, ...inlined }), { environment: { TITLE: "Notes" } });
    expect(await rendered(folder)).toContain(join(folder, "server/.next/standalone"));
  });

  test("is below its base path", () => {
    const { keys, patterns } = nextjs(project(files), { basePath: "/docs" });
    expect(keys.sort()).toEqual(["docs/_next/static/chunks/main.js", "docs/robots.txt"]);
    expect(patterns).toEqual(["/docs/_next/static/*", "/docs/robots.txt"]);
  });

  test("is found in a workspace", async () => {
    const inWorkspace = {
      ...files,
      ".next/standalone/apps/web/server.js": server,
      ".next/required-server-files.json": JSON.stringify({ relativeAppDir: "apps/web" }),
    };
    const { folder } = nextjs(project(inWorkspace));
    expect(JSON.parse(readFileSync(join(folder, "server.json"), "utf8"))).toEqual({
      entry: ".next/standalone/apps/web/server.js",
    });
  });

  test("is refused if it is not a standalone server, with the setting and the way to a site of files", () => {
    const { ".next/standalone/server.js": _, ".next/standalone/.env": __, ...rest } = files;
    const error = failure(() => nextjs(project({ ...rest, "out/index.html": "" })));
    expect(error.code).toBe("site-server-missing");
    expect(error.message).toMatch(
      /web\/\.next\/standalone\/server\.js.*output: "standalone".*server: false, or a StaticSite with buildOutput: "out"/s,
    );
  });

  test("is refused with pages that are rendered again, unless all instances share their cache", () => {
    const again = {
      ...files,
      ".next/prerender-manifest.json": JSON.stringify({
        routes: { "/news": { initialRevalidateSeconds: 60 } },
      }),
    };
    const error = failure(() => nextjs(project(again)));
    expect(error.code).toBe("site-next-revalidation");
    expect(error.message).toMatch(/"\/news".*every 60 seconds.*cacheHandler/s);
    const shared = {
      ".next/required-server-files.json": JSON.stringify({ config: { cacheHandler: "./cache.js" } }),
    };
    expect(() => nextjs(project({ ...again, ...shared }))).not.toThrow();
  });

  test("runs the hooks after its build", () => {
    const root = project(files);
    nextjs(root, {
      buildCommand: "true",
      commandHooks: { afterBuild: (folder: string) => [`echo ${JSON.stringify(folder)} > hook.txt`] },
    });
    expect(readFileSync(join(root, "web/hook.txt"), "utf8")).toContain("web");
  });

  test("has its pages at clean paths, and its page for errors, as files only", () => {
    const root = project({
      "package.json": "{}",
      "out/index.html": "",
      "out/about.html": "",
      "out/404.html": "",
    });
    const { of, keys } = nextjs(root, { server: false });
    expect(keys.sort()).toEqual(["404.html", "about.html", "index.html"]);
    expect(of("aws_cloudfront_function", "Web_Pages").code).toContain('request.uri += ".html"');
    expect(of("aws_cloudfront_distribution", "Web").custom_error_response).toEqual(
      [403, 404].map((error_code) => ({ error_code, response_code: 404, response_page_path: "/404.html" })),
    );
    writeFiles(join(root, "web"), { "out/news/index.html": "" });
    const again = nextjs(root, { server: false });
    expect(again.of("aws_cloudfront_function", "Web_Pages").code).toContain('request.uri += "/index.html"');
  });
});

/** The output of synthesis. */
function told(create: () => void): string {
  const written: string[] = [];
  const write = jest
    .spyOn(process.stderr, "write")
    .mockImplementation((text) => written.push(String(text)) > 0);
  create();
  write.mockRestore();
  return written.join("");
}

test("pages of Nitro that keep texts in place of references are named in a notice", () => {
  const root = project({
    "package.json": JSON.stringify({ devDependencies: { nitropack: "2" } }),
    ".output/nitro.json": JSON.stringify({ preset: "node-server" }),
    ".output/public/about/index.html": "<h1>{{ TITLE }}</h1>",
    ".output/server/index.mjs": "",
  });
  expect(told(() => site(root, { environment: { TITLE: afterwards } }))).toContain(
    "dev-notes-Main/Web: the build has made pages (.output/public/about/index.html) with strings in place of the values of environment or bind",
  );
  expect(told(() => site(root, { environment: { TITLE: "Notes" } }))).not.toContain("with strings");
});

test("files whose paths a route takes are named in a notice", () => {
  const pages = { "index.html": "", "api/a.json": "" };
  const create = (stack: Stack): void => {
    const routes = { "/api/*": new Api(stack, "Api") };
    new Site(stack, "Web", { path: "web", framework: "static", routes });
  };
  expect(told(() => synthesize(project(pages), create))).toContain(
    'takes the path of the file "api/a.json", which nobody can load then (dev-notes-Main/Web)',
  );
  expect(told(() => synthesize(project({ ...pages, "api/b.json": "" }), create))).toContain(
    'routes["/api/*"] takes the path of the file "api/a.json" and 1 more, which nobody can load then (dev-notes-Main/Web)',
  );
});

test("a package above the limit of Lambda is refused with its size", () => {
  const root = project({
    "package.json": JSON.stringify({ dependencies: { nitropack: "2" } }),
    ".output/public/robots.txt": "",
    ".output/server/index.mjs": "",
  });
  const large = join(root, "web/.output/server/model.bin");
  writeFileSync(large, "");
  truncateSync(large, 263_000_000);
  const error = failure(() => site(root));
  expect(error.code).toBe("site-server-too-large");
  expect(error.message).toMatch(/Web: server makes a package of 263\d+ bytes/);
});
