import type { Model, Resource } from "../../model/model";
import { requireText } from "../../model/values";
import type { ServiceContext, ServiceResources } from "../contract/service";

const type = "aws_ssm_parameter";

/** The parameters that the JSON declares. The values of secrets are not in the JSON, so there are no secrets here. */
export class SsmParameters implements ServiceResources {
  private model: Model;

  constructor({ model }: ServiceContext) {
    this.model = model;
  }

  /** By name or ARN. */
  find(name: string): Resource | undefined {
    return this.model.find(type, "name", name) ?? this.model.find(type, "arn", name);
  }

  /** Parameters whose names lie below a path. */
  below(path: string, isRecursive: boolean): readonly Resource[] {
    const prefix = path.endsWith("/") ? path : `${path}/`;
    return this.model.ofType(type).filter(({ values }) => {
      const name = requireText(values, "name");
      return name.startsWith(prefix) && (isRecursive || !name.slice(prefix.length).includes("/"));
    });
  }

  async replace(model: Model): Promise<void> {
    this.model = model;
  }

  async stop(): Promise<void> {}
}
