import { AsyncLocalStorage } from "node:async_hooks";
import { regionOfArn } from "../../../facts/aws/arns";
import { isNamedPerRegion } from "../../../facts/aws/resource-types";
import type { Model, Resource } from "../../../model";

const called = new AsyncLocalStorage<string | undefined>();

/** Runs work in the region that a request is signed for, or that the ARN of its target names. */
export const inRegion = <Result>(region: string | undefined, work: () => Result): Result =>
  called.run(region, work);

/**
 * The model of an app in several regions as a request sees it: its region is the one that the request is signed for, and what has a
 * name is that of this region. Requests for regions that the app does not have, and work without a request, see all.
 */
class RegionalModel implements Model {
  readonly account: string;
  readonly partition: string;
  readonly appName: string | undefined;
  readonly resources: readonly Resource[];
  readonly localText: Model["localText"];

  constructor(
    private readonly whole: Model,
    private readonly regions: ReadonlySet<string>,
  ) {
    this.account = whole.account;
    this.partition = whole.partition;
    this.appName = whole.appName;
    this.resources = whole.resources;
    this.localText = whole.localText;
  }

  get region(): string {
    return this.called ?? this.ownRegion;
  }

  /** The region of the app itself. */
  get ownRegion(): string {
    return this.whole.region;
  }

  ofType(type: string): readonly Resource[] {
    const region = isNamedPerRegion(type) ? this.called : undefined;
    const all = this.whole.ofType(type);
    return region === undefined ? all : all.filter((each) => each.region === region);
  }

  find(type: string, attribute: string, value: unknown): Resource | undefined {
    const found = this.whole.find(type, attribute, value);
    // An ARN names one resource.
    const isClear = attribute === "arn" || found === undefined || !isNamedPerRegion(type);
    const region = isClear ? undefined : this.called;
    if (region === undefined || found?.region === region) return found;
    return this.ofType(type).find(({ values }) => values[attribute] === value);
  }

  private get called(): string | undefined {
    const region = called.getStore();
    return region !== undefined && this.regions.has(region) ? region : undefined;
  }
}

/** The model as requests see it, if the app is in several regions. */
export function regionalModel(model: Model): Model {
  const regions = new Set(model.resources.map(({ region }) => region));
  return regions.size < 2 ? model : new RegionalModel(model, regions);
}

/** Whether a request sees the resource with an ARN. */
export function isInCalledRegion(model: Model, arn: string): boolean {
  const region = called.getStore();
  return !(model instanceof RegionalModel) || region !== model.region || regionOfArn(arn) === region;
}

/** The name of the file of a resource: one in another region than the app itself may have the same name. */
export function nameOfFile(model: Model, arn: string, name: string): string {
  if (!(model instanceof RegionalModel)) return name;
  const region = regionOfArn(arn);
  // No name of a queue, a stream or a table contains the character.
  return region === model.ownRegion ? name : `${name}~${region}`;
}
