import { AccessKeys } from "../../../lib/local";
import { administratorKeyId, sessionIn, sessionTokenIn } from "../../../lib/local/wire/local-credentials";

const session = { roleArn: "arn:aws:iam::123456789012:role/notes", sessionName: "list" };
const keys = new AccessKeys("one");

describe("local credentials", () => {
  test("a session has the same credentials in every run, and its token says whose they are", () => {
    const credentials = keys.ofSession(session);
    expect(credentials).toEqual(new AccessKeys("one").ofSession(session));
    expect(credentials.accessKeyId).toMatch(/^ASIA[0-9A-F]{16}$/);
    expect(keys.ownerOf(credentials.accessKeyId, credentials.sessionToken)).toEqual({
      type: "session",
      session,
    });
  });

  test("with the secret of another project, no key, secret or session is valid", () => {
    const other = new AccessKeys("other");
    const own = keys.ofSession(session);
    expect(keys.ownerOf(own.accessKeyId, own.sessionToken)).toBeDefined();
    expect(other.ownerOf(own.accessKeyId, own.sessionToken)).toBeUndefined();
    expect(other.administrator.secretAccessKey).not.toBe(keys.administrator.secretAccessKey);
    expect(other.secretOf(administratorKeyId)).toBe(other.administrator.secretAccessKey);
    expect(other.ofSession(session).secretAccessKey).not.toBe(own.secretAccessKey);
  });

  test("without a secret, no other program has the keys", () => {
    const [one, other] = [new AccessKeys(), new AccessKeys()];
    expect(one.administrator.secretAccessKey).not.toBe(other.administrator.secretAccessKey);
  });

  test("the developer is the administrator, with any token or none", () => {
    expect([keys.ownerOf(administratorKeyId, undefined), keys.ownerOf(administratorKeyId, "x")]).toEqual([
      { type: "administrator" },
      { type: "administrator" },
    ]);
  });

  test("an access key is valid with its own token only", () => {
    const other = keys.ofSession({ ...session, sessionName: "create" });
    const { accessKeyId } = keys.ofSession(session);
    expect(keys.ownerOf(accessKeyId, other.sessionToken)).toBeUndefined();
    expect(keys.ownerOf(accessKeyId, undefined)).toBeUndefined();
    expect(keys.ownerOf("AKIAIOSFODNN7EXAMPLE", undefined)).toBeUndefined();
  });

  test.each(["", "FwoGZXIvYXdzEBY", "LOCALSESSION.", "LOCALSESSION.eHg", `LOCALSESSION.${btoa("{}")}`])(
    "another token is not a session: %j",
    (token) => expect(sessionIn(token)).toBeUndefined(),
  );

  test("the token is in a header, or in the query of a presigned URL", () => {
    expect(sessionTokenIn({ "x-amz-security-token": "a" }, "")).toBe("a");
    expect(sessionTokenIn({}, "a=1&X-Amz-Security-Token=b%2B")).toBe("b+");
    expect(sessionTokenIn({}, "a=1")).toBeUndefined();
  });
});
