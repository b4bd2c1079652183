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

/**
 * Words that PostgreSQL reserves. RDS refuses them as names of databases.
 *
 * Source: https://www.postgresql.org/docs/current/sql-keywords-appendix.html, "reserved"
 */
const postgresWords =
  "all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column concurrently constraint " +
  "create cross current_catalog current_date current_role current_schema current_time current_timestamp current_user default deferrable desc distinct do " +
  "else end except false fetch for foreign freeze from full grant group having ilike in initially inner intersect into is isnull join lateral leading left " +
  "like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning right select " +
  "session_user similar some symmetric system_user table tablesample then to trailing true union unique user using variadic verbose when where window with";

/**
 * Words that MySQL 8.0 reserves.
 *
 * Source: https://dev.mysql.com/doc/refman/8.0/en/keywords.html
 */
const mysqlWords =
  "accessible add all alter analyze and as asc asensitive before between bigint binary blob both by call cascade case change char character check collate " +
  "column condition constraint continue convert create cross cube cume_dist current_date current_time current_timestamp current_user cursor database " +
  "databases day_hour day_microsecond day_minute day_second dec decimal declare default delayed delete dense_rank desc describe deterministic distinct " +
  "distinctrow div double drop dual each else elseif empty enclosed escaped except exists exit explain false fetch first_value float float4 float8 for force " +
  "foreign from fulltext function generated get grant group grouping groups having high_priority hour_microsecond hour_minute hour_second if ignore in index " +
  "infile inner inout insensitive insert int int1 int2 int3 int4 int8 integer intersect interval into io_after_gtids io_before_gtids is iterate join " +
  "json_table key keys kill lag last_value lateral lead leading leave left like limit linear lines load localtime localtimestamp lock long longblob longtext " +
  "loop low_priority master_bind master_ssl_verify_server_cert match maxvalue mediumblob mediumint mediumtext middleint minute_microsecond minute_second mod " +
  "modifies natural not no_write_to_binlog nth_value ntile null numeric of on optimize optimizer_costs option optionally or order out outer outfile over " +
  "partition percent_rank precision primary procedure purge range rank read reads read_write real recursive references regexp release rename repeat replace " +
  "require resignal restrict return revoke right rlike row rows row_number schema schemas second_microsecond select sensitive separator set show signal " +
  "smallint spatial specific sql sqlexception sqlstate sqlwarning sql_big_result sql_calc_found_rows sql_small_result ssl starting stored straight_join " +
  "system table terminated then tinyblob tinyint tinytext to trailing trigger true undo union unique unlock unsigned update usage use using utc_date utc_time " +
  "utc_timestamp values varbinary varchar varcharacter varying virtual when where while window with write xor year_month zerofill";

/** Databases that every cluster has, and `db`, which RDS refuses for PostgreSQL. `postgres` may be named. */
const ofService = {
  postgres: "db rdsadmin template0 template1",
  mysql: "information_schema mysql performance_schema rdsadmin sys",
} as const;

const names = {
  postgres: new Set(`${postgresWords} ${ofService.postgres}`.split(" ")),
  mysql: new Set(`${mysqlWords} ${ofService.mysql}`.split(" ")),
} as const;

/**
 * Whether a cluster cannot have a database of this name.
 *
 * Source: https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_CreateDBCluster.html, `DatabaseName`
 */
export function isReservedName(mode: keyof typeof names, name: string): boolean {
  return names[mode].has(name.toLowerCase());
}
