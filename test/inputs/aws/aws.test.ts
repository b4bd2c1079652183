/** @group generated */

import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { apiLimits, parseFact } from "../../../lib/kit/core/limits/api-facts";
import facts from "../../../lib/kit/core/limits/api-facts.json";
import { attempt } from "../attempt";
import { badValues, isAccepted } from "./samples";

/** Values that the models exclude and the library takes, each with its reason. */
const reasons: readonly (readonly [RegExp, string])[] = [];

const types = Object.entries(facts as Readonly<Record<string, { readonly attributes: object }>>);

describe.each(types)("%s", (type, { attributes }) => {
  test("refuses the values that the model of the interface excludes", () => {
    const accepted = Object.entries<string>({ ...attributes }).flatMap(([attribute, text]) => {
      const limit = parseFact(text, "");
      if (limit === undefined) return [`${attribute}: ${text} is not understood`];
      return badValues(limit).flatMap(({ name, value }) => {
        const input = `${type}.${attribute} = ${name}`;
        const isKnown = reasons.some(([form]) => form.test(input));
        return isAccepted(type, attribute, value) && !isKnown ? [input] : [];
      });
    });
    expect(accepted).toEqual([]);
  });
});

test("Each fact names the document of AWS", () => {
  const sources = types.flatMap(([type]) => apiLimits(type).map(({ limit }) => limit.source));
  expect(sources.filter((each) => !each.startsWith("https://docs.aws.amazon.com/"))).toEqual([]);
});

test("A resource of the caller is refused with its path and attribute", () => {
  const outcome = attempt((stack) => {
    const base = { functionName: "own", role: "arn:aws:iam::111122223333:role/own" };
    return new LambdaFunction(stack, "Own", { ...base, tracingConfig: { mode: "Sometimes" } });
  });
  const error = { code: "prop-invalid", path: "dev-notes-Main/Own", prop: "tracingConfig.mode" };
  expect(outcome).toMatchObject({ kind: "refused", error });
});
