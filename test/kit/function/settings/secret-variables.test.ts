import { Token } from "cdktf";
import { Function, Job } from "../../../../lib";
import { standardErrorOf } from "../../../support/environment";
import { testStack } from "../../../support/stack";

/** The notices that a construct causes. */
const notices = (create: (stack: ReturnType<typeof testStack>) => void): string =>
  standardErrorOf(() => {
    const stack = testStack();
    create(stack);
    stack.app.synth();
  });

const handler = "functions/notes.get";
const secret = { API_KEY: "sk_live_x" };

describe("A secret in the environment", () => {
  test.each<[string, string, (stack: ReturnType<typeof testStack>) => void]>([
    ["a function", "environment", (stack) => new Function(stack, "F", { handler, environment: secret })],
    [
      "a function, later",
      "addEnvironment",
      (stack) => new Function(stack, "F", { handler }).addEnvironment("API_KEY", "sk_live_x"),
    ],
    ["a job", "environment", (stack) => new Job(stack, "J", { handler, environment: secret })],
    [
      "a job, later",
      "addEnvironment",
      (stack) => new Job(stack, "J", { handler }).addEnvironment("DB_PASSWORD", "x"),
    ],
  ])("of %s causes a notice without its value", (_, prop, create) => {
    const text = notices(create);
    expect(text).toMatch(
      new RegExp(`${prop}\\["\\w+"\\] is in plain text in the configuration.*Config\\.Secret`),
    );
    expect(text).not.toContain("sk_live_x");
  });

  test("a name, a reference and an empty value cause none", () => {
    const environment = { TOKEN_TTL: "60", API_KEY: Token.asString({ ref: "x" }), DB_PASSWORD: "" };
    expect(notices((stack) => new Function(stack, "F", { handler, environment }))).not.toContain(
      "plain text",
    );
  });
});
