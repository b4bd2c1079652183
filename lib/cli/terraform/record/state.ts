import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../../project/json";
import type { SynthesizedStack } from "../../project/synthesized-stack";
import type { Outputs } from "../outputs";
import type { Terraform } from "../terraform";
import { pullState, type State } from "./pull-state";

/** The parts of a state that tell what was applied last. */
export interface StackState {
  readonly outputs: Outputs;
  /** Addresses of the managed resources, without keys of instances. */
  readonly resources: readonly string[];
  /** Whether a resource is tainted, or a former one is still to be destroyed. */
  readonly isUnfinished: boolean;
}

/** Reads the state of an initialized stack. Undefined without a state, and if it cannot be read. */
export async function readState(
  stack: SynthesizedStack,
  terraform: Terraform,
): Promise<StackState | undefined> {
  const state = await pullState(stack, terraform);
  return state && stateOf(state);
}

/** Removes an output from a state. Terraform refuses it if another process has changed the state in the meantime. False if it does. */
export async function removeOutput(
  stack: SynthesizedStack,
  terraform: Terraform,
  name: string,
): Promise<boolean> {
  const { folder } = stack;
  const state = await pullState(stack, terraform);
  if (state === undefined) return false;
  if (!isObject(state.outputs) || !(name in state.outputs)) return true;
  const { [name]: _, ...outputs } = state.outputs;
  const file = join(folder, "serverform-state.json");
  try {
    // It holds secret values.
    writeFileSync(file, JSON.stringify({ ...state, serial: Number(state.serial) + 1, outputs }), {
      mode: 0o600,
    });
    return (await terraform.run(folder, ["state", "push", file])).code === 0;
  } finally {
    rmSync(file, { force: true });
  }
}

/** Source: https://github.com/hashicorp/terraform/blob/main/internal/states/statefile/version4.go */
function stateOf(state: State): StackState | undefined {
  if (state.version !== 4) return undefined;
  const outputs = Object.entries(isObject(state.outputs) ? state.outputs : {}).flatMap(([name, output]) =>
    isObject(output) ? [[name, { value: output.value, sensitive: output.sensitive === true }] as const] : [],
  );
  const resources = Array.isArray(state.resources) ? state.resources.filter(isObject) : [];
  const managed = resources.filter(({ mode }) => mode === "managed");
  const instances = managed.flatMap((each) =>
    Array.isArray(each.instances) ? each.instances.filter(isObject) : [],
  );
  return {
    outputs: Object.fromEntries(outputs),
    resources: managed.map(({ module, type, name }) =>
      [module, type, name].filter((part) => part !== undefined).join("."),
    ),
    isUnfinished: instances.some(({ status, deposed }) => status !== undefined || deposed !== undefined),
  };
}
