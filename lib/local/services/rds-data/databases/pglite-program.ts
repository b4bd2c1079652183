// The program of the thread in which Postgres runs: a long statement holds up the thread, and not the server.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { PGlite } from "@electric-sql/pglite";

/** The data with which the thread is started. */
export interface PgliteData {
  /** Where the package is installed. */
  readonly packagePath: string;
  /** Folder in which the database survives the server; undefined: in memory. */
  readonly dataFolder: string | undefined;
  /** Copy of an empty database. Making one takes seconds. */
  readonly emptyDatabase: string;
}

/** A statement with the values of its parameters as text. */
export interface PgliteRequest {
  readonly id: number;
  readonly sql: string;
  readonly values: readonly (string | null)[];
}

export type PgliteAnswer = { readonly id: number } & (
  | {
      readonly columns: readonly { readonly name: string; readonly typeName: string }[];
      readonly rows: readonly (readonly (string | null)[])[];
      readonly affectedRows: number;
    }
  | { readonly error: Readonly<Record<string, unknown>> }
);

const { packagePath, dataFolder, emptyDatabase } = workerData as PgliteData;
const { PGlite: Engine, types } = require(packagePath) as typeof import("@electric-sql/pglite");

/** Names of types by number, and what keeps all values as text. */
interface Catalogue {
  readonly names: Map<number, string>;
  readonly texts: Record<number, (value: string) => string>;
}

const started = start();
let last: Promise<unknown> = started;

async function start(): Promise<{ readonly db: PGlite; readonly catalogue: Catalogue }> {
  const isNew = dataFolder === undefined || !existsSync(dataFolder);
  if (isNew && !existsSync(emptyDatabase)) await keepEmptyDatabase();
  const loadDataDir =
    isNew && existsSync(emptyDatabase) ? new Blob([readFileSync(emptyDatabase)]) : undefined;
  if (dataFolder !== undefined) mkdirSync(dirname(dataFolder), { recursive: true });
  const db = await Engine.create({
    ...(dataFolder !== undefined && { dataDir: dataFolder }),
    ...(loadDataDir && { loadDataDir }),
  });
  await db.exec("SET TIME ZONE 'UTC'");
  const catalogue: Catalogue = { names: new Map(), texts: {} };
  for (const oid of Object.keys(types.parsers)) catalogue.texts[Number(oid)] = (value) => value;
  await readCatalogue(db, catalogue);
  return { db, catalogue };
}

async function keepEmptyDatabase(): Promise<void> {
  const db = await Engine.create();
  const dump = await db.dumpDataDir("none");
  await db.close();
  try {
    mkdirSync(dirname(emptyDatabase), { recursive: true });
    const unfinished = `${emptyDatabase}.${process.pid}`;
    writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()));
    renameSync(unfinished, emptyDatabase);
  } catch {
    // Without the copy, the next start takes as long.
  }
}

async function readCatalogue(db: PGlite, { names, texts }: Catalogue): Promise<void> {
  const { rows } = await db.query<{ oid: number; typname: string }>("SELECT oid::int4, typname FROM pg_type");
  for (const { oid, typname } of rows) {
    names.set(oid, typname);
    texts[oid] = (value) => value;
  }
}

async function run({ id, sql, values }: PgliteRequest): Promise<PgliteAnswer> {
  const { db, catalogue } = await started;
  try {
    const options = { rowMode: "array", parsers: catalogue.texts, serializers: catalogue.texts } as const;
    const result = await db.query<(string | null)[]>(sql, [...values], options as never);
    if (result.fields.some(({ dataTypeID }) => !catalogue.names.has(dataTypeID))) {
      await readCatalogue(db, catalogue);
    }
    const columns = result.fields.map(({ name, dataTypeID }) => ({
      name,
      typeName: catalogue.names.get(dataTypeID) ?? "unknown",
    }));
    return { id, columns, rows: result.rows, affectedRows: result.affectedRows ?? 0 };
  } catch (error) {
    const { message, severity, detail, hint, position, code } = Object(error) as Record<string, unknown>;
    return { id, error: { message: message ?? String(error), severity, detail, hint, position, code } };
  }
}

parentPort?.on("message", (request: PgliteRequest) => {
  last = last.then(
    () => run(request).then((answer) => parentPort?.postMessage(answer)),
    (error: unknown) => parentPort?.postMessage({ id: request.id, error: { message: String(error) } }),
  );
});
