import type { Findings } from "../model/place";
import type { Value } from "../model/value";
import type { SourceNode } from "../source/node";

/** The names that functions of CloudFormation can refer to in one template. */
export interface TemplateScope {
  readonly findings: Findings;
  /** Values of parameters by name. */
  readonly parameters: ReadonlyMap<string, Value>;
  /** Conditions by name, as TypeScript. Undefined for one that cannot be known before the deployment. */
  readonly conditions: ReadonlyMap<string, string | undefined>;
  /** `Mappings` of the template. */
  readonly mappings: SourceNode | undefined;
  /** Other names of what the template declares or what the tool creates by itself, with their values. */
  readonly aliases: ReadonlyMap<string, (attribute: string) => Value>;
}
