import { resourceTypes } from "../facts/aws/resource-types";
import { type Model, text } from "../model";

/** A secret of `Config.Secret` that a function of the app may read. */
export interface DeclaredSecret {
  readonly name: string;
  /** Name of its parameter: `/serverform/notes/dev/Secret/API_KEY/value`. */
  readonly parameter: string;
}

/** The secrets of an app. They are not in the Terraform JSON, but in the policies of functions. */
export function declaredSecrets(model: Model): readonly DeclaredSecret[] {
  const found = new Map<string, DeclaredSecret>();
  for (const { values } of model.ofType("aws_iam_role_policy")) {
    const policy = typeof values.policy === "string" ? values.policy : "";
    for (const [, parameter = "", name = ""] of policy.matchAll(pattern)) {
      // Fallbacks are for stages, but each local server is one stage.
      if (!parameter.includes("/.fallback/")) found.set(name, { name, parameter });
    }
  }
  return [...found.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** The name of a secret, from the ARN of its parameter or its fallback. */
export const secretOfArn = (arn: string): string | undefined => [...arn.matchAll(pattern)][0]?.[2];

const pattern = /:parameter(\/[^"*]*serverform\/[^"*]*\/Secret\/([\w-]+)\/value)/g;

/** The values of the secrets that an app declares, as far as this machine has them. */
export function secretsInModel(
  model: Model,
  valueOf: (name: string) => string | undefined = () => undefined,
): readonly string[] {
  return [
    ...declaredSecrets(model).flatMap(({ name }) => valueOf(name) ?? []),
    ...model.resources.flatMap(({ type, values }) => {
      const { secret } = resourceTypes[type] ?? {};
      return secret === undefined ? [] : (text(values, secret) ?? []);
    }),
  ];
}
