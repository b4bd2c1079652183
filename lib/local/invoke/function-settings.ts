/** Everything that the engine must know about a function. */
export interface FunctionSettings {
  /** Unique; the same after a change of the other settings. The engine uses it to find what has changed. */
  readonly id: string;
  readonly name: string;
  readonly arn: string;
  readonly region: string;
  /** `nodejs24.x`; undefined for a container image. */
  readonly runtime: string | undefined;
  readonly handler: string;
  /** `x86_64` or `arm64`. */
  readonly architecture: string;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  readonly variables: Readonly<Record<string, string>>;
  /** The maximum number of requests at the same time; undefined: the engine's own limit */
  readonly reservedConcurrency: number | undefined;
  /** Whether each request gets a process of its own, which ends with it. @default false */
  readonly isProcessPerRequest?: boolean;
  readonly logGroup: string;
  /** The least severe level of logs, if their format is JSON. @default - the format is text */
  readonly jsonLogLevel?: string | undefined;
  /** The settings of a durable function. @default - it is not durable */
  readonly durable?: { readonly timeoutSeconds: number; readonly retentionDays: number } | undefined;
  readonly code: CodeSource;
  /** The code of the layers that are here, in their order. @default - there are none */
  readonly layers?: readonly CodeSource[];
  /** The ARNs of layers whose code is not here. @default - there are none */
  readonly foreignLayers?: readonly string[];
}

/** Where the code of a function is: the first of these that exists. */
export interface CodeSource {
  /** Artifact that the engine builds on demand, if the bundles file lists it. */
  readonly artifact?: { readonly stack: string; readonly name: string };
  /** Folder with the code as it is deployed. */
  readonly folder?: string;
  /** Zip file with the code as it is deployed. */
  readonly zip?: string;
}
