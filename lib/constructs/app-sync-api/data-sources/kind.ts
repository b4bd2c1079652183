import type { AppsyncDatasourceConfig } from "@cdktf/provider-aws/lib/appsync-datasource";
import type { Construct } from "constructs";
import type { Function, FunctionProps } from "../../../kit/function";
import type { Statement } from "../../../kit/iam";

/** A data source that is to be checked. */
export interface DataSourcePlace {
  readonly api: Construct;
  /** Where its resources are created. */
  readonly scope: Construct;
  /** Id of a function that is created for it. */
  readonly functionId: string;
  readonly prop: string;
  /** The prop that holds the function. */
  readonly functionProp: string;
  readonly defaults: Partial<FunctionProps> | undefined;
}

/** The parts of a data source. */
export interface DataSourceParts {
  /** The provider's name of the type, and its block. */
  readonly config: Pick<AppsyncDatasourceConfig, "type"> &
    Partial<Omit<AppsyncDatasourceConfig, "apiId" | "name">>;
  /** The statements of its role; undefined if it has no role. */
  readonly statements: readonly Statement[] | undefined;
  readonly fn?: Function | undefined;
  /**
   * A value that the provider sends only when it creates the data source. Its hash is part of the name, so that another value
   * replaces the data source.
   *
   * @default - the provider sends every change
   */
  readonly fixed?: string | undefined;
}

/** The props of data sources of every kind. */
export const dataSourceKeys = { type: true, name: "text", description: "text" } as const;

/** One kind of data source: its keys, and how it is checked and created. */
export interface DataSourceKind<Props> {
  readonly keys: readonly string[];
  /** Keys of `cdk.dataSource`. */
  readonly cdkKeys: readonly string[];
  /** Checks everything and creates nothing; what it returns creates. */
  plan(place: DataSourcePlace, props: Props): () => DataSourceParts;
}
