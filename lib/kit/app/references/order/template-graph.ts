import { isRecord } from "../../../../facts/text/record";
import { addressWordsOf } from "../../../core/terraform/addresses";

export type TerraformJson = Record<string, unknown>;

/** A resource, data source, module or local value of a configuration. */
export interface Block {
  readonly address: string;
  /** The type of a resource; undefined for other blocks. */
  readonly type: string | undefined;
  /** The written object. A local value is an object with the only member `value`. */
  readonly values: TerraformJson;
}

/** The blocks of a configuration and their references. Blocks are read on demand. */
export class TemplateGraph {
  private readonly blocks = new Map<string, Block>();
  private readonly references = new Map<string, readonly Block[]>();

  constructor(content: TerraformJson) {
    const { resource, data, module, locals } = content;
    this.addTyped(resource, "");
    this.addTyped(data, "data.");
    for (const [name, values] of members(module)) this.add(`module.${name}`, undefined, values);
    for (const [name, value] of Object.entries(asObject(locals) ?? {}))
      this.add(`local.${name}`, undefined, { value });
  }

  /** All resources, in the order of the configuration. */
  get resources(): readonly (Block & { readonly type: string })[] {
    return [...this.blocks.values()].filter(isResource);
  }

  find(address: string): Block | undefined {
    return this.blocks.get(address);
  }

  /** The blocks that a block refers to in its arguments or in `depends_on`. */
  referencesOf(block: Block): readonly Block[] {
    const known = this.references.get(block.address);
    if (known !== undefined) return known;
    const { "//": _, ...values } = block.values;
    const words = new Set(addressWordsOf(values));
    words.delete(block.address);
    const found = [...words].flatMap((word) => this.blocks.get(word) ?? []);
    this.references.set(block.address, found);
    return found;
  }

  /** Must be called after a change of a block's references. */
  forget({ address }: Block): void {
    this.references.delete(address);
  }

  /** Whether a block refers to another one, directly or through others. */
  leadsTo(from: Block, goal: Block): boolean {
    const visited = new Set([from]);
    for (const block of visited) {
      if (block === goal) return true;
      for (const next of this.referencesOf(block)) visited.add(next);
    }
    return false;
  }

  private addTyped(blocks: unknown, prefix: string): void {
    for (const [type, named] of members(blocks)) {
      for (const [name, values] of members(named)) {
        this.add(`${prefix}${type}.${name}`, prefix === "" ? type : undefined, values);
      }
    }
  }

  private add(address: string, type: string | undefined, values: TerraformJson): void {
    this.blocks.set(address, { address, type, values });
  }
}

export const asObject = (value: unknown): TerraformJson | undefined => (isRecord(value) ? value : undefined);

const isResource = (block: Block): block is Block & { readonly type: string } => block.type !== undefined;

const members = (value: unknown): readonly (readonly [string, TerraformJson])[] =>
  Object.entries(asObject(value) ?? {}).flatMap(([name, each]) => {
    const object = asObject(each);
    return object === undefined ? [] : [[name, object] as const];
  });
