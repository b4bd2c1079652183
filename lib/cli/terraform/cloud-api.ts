import { homedir } from "node:os";
import { join } from "node:path";
import { textOfFile } from "../../bundle";
import { jsonOf } from "../../facts/text/json";
import { isRecord, onlyText, recordsIn } from "../../facts/text/record";
import { cloudWorkspace } from "../project/stack-template";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { fetchProblem } from "../ui/fetch-problem";
import type { Terminal } from "../ui/terminal";

export interface ApiWorkspace {
  readonly id: string;
  readonly name: string;
  readonly runsRemotely: boolean;
  /** Whether every workspace of the organization may read the state. */
  readonly sharesState: boolean;
}

export interface ApiRun {
  readonly id: string;
  readonly status: string;
  /** As ISO 8601. */
  readonly createdAt: string | undefined;
  /** Name of the user or team whose token started it. */
  readonly createdBy: string | undefined;
  /** The title on its page. */
  readonly message: string | undefined;
}

const timeoutMilliseconds = 10_000;

/**
 * The calls of the API for which Terraform has no command.
 *
 * Source: https://developer.hashicorp.com/terraform/cloud-docs/api-docs/workspaces
 */
export class CloudApi {
  private constructor(
    private readonly host: string,
    private readonly organization: string,
    private readonly token: string,
  ) {}

  /** The API for a stack, with Terraform's token. Undefined without a workspace or a token. */
  static of(stack: SynthesizedStack, environment: NodeJS.ProcessEnv = process.env): CloudApi | undefined {
    const { host, organization = "" } = cloudWorkspace(stack) ?? {};
    const token = host === undefined ? undefined : findToken(host, environment);
    return host === undefined || token === undefined ? undefined : new CloudApi(host, organization, token);
  }

  /** Undefined if the workspace does not exist, or the token may not read it. */
  async findWorkspace(name: string): Promise<ApiWorkspace | undefined> {
    const { status, body } = await this.call("GET", `organizations/${this.organization}/workspaces/${name}`);
    const data = dataOf(body);
    if (status !== 200 || !isRecord(data.attributes)) return undefined;
    return {
      id: String(data.id),
      name,
      runsRemotely: data.attributes["execution-mode"] !== "local",
      sharesState: data.attributes["global-remote-state"] === true,
    };
  }

  /**
   * The run that locks a workspace; undefined without one.
   *
   * Source: https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run, `created-by` and "Available Related Resources"
   */
  async findCurrentRun(workspace: string): Promise<ApiRun | undefined> {
    const found = await this.call("GET", `organizations/${this.organization}/workspaces/${workspace}`);
    const id = relatedId(dataOf(found.body), "current-run");
    if (id === undefined) return undefined;
    const { status: code, body } = await this.call("GET", `runs/${id}?include=created_by`);
    const { attributes } = dataOf(body);
    if (code !== 200 || !isRecord(attributes)) return undefined;
    const { status, message, "created-at": createdAt } = attributes;
    const creator = relatedId(dataOf(body), "created-by");
    const included = isRecord(body) ? recordsIn(body.included) : [];
    const user = included.find((each) => each.type === "users" && each.id === creator)?.attributes;
    return {
      id,
      status: String(status),
      createdAt: onlyText(createdAt),
      createdBy: isRecord(user) ? onlyText(user.username) : undefined,
      message: onlyText(message),
    };
  }

  /** The ids of the workspaces that may read the state of a workspace. */
  async readersOf({ id }: ApiWorkspace): Promise<readonly string[]> {
    const { body } = await this.call("GET", `workspaces/${id}/relationships/remote-state-consumers`);
    const data = isRecord(body) ? recordsIn(body.data) : [];
    return data.map((each) => String(each.id));
  }

  /** Deletes a workspace without managed resources. The service refuses other workspaces. */
  async deleteWorkspace({ id }: ApiWorkspace): Promise<"deleted" | "refused"> {
    const { status } = await this.call("POST", `workspaces/${id}/actions/safe-delete`);
    return status === 204 ? "deleted" : "refused";
  }

  /** Whether a run has planned, was not saved, and waits for confirmation. */
  async awaitsConfirmation(id: string): Promise<boolean> {
    const { body } = await this.call("GET", `runs/${id}`);
    const data = dataOf(body);
    const { status, "save-plan": isSaved } = isRecord(data.attributes) ? data.attributes : {};
    return isSaved !== true && ["planned", "cost_estimated", "policy_checked"].includes(String(status));
  }

  /** Discards a run that waits for confirmation and so locks its workspace. Returns whether the service did it. */
  async discardRun(id: string): Promise<boolean> {
    const { status } = await this.call("POST", `runs/${id}/actions/discard`);
    return status >= 200 && status < 300;
  }

  private async call(method: string, path: string): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`https://${this.host}/api/v2/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, "content-type": "application/vnd.api+json" },
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    // A proxy may answer with a page.
    return { status: response.status, body: jsonOf(await response.text()) };
  }
}

const dataOf = (body: unknown): Readonly<Record<string, unknown>> =>
  isRecord(body) && isRecord(body.data) ? body.data : {};

function relatedId({ relationships }: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const related = isRecord(relationships) ? relationships[name] : undefined;
  const data = isRecord(related) ? related.data : undefined;
  return isRecord(data) ? onlyText(data.id) : undefined;
}

/**
 * The token of a host: from the environment, the configuration file of Terraform, or `terraform login`.
 *
 * Source: https://developer.hashicorp.com/terraform/cli/config/config-file#credentials
 */
export function findToken(host: string, environment: NodeJS.ProcessEnv): string | undefined {
  const variable = `TF_TOKEN_${host.replaceAll(".", "_").replaceAll("-", "__")}`;
  const home = environment.HOME ?? homedir();
  return (
    environment[variable] ??
    environment[`TF_TOKEN_${host.replaceAll(".", "_")}`] ??
    tokenOfConfiguration(environment.TF_CLI_CONFIG_FILE ?? join(home, ".terraformrc"), host) ??
    tokenOfLogin(join(home, ".terraform.d", "credentials.tfrc.json"), host)
  );
}

function tokenOfConfiguration(file: string, host: string): string | undefined {
  for (const [, name, body = ""] of (textOfFile(file) ?? "").matchAll(
    /^[ \t]*credentials\s+"([^"]+)"\s*\{([^{}]*)\}/gm,
  )) {
    if (name === host) return /^[ \t]*token\s*=\s*"([^"]*)"/m.exec(body)?.[1];
  }
  return undefined;
}

function tokenOfLogin(file: string, host: string): string | undefined {
  let found: unknown = jsonOf(textOfFile(file) ?? "");
  for (const key of ["credentials", host, "token"]) found = isRecord(found) ? found[key] : undefined;
  return onlyText(found);
}

/**
 * The stacks whose remote runs cannot read the state of another stack, with a remedy. Empty without access to the API: then
 * Terraform reports it.
 *
 * `terraform init` creates the workspaces, which share nothing by default. Without this check the deployment would stop half-way.
 */
export async function unsharedStates(
  selected: readonly SynthesizedStack[],
  all: readonly SynthesizedStack[],
): Promise<ReadonlyMap<string, string>> {
  const problems = new Map<string, string>();
  for (const stack of selected) {
    const sources = all.filter(({ id }) => stack.dependencies.includes(id));
    const unshared = await unsharedSources(stack, sources).catch(() => []);
    if (unshared.length > 0) problems.set(stack.id, describeUnshared(stack, unshared));
  }
  return problems;
}

async function unsharedSources(
  stack: SynthesizedStack,
  sources: readonly SynthesizedStack[],
): Promise<readonly string[]> {
  const api = CloudApi.of(stack);
  const name = cloudWorkspace(stack)?.name;
  if (api === undefined || name === undefined || sources.length === 0) return [];
  const reader = await api.findWorkspace(name);
  // A run on this machine uses the token of the user, who may read every workspace.
  if (reader?.runsRemotely !== true) return [];
  const unshared: string[] = [];
  for (const source of sources) {
    const workspace = await api.findWorkspace(cloudWorkspace(source)?.name ?? "");
    if (workspace === undefined || workspace.sharesState) continue;
    if (!(await api.readersOf(workspace)).includes(reader.id)) unshared.push(workspace.name);
  }
  return unshared;
}

function describeUnshared(stack: SynthesizedStack, unshared: readonly string[]): string {
  const { host, organization, name } = cloudWorkspace(stack) ?? {};
  const pages = unshared.map(
    (each) => `https://${host}/app/${organization}/workspaces/${each}/settings/general`,
  );
  return (
    `The workspace ${name} may not read the state of ${unshared.join(", ")}. Nothing was deployed.\n` +
    `Share the state with it, under Remote state sharing:\n${pages.join("\n")}`
  );
}

/** Deletes the workspaces of removed stacks. Returns whether all were deleted. */
export async function deleteWorkspaces(
  stacks: readonly SynthesizedStack[],
  terminal: Terminal,
): Promise<boolean> {
  let complete = true;
  terminal.print();
  for (const stack of stacks) {
    const place = cloudWorkspace(stack);
    if (place === undefined) continue;
    const outcome = await deleteWorkspace(stack, place.name).catch(
      (error: unknown) => `not deleted (${fetchProblem(error)})`,
    );
    if (outcome !== "deleted") complete = false;
    terminal.print(`Workspace ${place.organization}/${place.name}: ${outcome}`);
  }
  return complete;
}

async function deleteWorkspace(stack: SynthesizedStack, name: string): Promise<string> {
  const api = CloudApi.of(stack);
  const workspace = await api?.findWorkspace(name);
  return api === undefined || workspace === undefined ? "not found" : api.deleteWorkspace(workspace);
}
