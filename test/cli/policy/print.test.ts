import { printPolicy } from "../../../lib/cli/policy/run-policy";

test("a report names rules, exceptions with reasons, notes, and groups findings", () => {
  const lines: string[] = [];
  const terminal = {
    print: (text = "") => void lines.push(text),
    warn: (text: string) => void lines.push(`W ${text}`),
    error: (text: string) => void lines.push(`E ${text}`),
  };
  const finding = (path: string, of?: string) => ({
    rule: "a",
    path,
    address: path,
    ...(of !== undefined && { of }),
    problem: "is there",
    remedy: "Remove it.",
  });
  printPolicy(terminal, {
    rules: ["a"],
    errors: [finding("S/Jobs", "x"), finding("S/Mails", "y"), finding("S/Old", "x")],
    warnings: [finding("S/Late")],
    exceptions: [
      { path: "S/Api", rule: "a", of: "GET /", reason: "Public.", findings: [finding("S/Api", "GET /")] },
      { path: "S/Bus", rule: "a", reason: "Shared.", findings: [finding("S/Bus"), finding("S/Bus/Rule")] },
    ],
    notes: ["S/X: the exception matches nothing."],
  });
  expect(lines).toEqual([
    "\nPolicy: 1 rule, 3 errors, 1 warning, 2 exceptions",
    "  except S/Api: GET /: Public. [a]",
    "  except S/Bus (2 findings): Shared. [a]",
    "W S/X: the exception matches nothing.",
    "W S/Late: is there.\n  Remove it.\n  [a]",
    "E S/Jobs: x: is there.\n  and S/Old\n  Remove it.\n  [a]",
    "E S/Mails: y: is there.\n  Remove it.\n  [a]",
  ]);
});
