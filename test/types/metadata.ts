import type { AnyConstructMetadata, ConstructMetadataEntry, FunctionRef, Table } from "serverform";

/** The way a tool reads `serverform.json`, and code that the compiler refuses. */
export function types(
  entries: readonly ConstructMetadataEntry<AnyConstructMetadata>[],
  table: Table,
): readonly unknown[] {
  const routes = entries.flatMap((entry) => {
    if (entry.type !== "Api" && entry.type !== "RestV1Api") return [];
    const address: string = `${entry.stack}/${entry.id}`;
    return entry.data.routes.map(({ route, type, fn }) => ({ address, route, type, fn }));
  });
  const [first] = routes;
  const isForwarded: boolean = first?.type === "url" || first?.type === "lambda_function";
  // @ts-expect-error no route has this type
  if (first?.type === "urll") return [];
  const fn: FunctionRef | undefined = first?.fn;
  for (const entry of entries) {
    // @ts-expect-error not every construct has routes
    void entry.data.routes;
    if (entry.type === "Bucket") {
      const names: readonly string[] = entry.data.notificationNames;
      // @ts-expect-error the metadata of a bucket has no URL
      void entry.data.url;
      void names;
    }
    // @ts-expect-error no construct has this type
    if (entry.type === "Buckett") continue;
  }
  const { tableName, consumers } = table.getConstructMetadata().data;
  // @ts-expect-error the metadata of a table has no stream name
  void table.getConstructMetadata().data.streamName;
  return [isForwarded, fn, tableName.length, consumers.map(({ name }) => name.length)];
}
