import { Construct } from "constructs";
import { fallbackStage, parameterName } from "../../facts/bindings";
import type { Where } from "../../facts/errors/error";
import { Hidden } from "../../facts/errors/words";
import {
  type Binding,
  bindingTarget,
  checkScope,
  constructId,
  constructName,
  createBinding,
  fetchFromSsm,
  looksSecret,
  notePlainSecret,
  parameterArn,
  requireFreeId,
  Stack,
} from "../../kit/app";
import { checkKeys, isPlainObject, refuseValue } from "../../kit/core";
import { fail } from "../../kit/core/errors";
import {
  type ParameterMetadata,
  parameterDescription,
  type SecretMetadata,
  secretDescription,
} from "./library";

/** A value that functions read by name. */
export interface ParameterProps {
  /** The value, in plain text in the plan and in the state. May be a reference. */
  readonly value: string;
}

/**
 * A named value for the functions that are bound to it.
 *
 * @example
 * const { API_HOST } = Config.Parameter.create(stack, { API_HOST: "api.example.com" });
 */
export class Parameter extends Construct {
  readonly name: string;
  readonly value: string;

  constructor(scope: Construct, id: string, props: ParameterProps) {
    super(scope, constructId(scope, id, props));
    checkKeys(this, "props", props, ["value"]);
    checkValue(this, props.value);
    this.name = constructName(this);
    this.value = props.value;
    if (looksSecret(id, props.value)) {
      notePlainSecret(this, "value", props.value, "use Config.Secret for values that nobody may read");
    }
  }

  /** Creates several parameters, by name. Checks all of them before it creates the first one. */
  static create<Name extends string>(
    scope: Construct,
    values: Readonly<Record<Name, string>>,
  ): Record<Name, Parameter> {
    checkScope("app", "create(scope)", scope);
    if (!isPlainObject(values)) {
      const expected = 'a plain object of strings: { API_HOST: "api.example.com" }';
      refuseValue(scope, "create(values)", new Hidden(values), expected);
    }
    for (const [name, value] of Object.entries<string>(values)) {
      checkValue([scope.node.path, requireFreeId(scope, name)].join("/"), value);
    }
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

function checkValue(where: Where, value: unknown): void {
  if (typeof value === "string") return;
  refuseValue(where, "value", new Hidden(value), "a string");
}

/**
 * The name of a secret. Its value is never in the code, the plan or the state. SSM stores it encrypted, and functions
 * that are bound to the secret read it from there.
 */
export class Secret extends Construct {
  readonly name: string;

  constructor(scope: Construct, id: string, ...rest: readonly never[]) {
    super(scope, constructId(scope, id, {}));
    if (rest.length > 0 && rest[0] !== undefined) {
      const expected = "nothing after the id: set the value in SSM, so that it is in no code, plan or state";
      refuseValue(this, "props", new Hidden(rest[0]), expected);
    }
    this.name = constructName(this);
  }

  /** Creates several secrets, by name. Checks all of them before it creates the first one. */
  static create<Name extends string>(scope: Construct, ...names: Name[]): Record<Name, Secret> {
    checkScope("app", "create(scope)", scope);
    names.forEach((name, index) => {
      if (typeof name !== "string")
        refuseValue(scope, `create(names[${index}])`, new Hidden(name), "the name of a secret, as a string");
      requireFreeId(scope, name);
      if (names.indexOf(name) < index)
        fail(scope, "part-duplicate", "names", { part: "secret", value: name });
    });
    return Object.fromEntries(names.map((name) => [name, new Secret(scope, name)])) as Record<Name, Secret>;
  }

  [bindingTarget](): Binding {
    const { app } = Stack.of(this);
    // `serverform secrets` writes one value for all stacks.
    const { region } = app;
    const binding = createBinding(secretDescription, this, { value: fetchFromSsm });
    const resources = [app.stage, fallbackStage].map((stage) =>
      parameterArn(this, parameterName({ ...app, stage }, binding, "value"), region),
    );
    return {
      ...binding,
      parameterRegion: region,
      permissions: [{ actions: ["ssm:GetParameters"], resources }],
    };
  }

  getConstructMetadata(): SecretMetadata {
    return { type: "Secret", data: { name: this.name } };
  }
}
