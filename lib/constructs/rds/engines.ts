/** Facts about an engine of `RDS`. */
export interface RdsEngine {
  readonly engine: "aurora-mysql" | "aurora-postgresql";
  readonly version: string;
  /** Its name in query builders. */
  readonly mode: "mysql" | "postgres";
  readonly masterUsername: string;
  /** Port on which the cluster listens. */
  readonly port: number;
  /** The literal that names what is deployed. It differs from the caller's for a version that AWS has withdrawn. */
  readonly literal: string;
}

const mysql = (version: string): RdsEngine => ({
  engine: "aurora-mysql",
  version,
  mode: "mysql",
  masterUsername: "admin",
  port: 3306,
  literal: `mysql${version}`,
});

const postgres = (version: string): RdsEngine => ({
  engine: "aurora-postgresql",
  version,
  mode: "postgres",
  masterUsername: "postgres",
  port: 5432,
  literal: `postgresql${version}`,
});

/** The engines by literal. */
export const engines = {
  "mysql8.0": mysql("8.0"),
  postgresql14: postgres("14"),
  postgresql15: postgres("15"),
  postgresql16: postgres("16"),
  postgresql17: postgres("17"),
  // Versions of the first generation of serverless clusters, which AWS has withdrawn.
  "mysql5.6": mysql("8.0"),
  "mysql5.7": mysql("8.0"),
  "postgresql10.14": postgres("16"),
  "postgresql11.13": postgres("16"),
} as const satisfies Readonly<Record<string, RdsEngine>>;

export type EngineLiteral = keyof typeof engines;

/** The literals that name an engine which AWS still offers. */
export const currentEngines = Object.entries(engines)
  .filter(([literal, engine]) => literal === engine.literal)
  .map(([literal]) => literal);

/** Whether an engine version of the caller, such as `16.4`, is one of this engine. */
export function isVersionOf({ version }: RdsEngine, given: string): boolean {
  return given === version || given.startsWith(`${version}.`);
}
