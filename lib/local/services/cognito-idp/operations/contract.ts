import { isValues, type Values } from "../../../../model";
import { NotEmulatedError, type Operation, ServiceError } from "../../contract/define-service";
import { refusals } from "../errors";
import type { Pool } from "../pool";
import type { ClientSettings } from "../settings/client-settings";
import type { UserAttribute } from "../state/attributes";
import type { User } from "../state/user";
import type { UserPools } from "../user-pools";
import { shapes } from "./shapes";

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
}
type Kind = keyof Kinds;
type OperationName = keyof typeof shapes;
type Shape = Readonly<Record<string, Kind | `${Kind}!`>>;

type MemberOf<Given> = Given extends `${infer Required extends Kind}!`
  ? Kinds[Required]
  : Given extends Kind
    ? Kinds[Given] | undefined
    : never;

/** The input of an operation, once its shape is checked. */
export type InputOf<Name extends OperationName> = {
  readonly [Member in keyof (typeof shapes)[Name]]: MemberOf<(typeof shapes)[Name][Member]>;
};

/** Operations by name. Each runs for an input of its shape. */
export type Operations = {
  readonly [Name in OperationName]?: (pools: UserPools, input: InputOf<Name>) => object | Promise<object>;
};

/** The user of an operation: the holder of an access token, or the one that an administrator names. */
export type Subject =
  | { readonly AccessToken: string | undefined }
  | { readonly UserPoolId: string; readonly Username: string };

interface FoundSubject {
  readonly pool: Pool;
  readonly user: User;
  /** Undefined for administrators. */
  readonly client: ClientSettings | undefined;
}

export async function requireSubject(pools: UserPools, subject: Subject): Promise<FoundSubject> {
  if (!("UserPoolId" in subject)) return pools.holderOf(subject.AccessToken ?? "");
  const pool = pools.requirePool(subject.UserPoolId);
  return { pool, user: pool.users.require(subject.Username), client: undefined };
}

/** Members whose effects are not emulated. */
const notEmulated: ReadonlySet<string> = new Set([
  "AnalyticsConfiguration",
  "ClientType",
  "RevokeAssociatedSessions",
  "WebAuthnMfaSettings",
]);

/** Lets operations take the inputs of requests. The changes of an operation are kept, also if it fails later. */
export function withShapes<Served extends Operations>(
  operations: Served,
): { readonly [Name in keyof Served]: Operation<UserPools, Values, object> } {
  const served = Object.entries(operations).map(([name, run]) => {
    const perform = async (pools: UserPools, input: Values): Promise<object> => {
      try {
        // The shape of that name is the shape of its input.
        return await run(pools, readInput(shapes[name as OperationName], input) as never);
      } finally {
        pools.save();
      }
    };
    return [name, perform];
  });
  return Object.fromEntries(served);
}

/**
 * Whether apps call an operation without credentials of AWS: with the id of a client, or with a user's token.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/authentication-flows-public-server-side.html
 */
export function isPublicOperation(name: string): boolean {
  const shape: Shape = Object.hasOwn(shapes, name) ? shapes[name as OperationName] : {};
  return ("AccessToken" in shape || "ClientId" in shape) && !("UserPoolId" in shape);
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
};

/** Reads the members of an input. Throws what the service answers to another shape. */
function readInput(shape: Shape, input: Values): Values {
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
    if (notEmulated.has(name)) throw new NotEmulatedError(`${name} of user pools`);
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
  return Object.fromEntries(read);
}

/** An attribute without a value is empty. */
function withValues(list: unknown): readonly UserAttribute[] {
  return (list as readonly { readonly Name: string; readonly Value?: string }[]).map(
    ({ Name, Value = "" }) => ({ Name, Value }),
  );
}
