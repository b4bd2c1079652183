import { existsSync } from "node:fs";
import { chooseFrom } from "../../facts/errors/words";
import { isRecord, onlyText } from "../../facts/text/record";
import { writtenText } from "../../facts/text/written-text";
import type { SeededUser } from "../../local";
import { fail } from "../errors";

const keys = ["pool", "name", "password", "attributes", "groups"];
const where = "serverform local";

/** Reads the users of a seed: `{ "users": [{ "name": "ada@example.com", "password": "..." }] }`. */
export function readSeed(file: string): readonly SeededUser[] {
  const content = parsed(file);
  const users = isRecord(content) ? content.users : undefined;
  if (!Array.isArray(users)) return refuse(file, 'it is not of the form { "users": [...] }');
  return users.map((user, index) => checkedUser(file, user, index));
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(writtenText(file));
  } catch (error) {
    if (!existsSync(file)) return refuse(file, "it does not exist", "Create the file, or correct the path.");
    return refuse(file, (error as Error).message);
  }
}

function checkedUser(file: string, user: unknown, index: number): SeededUser {
  const at = `users[${index}]`;
  if (!isRecord(user) || typeof user.name !== "string") return refuse(file, `${at}.name is missing`);
  const unknown = Object.keys(user).find((key) => !keys.includes(key));
  if (unknown !== undefined)
    return refuse(
      file,
      `${at} (${user.name}) has the key "${unknown}"`,
      chooseFrom(unknown, keys, (words) => `Known keys: ${words.join(", ")}.`),
    );
  const { name, pool, password, attributes = {}, groups = [] } = user;
  for (const [key, value] of Object.entries({ pool, password })) {
    if (value !== undefined && typeof value !== "string") return refuse(file, `${at}.${key} is not a string`);
  }
  if (!isRecord(attributes) || !Object.values(attributes).every((value) => typeof value === "string"))
    return refuse(file, `${at}.attributes is not an object of strings`);
  if (!Array.isArray(groups) || !groups.every((group) => typeof group === "string"))
    return refuse(file, `${at}.groups is not an array of strings`);
  return {
    place: `${file} ${at}`,
    name,
    groups,
    pool: onlyText(pool),
    password: onlyText(password),
    attributes: attributes as Record<string, string>,
  };
}

function refuse(file: string, reason: string, advice?: string): never {
  return fail(where, "local-seed-invalid", "--seed", { value: file, reason, advice });
}
