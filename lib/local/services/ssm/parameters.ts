import { formatArn, parseArnOf } from "../../../facts/aws/arns";
import { deployedAtSeconds, type Resource, requireText, text } from "../../../model";
import { inRegion } from "../contract/call-region";
import { ModelResources } from "../contract/model-resources";
import type { ServiceContext } from "../contract/service";
import { StateFile } from "../contract/state-file";

/** A parameter that a function has written. */
interface WrittenParameter {
  readonly type: string;
  readonly value: string;
  readonly version: number;
  /** Seconds since 1970. */
  readonly changedAt: number;
}

const type = "aws_ssm_parameter";

/** A parameter with its value. */
export interface SsmParameter {
  readonly name: string;
  readonly arn: string;
  readonly type: string;
  readonly value: string;
  readonly dataType: string;
  readonly version: number;
  /** Seconds since 1970. */
  readonly changedAt: number;
}

/**
 * The parameters that the JSON declares, those that functions have written, and the secrets of `Config.Secret` that have a value on this
 * machine.
 */
export class SsmParameters extends ModelResources {
  private ownRegion: string;
  /** The parameters that functions have written, by name. With a data folder they survive the server. */
  private readonly written: Map<string, WrittenParameter>;
  private readonly kept: StateFile<{ readonly parameters: Readonly<Record<string, WrittenParameter>> }>;

  constructor(context: ServiceContext) {
    super(context);
    this.ownRegion = context.model.region;
    this.kept = new StateFile(context.dataFolder, "ssm", "parameters");
    this.written = new Map(Object.entries(this.kept.read()?.parameters ?? {}));
  }

  /** By name or ARN. A value that a function has written replaces that of the JSON. */
  find(nameOrArn: string): SsmParameter | undefined {
    const inArn = /^parameter\/(.*)$/.exec(parseArnOf("ssm", nameOrArn)?.resource ?? "")?.[1];
    if (inArn === undefined) return this.named(nameOrArn) ?? this.declared("arn", nameOrArn);
    // The ARN of `key` has a slash, too: parameter/key.
    return this.named(`/${inArn}`) ?? this.named(inArn) ?? this.declared("arn", nameOrArn);
  }

  private named(name: string): SsmParameter | undefined {
    return this.findWritten(name) ?? this.declared("name", name) ?? this.secret(name);
  }

  private declared(key: "name" | "arn", value: string): SsmParameter | undefined {
    const found = this.model.find(type, key, value);
    return found && declared(found);
  }

  /** In the order of their names. */
  get all(): readonly SsmParameter[] {
    const names = [
      ...this.model.ofType(type).map(({ values }) => requireText(values, "name")),
      ...[...this.written.keys()].flatMap((key) => this.nameOf(key) ?? []),
    ];
    return [...new Set(names)].sort().flatMap((name) => this.find(name) ?? []);
  }

  /** Parameters whose names are below a path. */
  below(path: string, isRecursive: boolean): readonly SsmParameter[] {
    return this.all.filter(({ name }) => isBelowPath(name, path, isRecursive));
  }

  /** Writes a parameter; returns its new version. */
  put(name: string, type: string | undefined, value: string): number {
    const before = this.find(name);
    const version = (before?.version ?? 0) + 1;
    const changedAt = this.now / 1000;
    this.written.set(this.keyOf(name), { type: type ?? before?.type ?? "String", value, version, changedAt });
    this.save();
    return version;
  }

  /** Deletes a parameter that a function has written; returns whether it existed. */
  delete(name: string): boolean {
    const found = this.written.delete(this.keyOf(name));
    if (found) this.save();
    return found;
  }

  private save(): void {
    this.kept.save(() => ({ parameters: Object.fromEntries(this.written) }));
  }

  async stop(): Promise<void> {
    await this.kept.settled();
  }

  /** Parameters of other regions than that of the app have it in their key, which no name contains. */
  private keyOf(name: string): string {
    const { region } = this.model;
    return region === this.ownRegion ? name : `${region}:${name}`;
  }

  /** The name of a written parameter of the region of the request. */
  private nameOf(key: string): string | undefined {
    const [name = "", region = this.ownRegion] = key.split(":").reverse();
    return region === this.model.region ? name : undefined;
  }

  private findWritten(name: string): SsmParameter | undefined {
    const found = this.written.get(this.keyOf(name));
    return found && { name, arn: this.arnOf(name), dataType: "text", ...found };
  }

  private arnOf(name: string): string {
    return formatArn(this.model, "ssm", `parameter/${name.replace(/^\//, "")}`);
  }

  /** The value of a secret of the stage: `/serverform/notes/dev/Secret/API_KEY/value`. Fallbacks are for stages. */
  private secret(name: string): SsmParameter | undefined {
    const [, start = "", id = ""] = /^(.*)\/Secret\/([^/]+)\/value$/.exec(name) ?? [];
    if (!start.includes("/serverform/") || start.endsWith("/.fallback")) return undefined;
    const value = this.context.secrets?.(id);
    if (value === undefined) return undefined;
    return {
      name,
      arn: this.arnOf(name),
      type: "SecureString",
      value,
      dataType: "text",
      version: 1,
      changedAt: deployedAtSeconds,
    };
  }

  /** The secret values of all regions. */
  secretValues(): readonly string[] {
    const ofApp = inRegion(undefined, () => this.model.ofType(type).map(declared));
    return [...ofApp, ...this.all, ...this.written.values()].flatMap(({ type: kind, value }) =>
      kind === "SecureString" ? [value] : [],
    );
  }

  protected override take(): void {
    this.ownRegion = this.model.region;
  }
}

function declared({ values }: Resource): SsmParameter {
  return {
    name: requireText(values, "name"),
    arn: requireText(values, "arn"),
    type: text(values, "type") ?? "String",
    value: text(values, "value") ?? text(values, "insecure_value") ?? "",
    dataType: text(values, "data_type") ?? "text",
    version: 1,
    changedAt: deployedAtSeconds,
  };
}

/** Whether a name is below a path; without recursion, on its first level. */
export function isBelowPath(name: string, path: string, isRecursive: boolean): boolean {
  const prefix = path.endsWith("/") ? path : `${path}/`;
  return name.startsWith(prefix) && (isRecursive || !name.slice(prefix.length).includes("/"));
}
