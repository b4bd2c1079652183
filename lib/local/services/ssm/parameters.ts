import type { Model, Resource } from "../../model/model";
import { requireText, text } from "../../model/values";
import type { ServiceContext, ServiceResources } from "../contract/service";

const type = "aws_ssm_parameter";

/** A parameter with its value. */
export interface SsmParameter {
  readonly name: string;
  readonly arn: string;
  readonly type: string;
  readonly value: string;
  readonly dataType: string;
}

/** The parameters that the JSON declares, and the secrets of `Config.Secret` that have a value on this machine. */
export class SsmParameters implements ServiceResources {
  private model: Model;

  constructor(private readonly context: Pick<ServiceContext, "model" | "secrets">) {
    this.model = context.model;
  }

  /** By name or ARN. */
  find(nameOrArn: string): SsmParameter | undefined {
    const found = this.model.find(type, "name", nameOrArn) ?? this.model.find(type, "arn", nameOrArn);
    return found === undefined ? this.secret(nameOrArn) : declared(found);
  }

  /** Parameters whose names lie below a path. */
  below(path: string, isRecursive: boolean): readonly SsmParameter[] {
    const prefix = path.endsWith("/") ? path : `${path}/`;
    return this.model
      .ofType(type)
      .map(declared)
      .filter(
        ({ name }) => name.startsWith(prefix) && (isRecursive || !name.slice(prefix.length).includes("/")),
      );
  }

  /** The value of a secret of the stage: `/serverform/notes/dev/Secret/API_KEY/value`. Fallbacks are for stages. */
  private secret(name: string): SsmParameter | undefined {
    const [, start = "", id = ""] = /^(.*\/serverform\/.*)\/Secret\/([^/]+)\/value$/.exec(name) ?? [];
    if (id === "" || start.endsWith("/.fallback")) return undefined;
    const value = this.context.secrets?.(id);
    if (value === undefined) return undefined;
    const { partition, region, account } = this.model;
    const arn = `arn:${partition}:ssm:${region}:${account}:parameter/${name.replace(/^\//, "")}`;
    return { name, arn, type: "SecureString", value, dataType: "text" };
  }

  async replace(model: Model): Promise<void> {
    this.model = model;
  }

  async stop(): Promise<void> {}
}

function declared({ values }: Resource): SsmParameter {
  return {
    name: requireText(values, "name"),
    arn: requireText(values, "arn"),
    type: text(values, "type") ?? "String",
    value: text(values, "value") ?? text(values, "insecure_value") ?? "",
    dataType: text(values, "data_type") ?? "text",
  };
}
