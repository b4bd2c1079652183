import { App, exceptFromRule, Queue, Stack } from "../../../lib";
import { checkRules, readExceptions, readPolicyFacts } from "../../../lib/model";
import { definePolicy, encryption, naming, openRoutes, type Rule } from "../../../lib/model/policy";
import { temporaryFolder, testStack } from "../../support/stack";
import { factsOf } from "./support";

const rule = (id: string, ...parts: readonly string[]): Rule => ({
  id,
  check: ({ resources }) =>
    resources
      .filter(({ type }) => type === "aws_sqs_queue")
      .flatMap((at) => parts.map((of) => ({ at, of, problem: "is there", remedy: "Remove it." }))),
});

describe("a policy", () => {
  const facts = factsOf({ aws_sqs_queue: { q: { name: "q" } } });

  test("has errors and warnings", () => {
    const policy = definePolicy({ rules: [rule("a", "x"), rule("b", "y")], warnings: ["b"] });
    const report = checkRules(policy, facts, []);
    expect(report).toMatchObject({
      rules: ["a", "b"],
      errors: [{ rule: "a", of: "x" }],
      warnings: [{ rule: "b" }],
    });
    expect(report.errors[0]?.path).toMatch(/aws_sqs_queue\.q$/);
  });

  test("refuses two rules of one id, and warnings that name no rule", () => {
    expect(() => definePolicy({ rules: [openRoutes(), openRoutes()] })).toThrow(/\[policy-rule-twice\]/);
    expect(() => definePolicy({ rules: [openRoutes()], warnings: ["open-route"] })).toThrow(
      /warnings\[0\] is "open-route", which is not a rule\.\n {2}Did you mean "open-routes"\?/,
    );
  });

  test("names the rule that fails", () => {
    const failing: Rule = {
      id: "own",
      check: () => {
        throw new TypeError("no such attribute");
      },
    };
    expect(() => checkRules(definePolicy({ rules: [failing] }), facts, [])).toThrow(
      /has the rule "own", which failed: no such attribute[\s\S]*\[policy-rule-failed\]/,
    );
  });
});

describe("exceptions beside constructs", () => {
  /** The report of an app with two queues. */
  function reportOf(rules: readonly Rule[], except: (jobs: Queue, mails: Queue) => void) {
    const outdir = temporaryFolder();
    const app = new App({ name: "notes", stage: "dev", region: "eu-west-1", outdir });
    const stack = new Stack(app, "Main");
    except(new Queue(stack, "Jobs"), new Queue(stack, "Mails"));
    app.synth();
    return checkRules(definePolicy({ rules }), readPolicyFacts(outdir), readExceptions(outdir));
  }

  test("hold for the construct, and are in the report with their reasons", () => {
    const { errors, exceptions, notes } = reportOf([rule("a", "x", "y"), encryption()], (jobs, mails) => {
      exceptFromRule(jobs, { rule: "a", reason: "Jobs are public." });
      exceptFromRule(mails, { rule: "a", of: "x", reason: "Mails are old." });
    });
    expect(errors).toMatchObject([{ path: "dev-notes-Main/Mails", of: "y" }]);
    expect(exceptions).toMatchObject([
      { path: "dev-notes-Main/Jobs", reason: "Jobs are public.", findings: [{ of: "x" }, { of: "y" }] },
      { path: "dev-notes-Main/Mails", reason: "Mails are old.", findings: [{ of: "x" }] },
    ]);
    expect(notes).toEqual([]);
  });

  test("are reported if they match nothing, unless the stage has no such rule", () => {
    const { notes } = reportOf([rule("a", "x")], (jobs, mails) => {
      exceptFromRule(jobs, { rule: "a", of: "z", reason: "An old one." });
      exceptFromRule(mails, { rule: "naming", reason: "Only in prod." });
    });
    expect(notes).toEqual([
      "dev-notes-Main/Jobs: the exception of the rule a for z matches nothing. Remove it.",
    ]);
  });

  test("are refused for a rule that does not exist", () => {
    expect(() =>
      reportOf([naming(/./)], (jobs) => exceptFromRule(jobs, { rule: "nameing", reason: "No." })),
    ).toThrow(
      /dev-notes-Main\/Jobs: exceptFromRule\(\.\.\.\)\.rule is "nameing", which is not a rule\.\n {2}Did you mean "naming"/,
    );
  });

  test.each([
    [{ rule: "a", reason: " " }, "reason"],
    [{ rule: "", reason: "So." }, "rule"],
    [{ rule: "a", of: "", reason: "So." }, "of"],
  ])("are refused without their parts: %j", (exception, part) => {
    const queue = new Queue(testStack(), "Jobs");
    expect(() => exceptFromRule(queue, exception)).toThrow(
      new RegExp(
        `Main/Jobs: exceptFromRule\\(\\.\\.\\.\\)\\.${part} is [\\s\\S]*\\[rule-exception-invalid\\]`,
      ),
    );
  });
});
