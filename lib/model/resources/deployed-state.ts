import { accountOfArn } from "../../facts/aws/arns";
import type { Values } from "./model";
import { isValues } from "./values";

/** The attributes of the resources that are deployed, by stack and by Terraform address. */
export class DeployedState {
  private readonly stacks = new Map<string, ReadonlyMap<string, Values>>();

  /** Adds a stack, as `terraform show -json` prints its state. */
  add(stack: string, shown: string): void {
    const state: unknown = shown.trim() === "" ? {} : JSON.parse(shown);
    const values = isValues(state) && isValues(state.values) ? state.values : {};
    this.stacks.set(stack, new Map(resourcesOf(values.root_module)));
  }

  /** Number of the deployed resources. */
  get size(): number {
    return [...this.stacks.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** The attributes of a resource: `aws_sqs_queue.Mails`, `data.aws_vpc.Main[0]`. Undefined if it is not deployed. */
  find(stack: string, address: string): Values | undefined {
    return this.stacks.get(stack)?.get(address);
  }

  /** The account that the resources belong to; undefined if none has an ARN with one. */
  get account(): string | undefined {
    for (const resources of this.stacks.values()) {
      for (const { arn } of resources.values()) {
        const found = accountOfArn(String(arn));
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }
}

function resourcesOf(module: unknown): readonly (readonly [string, Values])[] {
  if (!isValues(module)) return [];
  const own = Array.isArray(module.resources) ? module.resources.filter(isValues) : [];
  return own.flatMap(({ address, values }) =>
    typeof address === "string" && isValues(values) ? [[address, values] as const] : [],
  );
}
