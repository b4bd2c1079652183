import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, parseObject } from "../../project/json";
import { localStateFile, terraformBlock } from "../../project/stack-template";
import type { SynthesizedStack } from "../../project/synthesized-stack";
import { dataFolderOf } from "../initialize";
import type { Terraform } from "../terraform";

/** A state as Terraform writes it. A stack without a state has an empty object. */
export type State = Readonly<Record<string, unknown>>;

/**
 * Reads the state of an initialized stack. Undefined if it cannot be read.
 *
 * `terraform state pull` parses the whole configuration of its folder first, which takes a second of CPU for 700 resources. So a local
 * state file is read directly, and another backend is asked from a folder that declares nothing else. Where that is not possible,
 * Terraform reads the state in the folder of the stack.
 */
export async function pullState(stack: SynthesizedStack, terraform: Terraform): Promise<State | undefined> {
  return (
    stateInFile(stack) ?? (await pullByBackend(stack, terraform)) ?? (await pull(stack.folder, terraform))
  );
}

/** Undefined if Terraform must read it: a state of another workspace, of an old version, or encrypted by OpenTofu. */
function stateInFile(stack: SynthesizedStack): State | undefined {
  const file = localStateFile(stack);
  if (file === undefined || process.env.TF_WORKSPACE || existsSync(join(dataFolderOf(stack), "environment")))
    return undefined;
  if (!existsSync(file)) return {};
  const state = parseObject(readFileSync(file, "utf8"));
  return state?.version === 4 ? state : undefined;
}

async function pullByBackend(stack: SynthesizedStack, terraform: Terraform): Promise<State | undefined> {
  const { backend, encryption } = terraformBlock(stack);
  if (!isObject(backend) || encryption !== undefined) return undefined;
  // The path of a local backend is relative to the folder of the stack. The remote backend is that of HCP Terraform, as `cloud` is.
  if (backend.local !== undefined || backend.remote !== undefined) return undefined;
  const data = dataFolderOf(stack);
  const folder = join(data, `serverform-backend-${stack.id}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "backend.tf.json"), JSON.stringify({ terraform: { backend } }));
  return pull(folder, terraform, { TF_DATA_DIR: data });
}

async function pull(
  folder: string,
  terraform: Terraform,
  environment?: NodeJS.ProcessEnv,
): Promise<State | undefined> {
  const { code, output } = await terraform.run(folder, ["state", "pull"], { environment });
  if (code !== 0) return undefined;
  const text = output.trim();
  return text === "" ? {} : parseObject(text);
}
