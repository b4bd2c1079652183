import { boundResources, type WrittenAtSynthesis } from "../bindings/resources";

/** Databases of the app, by id; synthesis writes them. */
export interface RDSResources extends WrittenAtSynthesis {}

/**
 * The databases that this function is bound to, as the Data API names them.
 *
 * @example
 * const { clusterArn, secretArn, defaultDatabaseName } = RDS.notes;
 * await rdsData.send(new ExecuteStatementCommand({ resourceArn: clusterArn, secretArn, database: defaultDatabaseName, sql }));
 */
export const RDS = boundResources<RDSResources>({
  className: "RDS",
  variables: ["clusterArn", "secretArn", "defaultDatabaseName"],
});
