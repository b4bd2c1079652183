import { cloudWorkspace } from "../project/stack-template";
import type { SynthesizedStack } from "../project/synthesized-stack";
import type { Terminal } from "../ui/terminal";
import { CloudApi } from "./cloud-api";

/**
 * The stacks whose remote runs could not read the state of another stack, with what to do. Empty where the API cannot be
 * asked: then Terraform reports it.
 *
 * `terraform init` creates the workspaces, and they share nothing by default. Without this check the deployment
 * would stop half-way.
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

/** Deletes the workspaces of removed stacks. Returns whether all of them are gone. */
export async function deleteWorkspaces(
  stacks: readonly SynthesizedStack[],
  terminal: Terminal,
): Promise<boolean> {
  let complete = true;
  terminal.print();
  for (const stack of stacks) {
    const place = cloudWorkspace(stack);
    if (place === undefined) continue;
    const api = CloudApi.of(stack);
    const workspace = await api?.findWorkspace(place.name);
    const outcome =
      api === undefined || workspace === undefined ? "not found" : await api.deleteWorkspace(workspace);
    if (outcome !== "deleted") complete = false;
    terminal.print(`Workspace ${place.organization}/${place.name}: ${outcome}`);
  }
  return complete;
}
