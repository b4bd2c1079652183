import type { Values } from "../../../model";
import { NotEmulatedError, type Operation } from "../contract/define-service";
import { listPage } from "../contract/page";
import { readInput } from "../contract/read-input";
import { type InputOf as InputOfService, type OperationOf, ServiceModel } from "../contract/service-model";
import { refusals } from "./errors";
import type { UserPools } from "./user-pools";
import { attributeList, type User } from "./users";

export const model = new ServiceModel("cognito-idp");

type OperationName = OperationOf<"cognito-idp">;

/** The input of an operation, once its shape is checked. */
export type InputOf<Name extends OperationName> = InputOfService<"cognito-idp", Name>;

/** Operations by name. Each runs for an input of its shape. */
export type Operations = {
  readonly [Name in OperationName]?: (pools: UserPools, input: InputOf<Name>) => object | Promise<object>;
};

/** The user of an operation: the holder of an access token, or the one that an administrator names. */
export type Subject =
  | { readonly AccessToken: string | undefined }
  | { readonly UserPoolId: string; readonly Username: string };

export async function requireSubject(pools: UserPools, subject: Subject) {
  if (!("UserPoolId" in subject)) return pools.holderOf(subject.AccessToken ?? "");
  const pool = pools.requirePool(subject.UserPoolId);
  // Administrators use no client.
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
        return await run(pools, inputOf(name, input) as never);
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
  const members = model.members("inputs", name);
  return (members?.has("AccessToken") || members?.has("ClientId")) === true && !members?.has("UserPoolId");
}

function inputOf(operation: string, input: Values): Values {
  const left = Object.keys(input).find((name) => notEmulated.has(name) && input[name] !== null);
  const members = model.members("inputs", operation) ?? new Map();
  if (left !== undefined && members.has(left)) throw new NotEmulatedError(`${left} of user pools`);
  return readInput(members, input, "InvalidParameterException", true);
}

/** Times in answers are seconds since 1970. */
export const seconds = (milliseconds: number): number => milliseconds / 1000;

/**
 * A user in a list.
 *
 * @param shown - names of attributes. @default - all
 */
export function userAnswer(user: User, shown: readonly string[] = []): object {
  const all = attributeList(user);
  return {
    Username: user.username,
    Attributes: shown.length === 0 ? all : all.filter(({ Name }) => shown.includes(Name)),
    UserCreateDate: seconds(user.createdAt),
    UserLastModifiedDate: seconds(user.modifiedAt),
    Enabled: user.isEnabled,
    UserStatus: user.status,
  };
}

/** The app's resources have no history here. */
const created = Date.UTC(2024, 0, 1) / 1000;

export const poolTimes = { CreationDate: created, LastModifiedDate: created } as const;

/** The members of inputs about pages. */
interface PageInput {
  readonly NextToken?: string | undefined;
  readonly PaginationToken?: string | undefined;
  readonly Limit?: number | undefined;
  readonly MaxResults?: number | undefined;
}

/** The answer with a page of a list, whose member the operation names. */
export function pageOf<Item>(
  items: readonly Item[],
  input: PageInput,
  member: string,
  write: (item: Item) => object,
  maximum = 60,
): object {
  const size = input.Limit ?? input.MaxResults ?? maximum;
  if (!Number.isInteger(size) || size < 0 || size > maximum)
    throw refusals.violation("limit", String(size), `have value less than or equal to ${maximum}`);
  const tokenMember = "PaginationToken" in input ? "PaginationToken" : "NextToken";
  const { entries, next } = listPage(items, {
    token: input[tokenMember],
    // A limit of zero means the service's own.
    limit: size === 0 ? maximum : size,
    most: maximum,
    code: "InvalidParameterException",
  });
  return { [member]: entries.map(write), [tokenMember]: next };
}
