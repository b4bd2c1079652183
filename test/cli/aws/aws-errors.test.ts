import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { explainAwsError, isDenied } from "../../../lib/cli/aws/aws-errors";
import { runCommandLine } from "../../../lib/cli/command-line";
import { commandLine } from "../../../lib/cli/program";
import * as printing from "../../../lib/cli/ui/print-error";
import { isLibraryError } from "../../../lib/facts/errors/error";
import { AwsError } from "../../../lib/runtime/aws";
import { temporaryFolder } from "../../support/stack";

/** An error as an SDK throws it. */
const named = (name: string, message: string): Error =>
  Object.assign(new Error(message), { name, $metadata: { httpStatusCode: 400 } });
/** An error of a socket, as `fetch` wraps it. */
const socket = (code: string): Error =>
  new TypeError("fetch failed", {
    cause: Object.assign(new Error(`connect ${code} 10.0.0.1:443`), { code }),
  });
const own = (code: string, message: string): AwsError => new AwsError(code, 400, message, "ssm");

/** Each way in which a call of AWS fails before it does anything, and the code of the error. */
const failures: readonly (readonly [string, Error])[] = [
  [
    "aws-credentials-missing",
    named("CredentialsProviderError", "Could not load credentials from any providers"),
  ],
  [
    "aws-credentials-expired",
    own("ExpiredTokenException", "The security token included in the request is expired"),
  ],
  ["aws-credentials-expired", named("ExpiredToken", "The provided token has expired.")],
  [
    "aws-credentials-expired",
    named("TokenProviderError", "Token is expired. To refresh this SSO session run 'aws sso login'"),
  ],
  [
    "aws-credentials-expired",
    named(
      "CredentialsProviderError",
      "The SSO session associated with this profile has expired. To refresh this SSO session run aws sso login",
    ),
  ],
  [
    "aws-mfa-required",
    named(
      "CredentialsProviderError",
      "Profile work requires multi-factor authentication, but no MFA code callback was provided.",
    ),
  ],
  [
    "aws-credentials-refused",
    own("UnrecognizedClientException", "The security token included in the request is invalid."),
  ],
  [
    "aws-credentials-refused",
    named("InvalidClientTokenId", "The security token included in the request is invalid."),
  ],
  [
    "aws-credentials-refused",
    named(
      "SignatureDoesNotMatch",
      "The request signature we calculated does not match the signature you provided.",
    ),
  ],
  [
    "aws-credentials-refused",
    named("IncompleteSignature", "Authorization header requires existence of a 'X-Amz-Date'"),
  ],
  [
    "aws-clock-skewed",
    named(
      "SignatureDoesNotMatch",
      "Signature expired: 20261126T100000Z is now earlier than 20261126T110000Z",
    ),
  ],
  [
    "aws-clock-skewed",
    own(
      "InvalidSignatureException",
      "Signature not yet current: 20261126T120000Z is still later than 20261126T110000Z",
    ),
  ],
  [
    "aws-clock-skewed",
    named(
      "RequestTimeTooSkewed",
      "The difference between the request time and the current time is too large.",
    ),
  ],
  ["aws-throttled", own("ThrottlingException", "Rate exceeded")],
  ["aws-throttled", named("TooManyRequestsException", "Too Many Requests")],
  ["aws-throttled", named("SlowDown", "Please reduce your request rate.")],
  [
    "aws-right-missing",
    own("AccessDeniedException", "User: x is not authorized to perform: ssm:PutParameter on resource: y"),
  ],
  [
    "aws-right-missing",
    named("AccessDenied", "User: x is not authorized to perform: sts:AssumeRole on resource: y"),
  ],
  ["aws-right-missing", named("UnauthorizedOperation", "You are not authorized to perform this operation.")],
  ...[
    "ENOTFOUND",
    "EAI_AGAIN",
    "ECONNREFUSED",
    "ECONNRESET",
    "ETIMEDOUT",
    "EHOSTUNREACH",
    "UND_ERR_CONNECT_TIMEOUT",
  ].map((code) => ["aws-unreachable", socket(code)] as const),
  [
    "aws-unreachable",
    new AggregateError([Object.assign(new Error("connect ENETUNREACH"), { code: "ENETUNREACH" })]),
  ],
  ["aws-unreachable", named("TimeoutError", "The operation was aborted due to timeout")],
  ["aws-unreachable", new Error("ssm did not answer within 5000 ms")],
  ["aws-certificate-unknown", socket("SELF_SIGNED_CERT_IN_CHAIN")],
  ["aws-region-missing", new Error("Region is missing")],
  ["aws-unavailable", own("ServiceUnavailableException", "Service Unavailable")],
  ["aws-unavailable", own("HTTP 503", "upstream")],
  ["aws-refused", own("ValidationException", "1 validation error detected")],
];

describe("An error of AWS", () => {
  test.each(failures)("is reported as %s (%#)", (code, error) => {
    const told = explainAwsError(error, "serverform deploy", { HOME: "/nowhere" });
    expect(told).toMatchObject({ code, path: "serverform deploy" });
    const { message } = told as Error;
    expect(message).not.toMatch(/^ {4}at |\.\.$|undefined/m);
  });

  test("about a profile names those of the files, with the nearest", () => {
    const home = temporaryFolder();
    mkdirSync(join(home, ".aws"));
    writeFileSync(
      join(home, ".aws/config"),
      "[default]\nregion = eu-west-1\n[profile work]\n[sso-session x]\n",
    );
    writeFileSync(join(home, ".aws/credentials"), "[staging]\naws_access_key_id = x\n");
    const error = named(
      "CredentialsProviderError",
      "Could not resolve credentials using profile: [wrok] in configuration/credentials file(s).",
    );
    const told = explainAwsError(error, "serverform logs", { HOME: home, AWS_PROFILE: "wrok" }) as Error;
    expect(told.message).toBe(
      `serverform logs: --profile or AWS_PROFILE is "wrok", which is not in ${home}/.aws/credentials or ${home}/.aws/config.
  Known profiles: "staging", "default", "work". Did you mean "work"?
  [aws-profile-unknown]`,
    );
    expect(explainAwsError(error, "serverform logs", { HOME: home, AWS_PROFILE: "work" })).toMatchObject({
      code: "aws-profile-incomplete",
    });
  });

  test("is what AWS, an SDK or a socket throws: another error is unchanged", () => {
    const error = new TypeError("x is not a function");
    expect(explainAwsError(error, "serverform deploy")).toBe(error);
    expect(explainAwsError("text", "serverform deploy")).toBe("text");
  });

  test("denies a right under its names only", () => {
    expect([isDenied(own("AccessDeniedException", "")), isDenied(own("ExpiredTokenException", ""))]).toEqual([
      true,
      false,
    ]);
  });
});

/** The commands that run something, as words with their arguments. */
function leavesOf(
  command: Command,
  words: readonly string[] = [],
): readonly { words: string[]; command: Command }[] {
  const inner = command.commands.flatMap((each) => leavesOf(each, [...words, each.name()]));
  const given = [
    ...command.registeredArguments
      .filter(({ required }) => required)
      .map(({ argChoices: [choice = "1"] = [] }) => choice),
    ...command.options.flatMap(({ mandatory, long }) => (mandatory && long ? [long, "1"] : [])),
  ];
  return inner.length > 0 || words.length === 0 ? inner : [{ words: [...words, ...given], command }];
}

test("No command prints a call stack, for any failure of AWS, of the file system or of its own", async () => {
  const others = [
    Object.assign(new Error("EACCES: permission denied, open '/x'"), {
      syscall: "open",
      code: "EACCES",
      path: "/x",
    }),
    new TypeError("Cannot read properties of undefined (reading 'x')"),
    "a text",
  ];
  const program = commandLine();
  const leaves = leavesOf(program);
  expect(leaves.length).toBeGreaterThan(20);
  let printed = "";
  const spy = jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    printed += text;
    return true;
  });
  try {
    for (const { words, command } of leaves) {
      for (const error of [...failures.map(([, each]) => each), ...others]) {
        printed = "";
        command.action(() => Promise.reject(error));
        await runCommandLine(program, ["node", "serverform", ...words], async () => printing);
        expect(printed).toMatch(/^serverform [a-z -]+: .+\n( {2}.*\n)+ {2}\[[a-z-]+\]\n$/);
        expect(printed).not.toMatch(/^ {4}at /m);
      }
    }
  } finally {
    spy.mockRestore();
    process.exitCode = 0;
  }
});

test("An error of the library keeps its text", () => {
  const told = explainAwsError(own("ExpiredToken", "no"), "serverform logs");
  expect(isLibraryError(told)).toBe(true);
  expect(explainAwsError(told, "serverform deploy")).toBe(told);
});
