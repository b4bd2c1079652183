import type { Values } from "../../../../model";
import type { Operation } from "../../contract/define-service";
import type { RdsClusters } from "../clusters";
import { runStatements } from "../run-statement";
import { parameterMap } from "../values/parameters";

/** Source: https://docs.aws.amazon.com/rdsdataservice/latest/APIReference/API_BatchExecuteStatement.html */
export const batchExecuteStatement: Operation<RdsClusters, Values, object> = async (clusters, input) => {
  const given = Array.isArray(input.parameterSets) ? (input.parameterSets as (readonly Values[])[]) : [];
  const sets =
    given.length === 0 ? [new Map()] : given.map((set) => parameterMap(Array.isArray(set) ? set : []));
  const results = await runStatements(clusters, input, sets);
  return {
    updateResults: results.map(({ insertId }) => ({
      generatedFields: insertId === undefined ? [] : [{ longValue: insertId }],
    })),
  };
};
