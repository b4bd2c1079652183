import { Construct } from "constructs";
import { Stack } from "../../app";
import { type Binding, bindingTarget, createBinding, fetchFromSsm, parameterName } from "../../app/binding";
import { checkKeys } from "../../core/check";
import { fail } from "./errors";
import {
  type ParameterMetadata,
  parameterDescription,
  type SecretMetadata,
  secretDescription,
} from "./library";

/** A value that functions read by name. */
export interface ParameterProps {
  /** Not a secret: it is in the plan and in the state. May be a reference. */
  readonly value: string;
}

/**
 * A named value for functions that are bound to it.
 *
 * @example
 * const { API_HOST } = Config.Parameter.create(stack, { API_HOST: "api.example.com" });
 */
class Parameter extends Construct {
  readonly name: string;
  readonly value: string;

  constructor(scope: Construct, id: string, props: ParameterProps) {
    super(scope, id);
    checkKeys(this, "props", props, ["value"]);
    if (typeof props.value !== "string") {
      fail(this, "prop-invalid", "value", { value: props.value, expected: "a string" });
    }
    this.name = id;
    this.value = props.value;
  }

  /** Several at once, by name. */
  static create<Name extends string>(
    scope: Construct,
    values: Readonly<Record<Name, string>>,
  ): Record<Name, Parameter> {
    const entries = Object.entries<string>(values).map(([name, value]) => [
      name,
      new Parameter(scope, name, { value }),
    ]);
    return Object.fromEntries(entries) as Record<Name, Parameter>;
  }

  [bindingTarget](): Binding {
    return createBinding(parameterDescription, this, { value: this.value });
  }

  getConstructMetadata(): ParameterMetadata {
    return { type: "Parameter", data: { name: this.name } };
  }
}

/**
 * The name of a secret. Its value is never in the code, the plan or the state: it lies in SSM, encrypted, and functions
 * that are bound to the secret read it there.
 */
class Secret extends Construct {
  readonly name: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.name = id;
  }

  /** Several at once, by name. */
  static create<Name extends string>(scope: Construct, ...names: Name[]): Record<Name, Secret> {
    return Object.fromEntries(names.map((name) => [name, new Secret(scope, name)])) as Record<Name, Secret>;
  }

  [bindingTarget](): Binding {
    const stack = Stack.of(this);
    const { partition, region, account, app } = stack;
    const binding = createBinding(secretDescription, this, { value: fetchFromSsm });
    const arns = [app.stage, ".fallback"].map((stage) => {
      const name = parameterName({ ssmPrefix: app.ssmPrefix, name: app.name, stage }, binding, "value");
      return `arn:${partition}:ssm:${region}:${account}:parameter${name.startsWith("/") ? "" : "/"}${name}`;
    });
    return {
      ...binding,
      permissions: [{ actions: ["ssm:GetParameters"], resources: arns }],
    };
  }

  getConstructMetadata(): SecretMetadata {
    return { type: "Secret", data: { name: this.name } };
  }
}

/** Values and secrets that functions read by name. */
export const Config = { Parameter, Secret } as const;

export declare namespace Config {
  export type Parameter = InstanceType<(typeof Config)["Parameter"]>;
  export type Secret = InstanceType<(typeof Config)["Secret"]>;
}
