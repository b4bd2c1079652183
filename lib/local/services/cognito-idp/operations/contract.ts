import type { Values } from "../../../../model/resources/model";
import { isValues } from "../../../../model/resources/values";
import { NotEmulatedError, type Operation, ServiceError } from "../../contract/define-service";
import { refusals } from "../errors";
import type { UserAttribute } from "../state/attributes";
import type { UserPools } from "../user-pools";

/** The kinds of members of an input. */
interface Kinds {
  readonly text: string;
  readonly flag: boolean;
  readonly number: number;
  readonly texts: readonly string[];
  readonly textMap: Readonly<Record<string, string>>;
  readonly attributes: readonly UserAttribute[];
  readonly structure: Values;
  readonly list: readonly Values[];
  /** Refused: what it asks for is not emulated. */
  readonly notEmulated: never;
}
type Kind = keyof Kinds;

/** The members of an input; an exclamation mark for required ones. */
export type Shape = Readonly<Record<string, Kind | `${Kind}!`>>;

export type InputOf<Given extends Shape> = {
  readonly [Name in keyof Given]: Given[Name] extends `${infer Required extends Kind}!`
    ? Kinds[Required]
    : Given[Name] extends Kind
      ? Kinds[Given[Name]] | undefined
      : never;
};

/** An operation that knows the shape of its input. */
export type CognitoOperation = Operation<UserPools, Values, object> & { readonly shape: Shape };

/** Defines an operation: it runs for an input of its shape, and what it changes is kept. */
export function operation<const Given extends Shape>(
  shape: Given,
  run: (pools: UserPools, input: InputOf<Given>) => object | Promise<object>,
): CognitoOperation {
  const perform = async (pools: UserPools, input: Values): Promise<object> => {
    try {
      return await run(pools, readInput(shape, input));
    } finally {
      pools.save();
    }
  };
  return Object.assign(perform, { shape });
}

const isText = (value: unknown): boolean => typeof value === "string";
const isAttribute = (value: unknown): boolean =>
  isValues(value) && isText(value.Name) && (value.Value === undefined || isText(value.Value));

const checks: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: isText,
  flag: (value) => typeof value === "boolean",
  number: (value) => typeof value === "number",
  texts: (value) => Array.isArray(value) && value.every(isText),
  textMap: (value) => isValues(value) && Object.values(value).every(isText),
  attributes: (value) => Array.isArray(value) && value.every(isAttribute),
  structure: isValues,
  list: (value) => Array.isArray(value) && value.every(isValues),
  notEmulated: () => false,
};

/** Reads the members of an input. Throws what the service answers to another shape. */
function readInput<Given extends Shape>(shape: Given, input: Values): InputOf<Given> {
  const problems: string[] = [];
  const read = Object.entries(shape).map(([name, kind]) => {
    const value = Object.hasOwn(input, name) ? (input[name] ?? undefined) : undefined;
    const isRequired = kind.endsWith("!");
    const at = name.charAt(0).toLowerCase() + name.slice(1);
    if (value === undefined) {
      if (isRequired)
        problems.push(`Value null at '${at}' failed to satisfy constraint: Member must not be null`);
      return [name, undefined];
    }
    if (kind === "notEmulated") throw new NotEmulatedError(`${name} of user pools`);
    const plain = (isRequired ? kind.slice(0, -1) : kind) as Kind;
    if (!checks[plain](value))
      throw new ServiceError("SerializationException", `The value of ${name} is not valid.`);
    if (isRequired && value === "")
      problems.push(
        `Value '' at '${at}' failed to satisfy constraint: Member must have length greater than or equal to 1`,
      );
    return [name, plain === "attributes" ? withValues(value) : value];
  });
  if (problems.length > 0) {
    const count = problems.length === 1 ? "1 validation error" : `${problems.length} validation errors`;
    throw refusals.invalid(`${count} detected: ${problems.join("; ")}`);
  }
  // Each member was checked against its kind.
  return Object.fromEntries(read) as InputOf<Given>;
}

/** An attribute without a value is empty. */
function withValues(list: unknown): readonly UserAttribute[] {
  return (list as readonly { readonly Name: string; readonly Value?: string }[]).map(
    ({ Name, Value = "" }) => ({ Name, Value }),
  );
}
