import { TerraformDataSource, TerraformResource, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { addressesIn, isModule, terraformAddressOf } from "./terraform/addresses";
import type { Waiting } from "./terraform/depends-on";

/** The resources, data sources and modules below a construct. */
export function blocksBelow(construct: IConstruct): readonly Waiting[] {
  return construct.node.findAll().filter(isBlock);
}

export function isBlock(construct: IConstruct): construct is Waiting {
  return (
    TerraformResource.isTerraformResource(construct) ||
    TerraformDataSource.isTerraformDataSource(construct) ||
    isModule(construct)
  );
}

/** The blocks that each block of a stack refers to or waits for. Blocks are read on demand. */
export class DependencyGraph {
  private readonly blocks: ReadonlyMap<string, Waiting>;
  private readonly read = new Map<string, ReadonlySet<string>>();

  constructor(stack: TerraformStack) {
    const own = blocksBelow(stack).filter((each) => TerraformStack.of(each) === stack);
    this.blocks = new Map(own.map((each) => [terraformAddressOf(each), each]));
  }

  /** Whether a block is one of `goals`, or depends on one of them. */
  leadsTo(from: Waiting, goals: readonly Waiting[]): boolean {
    const wanted = new Set(goals.map(terraformAddressOf));
    const visited = new Set([terraformAddressOf(from)]);
    for (const address of visited) {
      if (wanted.has(address)) return true;
      for (const next of this.dependenciesOf(address)) visited.add(next);
    }
    return false;
  }

  private dependenciesOf(address: string): ReadonlySet<string> {
    const known = this.read.get(address);
    if (known !== undefined) return known;
    const block = this.blocks.get(address);
    const found = block === undefined ? [] : [...addressesIn(block, block.toTerraform()), ...declared(block)];
    const dependencies = new Set(found);
    this.read.set(address, dependencies);
    return dependencies;
  }
}

/** The blocks that a block will wait for because of `construct.node.addDependency(other)`. */
function declared(block: Waiting): readonly string[] {
  const targets = block.node.scopes.flatMap((scope) => scope.node.dependencies);
  return targets.flatMap(blocksBelow).map(terraformAddressOf);
}
