import {
  localCredentials,
  ownerOf,
  secretOf,
  sessionCredentials,
  sessionIn,
  sessionTokenIn,
  useSigningSecret,
} from "../../../lib/local/wire/local-credentials";

const session = { roleArn: "arn:aws:iam::123456789012:role/notes", sessionName: "list" };

describe("local credentials", () => {
  test("a session has the same credentials in every run, and its token says whose they are", () => {
    const credentials = sessionCredentials(session);
    expect(credentials).toEqual(sessionCredentials(session));
    expect(credentials.accessKeyId).toMatch(/^ASIA[0-9A-F]{16}$/);
    expect(ownerOf(credentials.accessKeyId, credentials.sessionToken)).toEqual({ type: "session", session });
  });

  test("with the secret of another project, no key, secret or session is valid", () => {
    useSigningSecret("one");
    const [developer, own] = [{ ...localCredentials }, sessionCredentials(session)];
    expect(ownerOf(own.accessKeyId, own.sessionToken)).toBeDefined();
    useSigningSecret("other");
    expect(secretOf(developer.accessKeyId)).not.toBe(developer.secretAccessKey);
    expect(sessionCredentials(session).secretAccessKey).not.toBe(own.secretAccessKey);
    expect(ownerOf(own.accessKeyId, own.sessionToken)).toBeUndefined();
    useSigningSecret("one");
    expect(localCredentials.secretAccessKey).toBe(developer.secretAccessKey);
    expect(sessionCredentials(session)).toEqual(own);
  });

  test("the developer is the administrator, with any token or none", () => {
    const { accessKeyId } = localCredentials;
    expect([ownerOf(accessKeyId, undefined), ownerOf(accessKeyId, "x")]).toEqual([
      { type: "administrator" },
      { type: "administrator" },
    ]);
  });

  test("an access key is valid with its own token only", () => {
    const other = sessionCredentials({ ...session, sessionName: "create" });
    const { accessKeyId } = sessionCredentials(session);
    expect(ownerOf(accessKeyId, other.sessionToken)).toBeUndefined();
    expect(ownerOf(accessKeyId, undefined)).toBeUndefined();
    expect(ownerOf("AKIAIOSFODNN7EXAMPLE", undefined)).toBeUndefined();
  });

  test.each(["", "FwoGZXIvYXdzEBY", "LOCALSESSION.", "LOCALSESSION.eHg", `LOCALSESSION.${btoa("{}")}`])(
    "another token is no session: %j",
    (token) => expect(sessionIn(token)).toBeUndefined(),
  );

  test("the token stands in a header, or in the query of a presigned URL", () => {
    expect(sessionTokenIn({ "x-amz-security-token": "a" }, "")).toBe("a");
    expect(sessionTokenIn({}, "a=1&X-Amz-Security-Token=b%2B")).toBe("b+");
    expect(sessionTokenIn({}, "a=1")).toBeUndefined();
  });
});
