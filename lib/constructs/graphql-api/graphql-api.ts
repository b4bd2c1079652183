import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as path from "node:path";
import type { Construct, IConstruct } from "constructs";
import { run } from "../../bundle";
import { attempt, withoutProblems } from "../../facts/errors/problems";
import {
  type App,
  type Binding,
  beforeBundling,
  bindingTarget,
  hasDigest,
  rememberDigest,
  Stack,
} from "../../kit/app";
import { acceptedKeys, checkFile, isPlainObject, propKeys, refuseValue, requireProp } from "../../kit/core";
import { type Function, type PlannedReference, planReference } from "../../kit/function";
import { parseMethodRouteKey } from "../../kit/gateway";
import { Api, type ApiMetadata, type ApiProps, addSharedRoutes, apiProps, refuseStreaming } from "../api";
import { fail } from "./errors";
import { graphQLApiDescription } from "./library";
import type { GraphQLApiProps } from "./props";

/**
 * A GraphQL server: one function behind GET and POST of one path of an HTTP API.
 *
 * @deprecated Use `Api` with a route of the type `graphql`; it takes further routes beside it and generates schemas.
 *
 * @example
 * new GraphQLApi(stack, "Api", { server: "functions/graphql.handler" });
 */
export class GraphQLApi extends Api {
  /** The function that answers all queries and mutations. */
  readonly serverFunction: Function;
  private readonly codegen: string | undefined;
  declare private planned: PlannedReference | undefined;

  constructor(scope: Construct, id: string, props: GraphQLApiProps) {
    super(scope, id, props as ApiProps);
    const { codegen, rootPath = "/" } = props;
    this.codegen = codegen;
    // Without a plan, the constructor of the API has thrown.
    this.serverFunction = (this.planned as PlannedReference).create();
    this.serverFunction.addEnvironment("GRAPHQL_ENDPOINT", rootPath);
    // Not ANY: the preflight request of a browser would then need the authorizer.
    const keys = [`GET ${rootPath}`, `POST ${rootPath}`];
    this[addSharedRoutes]({ scope: this, id: "server", keys, function: this.serverFunction });
    const { app } = Stack.of(this);
    app.addNotice(
      "serverform: `GraphQLApi` is deprecated; use `Api` with a route of the type `graphql`",
      this,
    );
  }

  /** @internal */
  override [apiProps](written: GraphQLApiProps): ApiProps {
    if ("routes" in Object(written)) {
      fail(this, "key-rejected", "props", {
        key: "routes",
        remedy: "Name the function that answers all requests: server. For other routes call addRoutes.",
      });
    }
    refuseStreaming(this, "streaming", Object(written).streaming);
    const given = acceptedKeys(this, "props", written, graphqlApiKeys);
    const { server, codegen, rootPath = "/", ...ofApi } = given;
    this.planned = attempt(() => this.planServer(written.server === undefined ? undefined : server, given));
    attempt(() => checkRootPath(this, rootPath));
    attempt(() => codegen !== undefined && checkCodegen(this, codegen));
    return ofApi;
  }

  private planServer(
    server: GraphQLApiProps["server"] | undefined,
    { defaults }: ApiProps,
  ): PlannedReference {
    const remedy = 'Name the function that answers queries: server: "functions/graphql.handler".';
    requireProp(this, "server", server, remedy);
    if (isPlainObject(server)) refuseStreaming(this, "server.streaming", server.streaming);
    const host = { owner: this, scope: this, defaults: defaults?.function, waits: true };
    return planReference(host, "Lambda_server", "server", server);
  }

  override [bindingTarget](): Binding {
    return { ...super[bindingTarget](), className: graphQLApiDescription.className };
  }

  override getConstructMetadata(): ApiMetadata {
    const { type, data } = super.getConstructMetadata();
    return { type, data: { ...data, graphql: true, codegen: this.codegen } };
  }

  [beforeBundling](): void {
    const { app } = Stack.of(this);
    if (this.codegen !== undefined && !app.local) generateCode(this, app, this.codegen);
  }
}

/** File types of schemas, documents and configurations, and of generated code. */
const sources = /\.(graphqls?|gql|json|ya?ml|toml|[cm]?[jt]sx?|vue|svelte|astro)$/;

/**
 * Runs GraphQL Code Generator, unless nothing has changed since it last ran.
 *
 * Only its configuration, which may be a program, determines which files it reads. So the whole project counts, including the
 * generated files, which are generated again when they were removed.
 */
function generateCode(api: IConstruct, { appPath, outdir }: App, codegen: string): void {
  const key = `codegen ${codegen}`;
  const canSkip = !readsElsewhere(path.resolve(appPath, codegen));
  if (canSkip && hasDigest(appPath, key, projectDigest(appPath, outdir))) return;
  // If the generator is not installed, npx would install any package of this name.
  const env = { npm_config_yes: "false" };
  const outcome = run("npx", ["graphql-codegen", "-c", codegen], { cwd: appPath, env });
  if (!outcome.ok) fail(api, "hook-failed", "codegen", outcome);
  if (canSkip) rememberDigest(appPath, key, projectDigest(appPath, outdir));
}

/** Whether a configuration names a source whose changes cannot be detected. */
function readsElsewhere(configuration: string): boolean {
  return /https?:\/\/|\.\.\//.test(fs.readFileSync(configuration, "utf8"));
}

function projectDigest(appPath: string, outdir: string): string {
  const digest = createHash("sha256");
  for (const file of sourceFiles(appPath, path.resolve(appPath, outdir))) {
    const content = createHash("sha256").update(fs.readFileSync(file)).digest("hex");
    digest.update(`${path.relative(appPath, file)}\n${content}\n`);
  }
  return digest.digest("hex");
}

function sourceFiles(folder: string, outdir: string): readonly string[] {
  const entries = fs.readdirSync(folder, { withFileTypes: true });
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isFile()) return sources.test(entry.name) ? [file] : [];
      const isOurs = !entry.name.startsWith(".") && entry.name !== "node_modules" && file !== outdir;
      return entry.isDirectory() && isOurs ? sourceFiles(file, outdir) : [];
    });
}

const graphqlApiKeys = propKeys<GraphQLApiProps>()({
  accessLog: true,
  authorizers: "map",
  cors: true,
  customDomain: true,
  defaults: "map",
  ipAddressType: true,
  stageVariables: "secretMap",
  cdk: "map",
  server: true,
  codegen: "text",
  rootPath: "text",
});

function checkRootPath(api: Construct, rootPath: string): void {
  if (withoutProblems(() => parseMethodRouteKey(api, `GET ${rootPath}`)) !== undefined) return;
  const expected = 'a path that begins with / and does not end with it: "/graphql"';
  refuseValue(api, "rootPath", rootPath, expected);
}

function checkCodegen(api: Construct, codegen: unknown): void {
  if (typeof codegen !== "string" || codegen === "") {
    return refuseValue(api, "codegen", codegen, 'the path of a configuration file: "codegen.yml"');
  }
  const absolute = path.resolve(Stack.of(api).app.appPath, codegen);
  if (!fs.existsSync(absolute)) fail(api, "file-not-found", "codegen", { value: codegen, absolute });
  checkFile(api, "codegen", codegen, absolute);
}
