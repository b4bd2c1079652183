/** @group slow */

import { policyProblems, readModel } from "../../../lib/model";
import { allJson } from "../../golden/all-json";
import { outputFolder } from "../../model/resources/output";

/** A policy that this server took for one that AWS refuses would deny everything. */
test("the policies of every construct and golden app are ones that AWS takes", () => {
  const problems = Object.entries(allJson()).flatMap(([name, stacks]) => {
    const files = Object.entries(stacks).map(([id, json]) => [`${id}/cdk.tf.json`, json] as const);
    const model = readModel(outputFolder(Object.fromEntries(files)));
    return policyProblems(model).map((problem) => `${name}: ${problem}`);
  });
  expect(problems).toEqual([]);
});
