/** The attributes of a resource, with Terraform's names and all references resolved. */
export type Values = Readonly<Record<string, unknown>>;

/** A resource or data source of the Terraform JSON. */
export interface Resource {
  /** Unique in the model: `dev-notes-Service/aws_lambda_function.Api_Lambda_GET`. */
  readonly address: string;
  /** `aws_lambda_function`; of a data source `data.aws_iam_role`. */
  readonly type: string;
  /** The name in Terraform. */
  readonly name: string;
  /** Its region: that of its provider, or its own. */
  readonly region: string;
  /** Name of the folder that holds its JSON; the stack's id in an output folder of this library. */
  readonly stack: string;
  /** Absolute path of that folder: `${path.module}`. */
  readonly folder: string;
  /** Path of the construct that created it, if the JSON has it: `dev-notes-Service/Api/Lambda_GET/Function`. */
  readonly constructPath: string | undefined;
  /** The addresses in Terraform that it waits for beside those that it refers to. @default - none */
  readonly dependsOn?: readonly string[];
  /** Configured attributes, and the ones that AWS would compute: ids, ARNs, addresses. */
  readonly values: Values;
}

/**
 * The resources that the Terraform JSON of an app declares, as if deployed: references are resolved, and values that
 * AWS would choose are generated, the same in every run.
 */
export interface Model {
  readonly region: string;
  /** The account in generated ARNs. */
  readonly account: string;
  readonly partition: string;
  /** The name of the app, if the JSON has it. @default - unknown */
  readonly appName?: string | undefined;
  /** All resources and data sources, ordered by stack and address. */
  readonly resources: readonly Resource[];
  /** Replaces addresses of AWS in a text by those on this machine. @default - there are none */
  localText?(text: string): string;
  ofType(type: string): readonly Resource[];
  /** The first resource of a type whose attribute has this value. */
  find(type: string, attribute: string, value: unknown): Resource | undefined;
}

/** Finds the first thing of a type whose attribute has a value. Indexes are built on first use. */
export class FirstByValue<Thing> {
  private readonly indexes = new Map<string, ReadonlyMap<unknown, Thing>>();

  constructor(private readonly ofType: (type: string) => readonly Thing[]) {}

  find(type: string, attribute: string, value: unknown, read: (thing: Thing) => unknown): Thing | undefined {
    const key = `${type} ${attribute}`;
    let index = this.indexes.get(key);
    if (index === undefined) {
      // A Map keeps the last entry of a key; in reverse order, that is the first thing.
      index = new Map([...this.ofType(type)].reverse().map((thing) => [read(thing), thing]));
      this.indexes.set(key, index);
    }
    return value === undefined ? undefined : index.get(value);
  }
}

export function indexedModel(
  resources: readonly Resource[],
  location: Pick<Model, "region" | "account" | "partition" | "appName">,
): Model {
  const { region, account, partition, appName } = location;
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
    appName,
    resources,
    ofType,
    find: (type, attribute, value) => byValue.find(type, attribute, value, (each) => each.values[attribute]),
  };
}
