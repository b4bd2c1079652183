import { Random } from "../../support/random";

type Json = Readonly<Record<string, unknown>>;
type Body = Record<string, unknown>;

/** A block of a generated configuration. */
interface Block {
  /** `terraform_data`, `data.aws_iam_policy_document`, `local` or `output`. */
  readonly type: string;
  readonly name: string;
  readonly body: Body;
}

/** A type of block, with its arguments. `text` returns a text, which may refer to blocks that were declared before. */
export interface BlockKind {
  readonly type: string;
  /** The attribute that others read. */
  readonly read: string;
  body(name: string, text: () => string): Body;
}

/** Kinds that Terraform has without a provider. */
export const builtInKinds: readonly BlockKind[] = [
  { type: "terraform_data", read: "output", body: (_, text) => ({ input: text() }) },
  { type: "terraform_data", read: "id", body: (_, text) => ({ input: text(), triggers_replace: [text()] }) },
];

const trust = JSON.stringify({
  Version: "2012-10-17",
  Statement: [{ Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service: "lambda.amazonaws.com" } }],
});

/** The role of all functions, which is not edited. */
export const commonRole = { common: { name: "common", assume_role_policy: trust } };

/** Kinds of the AWS provider, by what a serverless API has most of. */
export const awsKinds: readonly BlockKind[] = [
  {
    type: "aws_iam_role",
    read: "arn",
    body: (name, text) => ({ name, assume_role_policy: trust, tags: { note: text() } }),
  },
  {
    type: "aws_cloudwatch_log_group",
    read: "name",
    body: (name, text) => ({ name: `/test/${name}`, retention_in_days: 7, tags: { note: text() } }),
  },
  { type: "aws_ssm_parameter", read: "arn", body: (name, text) => ({ name, type: "String", value: text() }) },
  { type: "aws_sns_topic", read: "arn", body: (name, text) => ({ name, tags: { note: text() } }) },
  {
    type: "aws_apigatewayv2_api",
    read: "id",
    body: (name, text) => ({ name, protocol_type: "HTTP", description: text() }),
  },
  {
    type: "aws_lambda_function",
    read: "arn",
    body: (name, text) => ({
      function_name: name,
      role: "${aws_iam_role.common.arn}",
      runtime: "nodejs22.x",
      handler: "index.handler",
      filename: "assets/code.zip",
      environment: { variables: { NOTE: text() } },
    }),
  },
  {
    type: "data.aws_iam_policy_document",
    read: "id",
    body: (_, text) => ({ statement: [{ actions: ["sqs:SendMessage"], resources: [text()] }] }),
  },
];

const isResource = ({ type }: Block): boolean => type.includes("_") && !type.startsWith("data.");
const addressOf = ({ type, name }: Pick<Block, "type" | "name">): string => `${type}.${name}`;

const conditionOn = (block: Block): string => `\${${addressOf(block)}.id != ""}`;

/** A random configuration, which can be edited. Its names begin with `prefix`. */
export class RandomBlocks {
  private blocks: Block[] = [];
  private count = 0;

  constructor(
    private readonly prefix: string,
    private readonly kinds: readonly BlockKind[],
    private readonly random: Random,
  ) {
    for (let at = 0; at < 8; at += 1) this.add();
  }

  /** A copy that is edited with another seed. */
  copy(seed: number): RandomBlocks {
    const copy = new RandomBlocks(this.prefix, this.kinds, new Random(seed));
    copy.blocks = structuredClone(this.blocks);
    copy.count = this.count;
    return copy;
  }

  get template(): Json {
    const template: Record<string, Record<string, unknown>> = {};
    for (const { type, name, body } of this.blocks) {
      if (type === "local") template.locals = { ...template.locals, [name]: body.value };
      else if (type === "output") template.output = { ...template.output, [name]: body };
      else {
        const kind = type.startsWith("data.") ? "data" : "resource";
        const plain = type.replace("data.", "");
        const group = (template[kind] ?? {}) as Record<string, Json>;
        template[kind] = { ...group, [plain]: { ...group[plain], [name]: body } };
      }
    }
    return template;
  }

  /** Makes one to three edits, and returns their names. */
  edit(): readonly string[] {
    return Array.from({ length: 1 + this.random.below(3) }, () => {
      const name = this.random.pick(Object.keys(this.edits) as (keyof typeof this.edits)[]);
      this.edits[name]();
      return name;
    });
  }

  private readonly edits = {
    add: () => this.add(),
    change: () => this.change(),
    remove: () => this.remove(this.random.pick(this.blocks)),
    removeOne: () => this.remove(this.pick(isResource)),
    rename: () => this.rename(this.pick(isResource)),
    condition: () => this.require(this.pick(isResource)),
    order: () => this.order(this.pick(isResource)),
    trigger: () => this.trigger(this.pick(isResource)),
    comment: () => this.set(this.random.pick(this.blocks), "//", this.word()),
  };

  private add(): void {
    const name = `${this.prefix}_${this.next()}`;
    const at = this.random.next();
    const block =
      at < 0.15
        ? { type: "local", name, body: { value: this.text() } }
        : at < 0.35
          ? { type: "output", name, body: { value: this.text() } }
          : this.blockOf(this.random.pick(this.kinds), name);
    this.blocks.push(block);
  }

  private blockOf(kind: BlockKind, name: string): Block {
    return { type: kind.type, name, body: kind.body(name, () => this.text()) };
  }

  /** Writes other arguments: the references of the block change, too, but only to blocks before it. */
  private change(): void {
    const block = this.random.pick(this.blocks);
    const later = this.blocks.splice(this.blocks.indexOf(block));
    const kind = this.random.pick(this.kinds.filter(({ type }) => type === block.type));
    const body = kind === undefined ? { value: this.text() } : this.blockOf(kind, block.name).body;
    this.blocks.push({ ...block, body: { ...block.body, ...body } }, ...later.slice(1));
  }

  /** Whatever referred to a removed block has a text in its place. */
  private remove(block: Block | undefined): void {
    if (block === undefined || this.blocks.length < 4) return;
    this.blocks = this.blocks.filter((each) => each !== block);
    const reference = new RegExp(`\\$\\{${addressOf(block).replaceAll(".", "\\.")}(\\.\\w+)?\\}`, "g");
    const condition = conditionOn(block);
    this.replaceText((text) => {
      if (text === condition) return '${path.module != ""}';
      return text === addressOf(block) ? undefined : text.replace(reference, "gone");
    });
  }

  private rename(block: Block | undefined): void {
    if (block === undefined) return;
    const name = `${this.prefix}_${this.next()}`;
    const former = addressOf(block);
    this.blocks = this.blocks.map((each) => (each === block ? { ...each, name } : each));
    const word = new RegExp(`\\b${former.replaceAll(".", "\\.")}\\b`, "g");
    this.replaceText((text) => text.replace(word, addressOf({ ...block, name })));
  }

  private toggle(block: Block | undefined, key: string, value: unknown): void {
    if (block === undefined) return;
    const { [key]: former, ...rest } = (block.body.lifecycle ?? {}) as Body;
    this.set(block, "lifecycle", former === undefined ? { ...rest, [key]: value } : rest);
  }

  private order(block: Block | undefined): void {
    const before = this.before(block);
    if (block !== undefined && before !== undefined) this.set(block, "depends_on", [addressOf(before)]);
  }

  /** A condition on a block before. Others of `lifecycle` change only the order of an apply. */
  private require(block: Block | undefined): void {
    const before = this.before(block);
    if (before === undefined) return;
    const condition = { condition: conditionOn(before), error_message: "It has no id." };
    this.toggle(block, "precondition", [condition]);
  }

  private trigger(block: Block | undefined): void {
    const before = this.before(block);
    if (before !== undefined) this.toggle(block, "replace_triggered_by", [addressOf(before)]);
  }

  private set(block: Block, key: string, value: unknown): void {
    const { body } = block;
    this.blocks = this.blocks.map((each) =>
      each === block ? { ...each, body: { ...body, [key]: value } } : each,
    );
  }

  /** A resource that was declared before a block. */
  private before(block: Block | undefined): Block | undefined {
    const earlier = this.blocks
      .slice(0, block === undefined ? 0 : this.blocks.indexOf(block))
      .filter(isResource);
    return earlier.length === 0 ? undefined : this.random.pick(earlier);
  }

  private pick(where: (block: Block) => boolean): Block | undefined {
    const some = this.blocks.filter(where);
    return some.length === 0 ? undefined : this.random.pick(some);
  }

  private next(): number {
    this.count += 1;
    return this.count;
  }

  private word(): string {
    return `w${this.random.below(1000)}`;
  }

  /** A word, or a reference to a block before, between words. */
  private text(): string {
    const earlier = this.blocks.filter(({ type }) => type !== "output");
    if (earlier.length === 0 || this.random.chance(0.3)) return this.word();
    const block = this.random.pick(earlier);
    const read = this.kinds.find(({ type }) => type === block.type)?.read;
    return `${this.word()}-\${${addressOf(block)}${read === undefined ? "" : `.${read}`}}`;
  }

  /** Changes all texts; a list loses those for which `change` returns undefined. */
  private replaceText(change: (text: string) => string | undefined): void {
    const walk = (value: unknown): unknown => {
      if (typeof value === "string") return change(value) ?? "gone";
      if (Array.isArray(value))
        return value.filter((each) => typeof each !== "string" || change(each) !== undefined).map(walk);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each)]));
    };
    this.blocks = this.blocks.map((each) => ({ ...each, body: walk(each.body) as Body }));
  }
}
