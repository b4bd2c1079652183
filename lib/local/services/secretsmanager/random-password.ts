import { randomInt } from "node:crypto";
import { flag, number, text, type Values } from "../../../model";
import { ServiceError } from "../contract/define-service";

const kinds = {
  ExcludeLowercase: "abcdefghijklmnopqrstuvwxyz",
  ExcludeUppercase: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  ExcludeNumbers: "0123456789",
  ExcludePunctuation: "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
} as const;

const invalid = (message: string): ServiceError => new ServiceError("InvalidParameterException", message);

const oneOf = (letters: string): string => letters.charAt(randomInt(letters.length));

/** Source: https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetRandomPassword.html */
export function randomPassword(input: Values): string {
  const length = number(input, "PasswordLength") ?? 32;
  if (!(length >= 1 && length <= 4096)) {
    throw invalid("The password length must be between 1 and 4096.");
  }
  const excluded = text(input, "ExcludeCharacters") ?? "";
  const without = (letters: string): string =>
    [...letters].filter((each) => !excluded.includes(each)).join("");
  const included = Object.entries(kinds).flatMap(([name, letters]) =>
    flag(input, name) === true ? [] : [letters],
  );
  const all = [...included, ...(flag(input, "IncludeSpace") === true ? [" "] : [])]
    .map(without)
    .filter((letters) => letters !== "");
  if (all.length === 0) throw invalid("No characters are left for the password.");
  const needsEach = flag(input, "RequireEachIncludedType") ?? true;
  if (needsEach && length < all.length) {
    throw invalid(`The password length must be at least ${all.length}: one character of each included type.`);
  }
  const letters = Array.from({ length }, (_, index) =>
    oneOf(needsEach && index < all.length ? (all[index] ?? "") : all.join("")),
  );
  for (let index = letters.length - 1; index > 0; index -= 1) {
    const other = randomInt(index + 1);
    [letters[index], letters[other]] = [letters[other] ?? "", letters[index] ?? ""];
  }
  return letters.join("");
}
