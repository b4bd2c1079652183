import type { Report } from "../../report";
import { accountOf, locationIn } from "../aws-location";
import type { KnownResource } from "../computed/known-resource";
import type { Model, Resource } from "../model";
import { StackScope, type Whole } from "./stack-scope";
import { readStackSources } from "./stack-sources";

export interface ReadModelOptions {
  /** Hears of what cannot be evaluated here. */
  readonly report?: Report;
  /**
   * Region of providers that name none, as `AWS_REGION` is for Terraform.
   *
   * @default - `us-east-1`
   */
  readonly region?: string;
}

/**
 * Reads what an output folder declares, as if it were deployed.
 *
 * The folder is one of this library, with `manifest.json`, or any with Terraform JSON in it or in its folders, of which
 * each is a stack. Throws when there is none, or JSON that cannot be read; an expression that is not understood is
 * reported, and its text stays.
 */
export function readModel(
  folder: string,
  { report = () => {}, region = "us-east-1" }: ReadModelOptions = {},
): Model {
  const sources = readStackSources(folder);
  const known = new FirstByValue<KnownResource>((type) =>
    stacks.flatMap((stack) => stack.instances(type).map(({ instance }) => instance)),
  );
  const whole: Whole = {
    trail: [],
    account: accountOf(sources.map(({ declarations }) => declarations)),
    defaultRegion: region,
    stacks: () => stacks,
    find: (type, attribute, value) => known.find(type, attribute, value, (each) => each.value(attribute)),
    unresolved: (where, at, text, reason) => {
      const stays = text === undefined ? "" : ` Its text stays: ${shortened(text)}`;
      report({
        event: "warning",
        text: `${where}: ${at} cannot be evaluated here, because ${reason}.${stays}`,
      });
    },
  };
  const stacks: readonly StackScope[] = sources.map((source) => new StackScope(source, whole));
  const resources = stacks.flatMap((stack) =>
    stack
      .instances()
      .map(({ instance }) => instance.toResource(stack.id, stack.folder))
      .sort((a, b) => (a.address < b.address ? -1 : 1)),
  );
  const [first] = stacks;
  return modelOf(resources, locationIn(first?.region ?? region, whole.account));
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 197)}...` : text;
}

/** A model of these resources, in which they are found by type and by the value of any attribute. */
export function modelOf(
  resources: readonly Resource[],
  place: Pick<Model, "region" | "account" | "partition">,
): Model {
  const { region, account, partition } = place;
  const byType = new Map<string, Resource[]>();
  for (const resource of resources) {
    const list = byType.get(resource.type) ?? [];
    list.push(resource);
    byType.set(resource.type, list);
  }
  const ofType = (type: string): readonly Resource[] => byType.get(type) ?? [];
  const byValue = new FirstByValue<Resource>(ofType);
  return {
    region,
    account,
    partition,
    resources,
    ofType,
    find: (type, attribute, value) => byValue.find(type, attribute, value, (each) => each.values[attribute]),
  };
}

/** Finds things by the value of an attribute; the first of several. */
class FirstByValue<Thing> {
  private readonly indexes = new Map<string, ReadonlyMap<unknown, Thing>>();

  constructor(private readonly ofType: (type: string) => readonly Thing[]) {}

  find(type: string, attribute: string, value: unknown, read: (thing: Thing) => unknown): Thing | undefined {
    const key = `${type} ${attribute}`;
    let index = this.indexes.get(key);
    if (index === undefined) {
      // The last entry of a key wins in a map, and the first thing is meant.
      index = new Map([...this.ofType(type)].reverse().map((thing) => [read(thing), thing]));
      this.indexes.set(key, index);
    }
    return value === undefined ? undefined : index.get(value);
  }
}
