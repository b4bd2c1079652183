import type { IConstruct } from "constructs";
import type { Stack } from "../../lib/kit/app";
import { failure } from "../constructs/api/support/api";

/** The construct tree of the app, which a refused call must not change. */
const treeOf = (construct: IConstruct): string[] =>
  construct.node.root.node.findAll().map(({ node }) => node.path);

/** Expects a call to be refused with a code, and to leave nothing behind. */
export function expectNothingLeft(stack: Stack, call: () => unknown, code: string): void {
  const before = treeOf(stack);
  expect(failure(call).code).toBe(code);
  expect(treeOf(stack)).toEqual(before);
}
