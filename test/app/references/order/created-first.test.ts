/** @group slow */

import { CloudfrontFunction } from "@cdktf/provider-aws/lib/cloudfront-function";
import type { TerraformResource } from "cdktf";
import { Function, StaticSite } from "../../../../lib";
import { createdFirstTypes } from "../../../../lib/app/references/order/created-first-types";
import { goldenApps } from "../../../golden/apps";
import { readSamples } from "../../../support/construct-samples";
import { synthesized, testStack } from "../../../support/stack";

const handler = "functions/notes.get";
const lifecycleOf = (block: object | undefined) => (block as { lifecycle?: object } | undefined)?.lifecycle;

/** What callers of the golden apps make of the provider's classes. */
const ofCallers = /^aws_cognito_user_pool\.Pool$|^aws_sqs_queue\.Queue$/;

describe("resources that are created before what they replace is destroyed", () => {
  const everything = [...readSamples()].flatMap(([name, { makeEverything }]) => {
    const stack = testStack();
    makeEverything?.(stack);
    return makeEverything === undefined ? [] : [[name, stack] as const];
  });
  const golden = Object.entries(goldenApps).flatMap(([name, make]) =>
    make().stacks.map((stack) => [`${name} ${stack.node.id}`, stack] as const),
  );

  test.each([...everything, ...golden])("are all of these types: %s", (_, stack) => {
    const { resource } = synthesized(stack);
    const unmarked = Object.keys(createdFirstTypes).flatMap((type) =>
      Object.entries(resource[type] ?? {})
        .filter(([, block]) => block.statement_id === undefined)
        .filter(
          ([, { lifecycle }]) =>
            (lifecycle as { create_before_destroy?: boolean } | undefined)?.create_before_destroy !== true,
        )
        .map(([id]) => `${type}.${id}`),
    );
    expect(unmarked.filter((address) => !ofCallers.test(address))).toEqual([]);
  });

  test("are not those of the caller", () => {
    const stack = testStack();
    new CloudfrontFunction(stack, "Own", { name: "own", runtime: "cloudfront-js-2.0", code: "" });
    const [own] = Object.values(synthesized(stack).resource.aws_cloudfront_function ?? {});
    expect(lifecycleOf(own)).toBeUndefined();
  });

  test("keep the lifecycle of the caller", () => {
    const site = (lifecycle: TerraformResource["lifecycle"]) => {
      const stack = testStack();
      new StaticSite(stack, "It", { path: "sites/plain", cdk: { responseHeadersPolicy: { lifecycle } } });
      const [policy] = Object.values(
        synthesized(stack).resource.aws_cloudfront_response_headers_policy ?? {},
      );
      return lifecycleOf(policy);
    };
    expect(site({ preventDestroy: true })).toEqual({ prevent_destroy: true, create_before_destroy: true });
    expect(site({ createBeforeDestroy: false })).toEqual({ create_before_destroy: false });
  });

  test("are not permissions under a statement id of the caller, which is taken", () => {
    const stack = testStack();
    const fn = new Function(stack, "It", { handler });
    fn.addPermission("Named", { principal: "s3.amazonaws.com", statementId: "named" });
    fn.addPermission("Free", { principal: "s3.amazonaws.com" });
    const marked = Object.values(synthesized(stack).resource.aws_lambda_permission ?? {}).map((each) => [
      each.statement_id,
      lifecycleOf(each),
    ]);
    expect(marked).toEqual(
      expect.arrayContaining([
        ["named", undefined],
        [undefined, { create_before_destroy: true }],
      ]),
    );
  });
});
