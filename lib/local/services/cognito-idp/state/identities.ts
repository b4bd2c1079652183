import { jsonOf } from "../../../../facts/text/json";
import { isValues, text } from "../../../../model/resources/values";
import type { User } from "./user";
import type { Users } from "./users";

/** A user of another provider, to whom a user of the pool is linked. */
export interface LinkedIdentity {
  readonly userId: string;
  readonly providerName: string;
  readonly providerType: string | null;
  readonly issuer: string | null;
  readonly primary: boolean;
  readonly dateCreated: number;
}

/** The identities of a user, which the attribute `identities` holds as JSON. */
export function identitiesOf({ attributes }: User): readonly LinkedIdentity[] {
  const list = jsonOf(attributes.identities ?? "[]");
  if (!Array.isArray(list)) return [];
  return list.filter(isValues).map((each) => ({
    userId: text(each, "userId") ?? "",
    providerName: text(each, "providerName") ?? "",
    providerType: text(each, "providerType") ?? null,
    issuer: text(each, "issuer") ?? null,
    primary: each.primary === true,
    dateCreated: Number(each.dateCreated ?? 0),
  }));
}

export function setIdentities(user: User, identities: readonly LinkedIdentity[]): void {
  if (identities.length === 0) delete user.attributes.identities;
  else user.attributes.identities = JSON.stringify(identities);
}

/** The user of the pool who is a user of another provider. */
export function findLinked(users: Users, providerName: string, userId: string): User | undefined {
  return users.all.find((user) =>
    identitiesOf(user).some((each) => each.providerName === providerName && each.userId === userId),
  );
}
