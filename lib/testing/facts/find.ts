import type { Resource } from "../../model";
import { mismatchesOf } from "./match";
import { type JsonSource, modelIn } from "./read-source";

/**
 * Attributes of a resource, with Terraform's names. A regular expression matches a text that contains it; an object, one that
 * has at least its members; a list, one of the same length whose elements match; `Match` has other conditions. Other values are equal.
 */
export type ResourceProps = Readonly<Record<string, unknown>>;

/**
 * The resources of a type, as if deployed: references are resolved, and values that AWS would choose are generated.
 *
 * @param type - `aws_lambda_function`, or of a data source `data.aws_iam_role`
 * @param props - the attributes that a resource must have
 * @throws ServerformError if there is no JSON or it is malformed
 */
export function find(source: JsonSource, type: string, props: ResourceProps = {}): readonly Resource[] {
  return modelIn(source)
    .ofType(type)
    .filter(({ values }) => mismatchesOf(values, props).length === 0);
}
