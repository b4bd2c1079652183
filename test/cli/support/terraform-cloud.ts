import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { temporaryFolder } from "./cli";
import { type CloudRun, CloudRuns } from "./terraform-cloud-runs";

/** The settings of a new workspace: where it runs Terraform, and how its runs write their logs. */
export interface CloudOptions {
  readonly execution?: "remote" | "local";
  /** Whether the logs of runs are JSON, which Terraform turns into text, as with the service's present default. */
  readonly structured?: boolean;
  /** Whether the service saves plans. Older servers make a run that waits for its confirmation. */
  readonly savesPlans?: boolean;
  /** Whether the user's token may read the whole JSON of a plan. The service demands the right to administer. */
  readonly readsPlans?: boolean;
}

/** A workspace of the stand-in. */
export interface CloudWorkspace {
  readonly id: string;
  readonly name: string;
  execution: "remote" | "local";
  /** The user or the run that has locked the workspace. */
  lockedBy?: string;
  state?: Buffer;
  /** Ids of the workspaces whose runs may read the state. */
  readonly sharedWith: Set<string>;
  /** Whether the runs of every workspace may read the state. */
  shared: boolean;
  tags: readonly string[];
  project?: string;
}

interface Answer {
  readonly status?: number;
  readonly data?: object;
  readonly text?: Buffer;
}

type Handler = (match: string[], body: Buffer, request: IncomingMessage) => Answer | undefined;

/**
 * A stand-in of the Terraform Cloud API on loopback: what Terraform's `cloud` block calls, and no more. Its runs call
 * the Terraform of this machine.
 *
 * Source: https://developer.hashicorp.com/terraform/cloud-docs/api-docs
 */
export class TerraformCloud {
  static readonly organization = "acme";
  static readonly token = "user-token";

  readonly workspaces = new Map<string, CloudWorkspace>();
  readonly runs: CloudRuns;
  /** The requests that the stand-in does not know. A test fails if there are any. */
  readonly unknown: string[] = [];
  private readonly states = new Map<
    string,
    { readonly workspace: CloudWorkspace; readonly content: Buffer }
  >();
  private readonly uploads = new Map<string, Buffer>();
  /** The configuration versions whose runs only plan. */
  private readonly speculative = new Set<string>();
  private count = 0;

  private constructor(
    private readonly server: Server,
    private readonly folder: string,
    private readonly options: Required<CloudOptions>,
  ) {
    this.runs = new CloudRuns(join(folder, "runs"), options.structured, (id) =>
      this.terraformEnvironment(`run-${id}`),
    );
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      void this.answer(request, response);
    });
  }

  static async start(options: CloudOptions = {}): Promise<TerraformCloud> {
    const folder = mkdtempSync(join(tmpdir(), "serverform-cloud-"));
    const { key, certificate } = identityOfFile();
    const server = createServer({ key, cert: certificate });
    await new Promise<void>((done) => server.listen(0, "localhost", done));
    return new TerraformCloud(server, folder, {
      execution: "remote",
      structured: true,
      readsPlans: true,
      savesPlans: true,
      ...options,
    });
  }

  async stop(): Promise<void> {
    this.runs.stop();
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
    rmSync(this.folder, { recursive: true, force: true });
  }

  get host(): string {
    return `localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** The `cloud` settings of a stack. */
  get settings(): { readonly hostname: string; readonly organization: string } {
    return { hostname: this.host, organization: TerraformCloud.organization };
  }

  /** The environment in which Terraform trusts the certificate and has a token. */
  environment(token = TerraformCloud.token): NodeJS.ProcessEnv {
    return this.terraformEnvironment(token);
  }

  /** The workspace of a stack. Created if it does not exist. */
  workspace(name: string): CloudWorkspace {
    const known = this.workspaces.get(name);
    if (known !== undefined) return known;
    const created: CloudWorkspace = {
      id: this.newId("ws"),
      name,
      execution: this.options.execution,
      sharedWith: new Set(),
      shared: true,
      tags: [],
    };
    this.workspaces.set(name, created);
    return created;
  }

  private terraformEnvironment(token: string): NodeJS.ProcessEnv {
    const file = join(this.folder, `${token}.tfrc`);
    writeFileSync(file, `credentials "${this.host}" {\n  token = "${token}"\n}\n`);
    const { certificateFile: certificate } = identityOfFile();
    return { SSL_CERT_FILE: certificate, NODE_EXTRA_CA_CERTS: certificate, TF_CLI_CONFIG_FILE: file };
  }

  private newId(kind: string): string {
    this.count += 1;
    return `${kind}-${String(this.count).padStart(16, "0")}`;
  }

  private byId(id: string | undefined): CloudWorkspace | undefined {
    return [...this.workspaces.values()].find((each) => each.id === id);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const url = new URL(request.url ?? "/", `https://${this.host}`);
    const line = `${request.method} ${url.pathname}`;
    const isDiscovery = url.pathname.startsWith("/.well-known");
    response.setHeader("content-type", isDiscovery ? "application/json" : "application/vnd.api+json");
    response.setHeader("TFP-API-Version", "2.6");
    response.setHeader("TFP-AppName", "HCP Terraform");
    const { status, data, text } = this.find(line, body, request);
    response.statusCode = status ?? 200;
    if (text !== undefined) {
      const offset = Number(url.searchParams.get("offset") ?? 0);
      const limit = Number(url.searchParams.get("limit") ?? text.length);
      response.end(text.subarray(offset, offset + limit));
      return;
    }
    response.end(data === undefined ? undefined : JSON.stringify(data));
  }

  private find(line: string, body: Buffer, request: IncomingMessage): Answer {
    const isPublic = /^GET \/(\.well-known|api\/v2\/ping|logs)|^PUT \/upload|^GET \/state/.test(line);
    const token = (request.headers.authorization ?? "").replace("Bearer ", "");
    if (!isPublic && token !== TerraformCloud.token && this.byId(token.replace("run-", "")) === undefined) {
      return { status: 401, data: { errors: [{ status: "401", title: "unauthorized" }] } };
    }
    for (const [pattern, handle] of this.handlers) {
      const match = new RegExp(`^${pattern}$`).exec(line);
      if (match === null) continue;
      return handle(match.slice(1), body, request) ?? notFound;
    }
    this.unknown.push(line);
    return notFound;
  }

  private readonly handlers: readonly (readonly [pattern: string, handle: Handler])[] = [
    [
      "GET /.well-known/terraform.json",
      () => ({ data: { "tfe.v2": "/api/v2/", "tfe.v2.1": "/api/v2/", "tfe.v2.2": "/api/v2/" } }),
    ],
    ["GET /api/v2/ping", () => ({ status: 204 })],
    ["GET /api/v2/organizations/([^/]+)/entitlement-set", ([name]) => this.entitlements(name)],
    [
      "GET /api/v2/organizations/[^/]+/workspaces/([^/]+)",
      ([name = ""], _, request) => this.readable(name, request),
    ],
    ["GET /api/v2/organizations/[^/]+/projects", () => ({ data: { data: [] } })],
    [
      "GET /api/v2/organizations/[^/]+/runs/queue",
      () => ({ data: { data: [], meta: { pagination: pages } } }),
    ],
    [
      "GET /api/v2/organizations/[^/]+/capacity",
      () => ({ data: document("organization-capacity", "c", {}) }),
    ],
    ["POST /api/v2/organizations/[^/]+/workspaces", (_, body) => this.create(body)],
    ["(?:GET|PATCH) /api/v2/workspaces/([^/]+)", ([id]) => this.describe(this.byId(id))],
    ["GET /api/v2/workspaces/[^/]+/(?:effective-)?tag-bindings", () => ({ data: { data: [] } })],
    [
      "POST /api/v2/workspaces/([^/]+)/actions/(lock|unlock|force-unlock)",
      ([id, action]) => this.lock(id, action),
    ],
    ["POST /api/v2/workspaces/([^/]+)/actions/safe-delete", ([id]) => this.remove(id)],
    [
      "GET /api/v2/workspaces/([^/]+)/relationships/remote-state-consumers",
      ([id]) => ({ data: { data: [...(this.byId(id)?.sharedWith ?? [])].map((each) => ({ id: each })) } }),
    ],
    ["GET /api/v2/workspaces/([^/]+)/runs", ([id]) => this.listRuns(id)],
    ["POST /api/v2/workspaces/([^/]+)/configuration-versions", ([id], body) => this.newUpload(id, body)],
    ["GET /api/v2/configuration-versions/([^/]+)", ([id = ""]) => this.describeUpload(id)],
    [
      "PUT /upload/([^/]+)",
      ([id = ""], body) => {
        this.uploads.set(id, body);
        return {};
      },
    ],
    ["POST /api/v2/runs", (_, body) => this.queue(body)],
    ["GET /api/v2/runs/([^/]+)", ([id = ""]) => this.describeRun(this.runs.find(id))],
    ["GET /api/v2/runs/[^/]+/(?:task-stages|run-events)", () => ({ data: { data: [] } })],
    [
      "POST /api/v2/runs/([^/]+)/actions/(apply|cancel|discard)",
      ([id = "", action]) => {
        const run = this.runs.find(id);
        if (action === "apply") run?.apply();
        if (action === "cancel" || action === "discard") run?.cancel();
        if (action === "discard" && run !== undefined) run.status = "discarded";
        return { status: 202 };
      },
    ],
    ["GET /api/v2/(plans|applies)/([^/]+)", ([kind, id = ""]) => this.describePhase(kind, id)],
    [
      "GET /api/v2/plans/([^/]+)/(json-output|json-output-redacted)",
      ([id = "", kind]) => {
        const run = this.runs.find(id.replace("plan-", ""));
        const plan = kind === "json-output-redacted" ? run?.redactedPlan : run?.planJson;
        const isAllowed = kind === "json-output-redacted" || this.options.readsPlans;
        return plan === undefined || !isAllowed ? undefined : { text: plan };
      },
    ],
    [
      "GET /logs/([^/]+)/(plan|apply)",
      ([id = "", phase]) => {
        const run = this.runs.find(id);
        return run === undefined ? undefined : { text: phase === "plan" ? run.planLog : run.applyLog };
      },
    ],
    [
      "GET /api/v2/workspaces/([^/]+)/current-state-version",
      ([id], _, request) => this.currentState(this.byId(id), request),
    ],
    [
      "GET /api/v2/workspaces/([^/]+)/current-state-version-outputs",
      ([id]) => this.stateOutputs(this.byId(id)),
    ],
    ["POST /api/v2/workspaces/([^/]+)/state-versions", ([id], body) => this.newState(id, body)],
    ["GET /api/v2/state-versions/([^/]+)", ([id = ""]) => this.describeState(id)],
    [
      "GET /api/v2/state-versions/([^/]+)/outputs",
      ([id = ""]) => this.stateOutputs(this.states.get(id)?.workspace),
    ],
    [
      "PUT /upload-state/([^/]+)/([^/]+)",
      ([workspaceId, id = ""], content) => {
        const workspace = this.byId(workspaceId);
        if (workspace === undefined) return undefined;
        workspace.state = content;
        this.states.set(id, { workspace, content });
        return {};
      },
    ],
    ["PUT /upload-json-state/[^/]+", () => ({})],
    ["GET /api/v2/state-version-outputs/wsout-(ws-\\d+)-(.+)", ([id, name]) => this.stateOutput(id, name)],
    [
      "GET /state/([^/]+)",
      ([id]) => {
        const state = this.byId(id)?.state;
        return state === undefined ? undefined : { text: state };
      },
    ],
  ];

  private entitlements(name: string | undefined): Answer | undefined {
    if (name !== TerraformCloud.organization) return undefined;
    return { data: document("entitlement-sets", "org", { operations: true, "state-storage": true }) };
  }

  /** A run reads only the workspaces that are shared with it. */
  private readable(name: string, request: IncomingMessage): Answer | undefined {
    const workspace = this.workspaces.get(name);
    if (workspace === undefined || !mayRead(workspace, request)) return undefined;
    return this.describe(workspace);
  }

  private create(body: Buffer): Answer {
    const { attributes } = JSON.parse(body.toString()).data as { attributes: Record<string, unknown> };
    const workspace = this.workspace(String(attributes.name));
    return { status: 201, ...this.describe(workspace) };
  }

  private remove(id: string | undefined): Answer | undefined {
    const workspace = this.byId(id);
    if (workspace === undefined) return undefined;
    this.workspaces.delete(workspace.name);
    return { status: 204 };
  }

  private describe(workspace: CloudWorkspace | undefined): Answer | undefined {
    if (workspace === undefined) return undefined;
    const current = this.runs.currentOf(workspace);
    const run = current === undefined ? null : { id: current.id, type: "runs" };
    const all = [
      "can-queue-run",
      "can-update",
      "can-queue-apply",
      "can-queue-destroy",
      "can-lock",
      "can-unlock",
    ];
    return {
      data: document(
        "workspaces",
        workspace.id,
        {
          name: workspace.name,
          "execution-mode": workspace.execution,
          operations: workspace.execution === "remote",
          locked: workspace.lockedBy !== undefined,
          "terraform-version": this.runs.terraformVersion,
          "global-remote-state": workspace.shared,
          "structured-run-output-enabled": this.options.structured,
          permissions: Object.fromEntries(all.map((each) => [each, true])),
        },
        {
          organization: { data: { id: TerraformCloud.organization, type: "organizations" } },
          "current-run": { data: run },
        },
      ),
    };
  }

  private lock(id: string | undefined, action: string | undefined): Answer | undefined {
    const workspace = this.byId(id);
    if (workspace === undefined) return undefined;
    if (action === "lock" && workspace.lockedBy !== undefined) {
      return { status: 409, data: { errors: [{ status: "409", title: "conflict" }] } };
    }
    workspace.lockedBy = action === "lock" ? "user" : undefined;
    this.runs.startWaiting();
    return this.describe(workspace);
  }

  private listRuns(id: string | undefined): Answer {
    const runs = this.runs.of(this.byId(id)).map((run) => this.runResource(run));
    return { data: { data: runs.reverse(), meta: { pagination: pages } } };
  }

  private newUpload(workspaceId: string | undefined, body: Buffer): Answer | undefined {
    if (this.byId(workspaceId) === undefined) return undefined;
    const id = this.newId("cv");
    if (JSON.parse(body.toString()).data.attributes.speculative === true) this.speculative.add(id);
    return this.describeUpload(id);
  }

  private describeUpload(id: string): Answer {
    const status = this.uploads.has(id) ? "uploaded" : "pending";
    const url = `https://${this.host}/upload/${id}`;
    return { status: 200, data: document("configuration-versions", id, { status, "upload-url": url }) };
  }

  private queue(body: Buffer): Answer | undefined {
    const { attributes, relationships } = JSON.parse(body.toString()).data;
    const workspace = this.byId(relationships.workspace.data.id);
    const version: string = relationships["configuration-version"].data.id;
    const source = this.uploads.get(version);
    if (workspace === undefined || source === undefined) return undefined;
    const run = this.runs.add(this.newId("run"), workspace, source, {
      isDestroy: attributes["is-destroy"] === true,
      savesPlan: this.options.savesPlans && attributes["save-plan"] === true,
      autoApply: attributes["auto-apply"] === true,
      planOnly: this.speculative.has(version),
      replace: attributes["replace-addrs"] ?? [],
    });
    return { status: 201, ...this.describeRun(run) };
  }

  private describeRun(run: CloudRun | undefined): Answer | undefined {
    if (run === undefined) return undefined;
    const workspace = this.describe(run.workspace)?.data as { data: object };
    return {
      data: {
        data: this.runResource(run),
        included: [
          workspace.data,
          this.phase(run, "plans"),
          this.phase(run, "applies"),
          document("users", `user-${run.createdBy}`, { username: run.createdBy }).data,
        ],
      },
    };
  }

  private runResource(run: CloudRun): object {
    const { id, workspace, request } = run;
    const { data } = document(
      "runs",
      id,
      {
        status: run.status,
        message: "Queued manually",
        "created-at": run.createdAt,
        "has-changes": run.hasChanges,
        "is-destroy": request.isDestroy,
        "auto-apply": request.autoApply,
        "save-plan": request.savesPlan,
        actions: { "is-cancelable": run.isCancelable, "is-confirmable": run.isConfirmable },
        permissions: { "can-apply": true, "can-cancel": true },
      },
      {
        workspace: { data: { id: workspace.id, type: "workspaces" } },
        "created-by": { data: { id: `user-${run.createdBy}`, type: "users" } },
        plan: { data: { id: `plan-${id}`, type: "plans" } },
        apply: { data: { id: `apply-${id}`, type: "applies" } },
      },
    );
    return data;
  }

  private describePhase(kind: string | undefined, id: string): Answer | undefined {
    const run = this.runs.find(id.replace(/^(plan|apply)-/, ""));
    return run === undefined
      ? undefined
      : { data: { data: this.phase(run, kind === "plans" ? kind : "applies") } };
  }

  private phase(run: CloudRun, kind: "plans" | "applies"): object {
    const phase = kind === "plans" ? "plan" : "apply";
    return document(kind, `${phase}-${run.id}`, {
      status: kind === "plans" ? run.planStatus : run.applyStatus,
      "has-changes": run.hasChanges,
      "log-read-url": `https://${this.host}/logs/${run.id}/${phase}`,
    }).data;
  }

  private currentState(workspace: CloudWorkspace | undefined, request: IncomingMessage): Answer | undefined {
    if (workspace?.state === undefined || !mayRead(workspace, request)) return undefined;
    const id = `sv-${workspace.id}`;
    this.states.set(id, { workspace, content: workspace.state });
    return this.describeState(id);
  }

  private newState(workspaceId: string | undefined, body: Buffer): Answer | undefined {
    const workspace = this.byId(workspaceId);
    if (workspace === undefined) return undefined;
    const id = this.newId("sv");
    const { state } = JSON.parse(body.toString()).data.attributes as { state?: string };
    const content = state === undefined ? Buffer.from("{}") : Buffer.from(state, "base64");
    if (state !== undefined) workspace.state = content;
    this.states.set(id, { workspace, content });
    return { status: 201, ...this.describeState(id) };
  }

  private describeState(id: string): Answer | undefined {
    const state = this.states.get(id);
    if (state === undefined) return undefined;
    const outputs = (this.stateOutputs(state.workspace).data as { data: { id: string; type: string }[] })
      .data;
    const { data } = document(
      "state-versions",
      id,
      {
        "hosted-state-download-url": `https://${this.host}/state/${state.workspace.id}`,
        "hosted-json-state-upload-url": `https://${this.host}/upload-json-state/${id}`,
        "hosted-state-upload-url": `https://${this.host}/upload-state/${state.workspace.id}/${id}`,
        "resources-processed": true,
        serial: Number(JSON.parse(state.content.toString()).serial ?? 0),
      },
      { outputs: { data: outputs.map(({ id, type }) => ({ id, type })) } },
    );
    return { data: { data, included: outputs } };
  }

  private stateOutputs(workspace: CloudWorkspace | undefined): Answer {
    const outputs: Record<string, { value: unknown; type: unknown; sensitive?: boolean }> =
      workspace?.state === undefined ? {} : (JSON.parse(workspace.state.toString()).outputs ?? {});
    const data = Object.entries(outputs).map(
      ([name, { value, type, sensitive = false }]) =>
        document("state-version-outputs", `wsout-${workspace?.id}-${name}`, {
          name,
          value,
          sensitive,
          "detailed-type": type,
        }).data,
    );
    return { data: { data } };
  }

  private stateOutput(workspaceId: string | undefined, name: string | undefined): Answer | undefined {
    const { data } = this.stateOutputs(this.byId(workspaceId)).data as { data: { id: string }[] };
    const output = data.find(({ id }) => id === `wsout-${workspaceId}-${name}`);
    return output === undefined ? undefined : { data: { data: output } };
  }
}

interface Identity {
  readonly key: Buffer;
  readonly certificate: Buffer;
  readonly certificateFile: string;
}

let identity: Identity | undefined;

/** The same for all stand-ins of a test file, also the path of the certificate, so that runs for several of them can share a process. */
const identityOfFile = (): Identity => {
  identity ??= newIdentity();
  return identity;
};

function newIdentity(): Identity {
  const folder = temporaryFolder();
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject];
  execFileSync("openssl", [...args, "-keyout", key, "-out", certificate], { stdio: "ignore" });
  return { key: readFileSync(key), certificate: readFileSync(certificate), certificateFile: certificate };
}

const pages = { "current-page": 1, "total-pages": 1, "total-count": 0 };

const notFound: Answer = { status: 404, data: { errors: [{ status: "404", title: "not found" }] } };

/** A run reads its own workspace, and those whose state is shared with it. */
function mayRead({ id, shared, sharedWith }: CloudWorkspace, { headers }: IncomingMessage): boolean {
  const [, reader] = /^Bearer run-(.*)$/.exec(headers.authorization ?? "") ?? [];
  return reader === undefined || reader === id || shared || sharedWith.has(reader);
}

function document(
  type: string,
  id: string,
  attributes: object,
  relationships: object = {},
): { data: object } {
  return { data: { id, type, attributes, relationships } };
}
