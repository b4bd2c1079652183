import { Construct, type IConstruct } from "constructs";
import { FactKey, factOf } from "../core/app-facts";
import { checkKeys } from "../core/checks/check";
import { refuseValue } from "../core/errors";
import { isUnresolved } from "../core/tokens/unresolved";
import { fail } from "./errors";
import type { ConstructMetadataEntry } from "./metadata";
import { checkOpen } from "./scope/lifecycle";
import { stackOf } from "./scope/owner";

/** An exception of a rule in `serverform.policy.ts`. */
export interface RuleException {
  /** The rule, such as `open-routes` or `AwsSolutions-APIG4`. */
  readonly rule: string;
  /**
   * The part of the construct, as the finding names it: a route such as `GET /status`, or an action.
   *
   * @default - the construct and all that is in it
   */
  readonly of?: string | undefined;
  /** Why the rule does not apply here. The report shows it. */
  readonly reason: string;
}

interface ExceptionData extends RuleException {
  readonly path: string;
}

const noted = new FactKey<ExceptionData[]>("exceptions of rules", () => []);

/**
 * Excepts a construct from a rule of `serverform.policy.ts`, with the reason.
 *
 * @example
 * exceptFromRule(api, { rule: "open-routes", of: "GET /status", reason: "The status page is public." });
 */
export function exceptFromRule(construct: IConstruct, exception: RuleException): void {
  if (!Construct.isConstruct(construct)) refuseValue("exceptFromRule", "construct", construct, "a construct");
  checkOpen(construct, "exceptFromRule");
  checkKeys(construct, "exceptFromRule(...)", exception, ["rule", "of", "reason"]);
  const { rule, of, reason } = exception;
  checkText(construct, "rule", rule, 'the id of a rule, such as "open-routes"');
  if (of !== undefined) checkText(construct, "of", of, 'a part of the construct, such as "GET /status"');
  checkText(construct, "reason", reason, "a sentence with the reason why the rule does not apply");
  factOf(construct, noted).push({ path: construct.node.path, rule, ...(of !== undefined && { of }), reason });
}

function checkText(construct: IConstruct, name: string, value: unknown, expected: string): void {
  if (typeof value === "string" && value.trim() !== "" && !isUnresolved(value)) return;
  fail(construct, "rule-exception-invalid", `exceptFromRule(...).${name}`, { value, expected });
}

/** The exceptions of an app, as entries of `serverform.json`. */
export function exceptionEntries(app: IConstruct): readonly ConstructMetadataEntry[] {
  return factOf(app, noted).map((data) => {
    const construct = app.node.findAll().find(({ node }) => node.path === data.path) ?? app;
    const stack = construct === app ? "" : stackOf(construct).node.id;
    return {
      id: construct.node.id,
      addr: construct.node.addr,
      stack,
      type: "RuleException",
      data: { ...data },
    };
  });
}
