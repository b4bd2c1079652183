import { AssertionError } from "node:assert";
import type { Model, Resource } from "../../model";
import type { ResourceProps } from "./find";
import { type Mismatch, mismatchesOf } from "./match";
import { type JsonSource, modelIn } from "./read-source";

/** The maximum number of differences that a message names. */
const maxNamed = 5;

/**
 * Assertions about Terraform JSON, with the names that they have in the AWS CDK. Each fails with an `AssertionError`, which names the
 * resource that is nearest.
 *
 * @example
 * Template.fromJson(json).hasResourceProperties("aws_sqs_queue", { fifo_queue: true });
 */
export class Template {
  private constructor(private readonly model: Model) {}

  /**
   * @param source - an output folder, or the JSON of a stack
   * @throws ServerformError if there is no JSON or it is malformed
   */
  static fromJson(source: JsonSource): Template {
    return new Template(modelIn(source));
  }

  /** The resources of a type that have these attributes, with Terraform's names. */
  findResources(type: string, props: ResourceProps = {}): readonly Resource[] {
    return this.model.ofType(type).filter(({ values }) => mismatchesOf(values, props).length === 0);
  }

  /** A number of resources of a type. */
  resourceCountIs(type: string, count: number): void {
    const all = this.model.ofType(type);
    if (all.length !== count) fail(`There are ${all.length} of ${type}, not ${count}${listed(all)}`);
  }

  /** At least one resource of a type has these attributes. */
  hasResourceProperties(type: string, props: ResourceProps): void {
    const all = this.model.ofType(type);
    if (this.findResources(type, props).length > 0) return;
    if (all.length === 0) return fail(`There is no ${type}.`);
    const compared = all.map((resource) => ({ resource, mismatches: mismatchesOf(resource.values, props) }));
    const [nearest] = compared.sort((left, right) => left.mismatches.length - right.mismatches.length);
    const { resource, mismatches = [] } = nearest ?? {};
    fail(
      `No ${type} has these attributes. The nearest of ${all.length} is ${resource?.address}:${lines(mismatches)}`,
      props,
      resource?.values,
    );
  }

  /** A number of resources of a type have these attributes. */
  resourcePropertiesCountIs(type: string, props: ResourceProps, count: number): void {
    const found = this.findResources(type, props);
    if (found.length !== count)
      fail(`There are ${found.length} of ${type} with these attributes, not ${count}${listed(found)}`, props);
  }

  /** All resources of a type have these attributes, and there is at least one. */
  allResourcesProperties(type: string, props: ResourceProps): void {
    const all = this.model.ofType(type);
    if (all.length === 0) return fail(`There is no ${type}.`);
    for (const { address, values } of all) {
      const mismatches = mismatchesOf(values, props);
      if (mismatches.length > 0) fail(`${address} has other attributes:${lines(mismatches)}`, props, values);
    }
  }
}

function fail(message: string, expected?: unknown, actual?: unknown): never {
  throw new AssertionError({ message, expected, actual, stackStartFn: fail });
}

const lines = (mismatches: readonly Mismatch[]): string =>
  mismatches
    .slice(0, maxNamed)
    .map((each) => `\n  ${each}`)
    .join("");

const listed = (resources: readonly Resource[]): string =>
  resources.length === 0 ? "." : `: ${resources.map(({ address }) => address).join(", ")}.`;
