/** The attributes of a resource, in Terraform's spelling, with every reference resolved. */
export type Values = Readonly<Record<string, unknown>>;

/** A resource or data source of the Terraform JSON. */
export interface Resource {
  /** Unique in the model: `dev-notes-Service/aws_lambda_function.Api_Lambda_GET`. */
  readonly address: string;
  /** `aws_lambda_function`; of a data source `data.aws_iam_role`. */
  readonly type: string;
  /** Its name within the type. */
  readonly name: string;
  /** Name of the folder that holds its JSON; the stack's id in an output folder of this library. */
  readonly stack: string;
  /** Absolute path of that folder: `${path.module}`. */
  readonly folder: string;
  /** Path of the construct that made it, where the JSON tells: `dev-notes-Service/Api/Lambda_GET/Function`. */
  readonly constructPath: string | undefined;
  /** Configured attributes, and those that AWS would compute: ids, ARNs, addresses. */
  readonly values: Values;
}

/**
 * What the Terraform JSON of an app declares, as if it were deployed: all references are resolved, and what only AWS
 * would know is invented, the same in every run.
 */
export interface Model {
  readonly region: string;
  /** The account that invented ARNs name. */
  readonly account: string;
  readonly partition: string;
  /** Every resource and data source, in the order of stacks and addresses. */
  readonly resources: readonly Resource[];
  ofType(type: string): readonly Resource[];
  /** The one resource of a type whose attribute has this value. */
  find(type: string, attribute: string, value: unknown): Resource | undefined;
}
