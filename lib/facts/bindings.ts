/** A bound construct, as the names of its variables and parameters have it. */
interface Bound {
  readonly className: string;
  readonly id: string;
}

/** The part of an app that its parameters begin with. */
export interface ParameterScope {
  readonly ssmPrefix: string;
  readonly name: string;
  /** `fallbackStage` for values of stages without their own. */
  readonly stage: string;
}

export const fallbackStage = ".fallback";

/** The value of a variable whose code reads it from SSM. The id and the region of the parameter may follow: `:id@region`. */
export const valueInSsm = "__FETCH_FROM_SSM__";

export const isInSsm = (value: string): boolean => value.startsWith(valueInSsm);

/** The variable by which a function finds a bound construct: `SERVERFORM_Bucket_bucketName_my_files`. */
export const bindingKey = ({ className, id }: Bound, variable: string): string =>
  `SERVERFORM_${className}_${variable}_${withUnderscores(id)}`;

/** The sorted ids of the bound constructs of a class in the environment of a function, with `_` in place of `-`. */
export function boundIds(
  environment: Readonly<Record<string, string | undefined>>,
  className: string,
  variable: string,
): readonly string[] {
  const prefix = bindingKey({ className, id: "" }, variable);
  return Object.keys(environment)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
    .sort();
}

/** The name of the parameter of a variable: `/serverform/notes/dev/Bucket/my_files/bucketName`. */
export const parameterName = (scope: ParameterScope, { className, id }: Bound, variable: string): string =>
  `${parameterFolder(scope)}${className}/${withUnderscores(id)}/${variable}`;

/** The beginning of the names of all parameters of a stage: `/serverform/notes/dev/`. */
export const parameterFolder = ({ ssmPrefix, name, stage }: ParameterScope): string =>
  `${ssmPrefix}/serverform/${[name, stage].map((part) => (part === "" ? "" : `${part}/`)).join("")}`;

/** Names of variables cannot contain `-`. */
export const withUnderscores = (id: string): string => id.replaceAll("-", "_");
