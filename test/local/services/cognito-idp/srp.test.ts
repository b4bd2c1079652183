import * as crypto from "node:crypto";
import { createVerifier } from "../../../../lib/local/services/cognito-idp/passwords";

jest.mock("node:crypto", () => ({
  ...jest.requireActual<typeof crypto>("node:crypto"),
  randomBytes: jest.fn(),
}));

// https://github.com/NabuCasa/pycognito hashes the digits of a salt, and amazon-cognito-identity-js its value.
test.each([
  ["0012345678901234567890123456789a", "12345678901234567890123456789a"],
  ["0112345678901234567890123456789a", "112345678901234567890123456789a"],
  ["9912345678901234567890123456789a", "9912345678901234567890123456789a"],
])("a salt of the bytes %s is sent as the number %s", (bytes, salt) => {
  jest.mocked(crypto.randomBytes).mockImplementation(() => Buffer.from(bytes, "hex") as never);
  expect(createVerifier({ group: "pool", id: "ada" }, "Correct-horse-1").salt).toBe(salt);
});
