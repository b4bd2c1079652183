import type { Values } from "../../../../model/resources/model";
import { flag, text } from "../../../../model/resources/values";
import { type Operation, ServiceError } from "../../contract/define-service";
import type { RdsClusters } from "../clusters";
import { runStatements } from "../run-statement";
import { formattedRecords, metadataOf, recordsOf, resultOptions } from "../values/fields";
import { parametersOf } from "../values/parameters";
import type { SqlResult } from "../values/result";

/** Source: https://docs.aws.amazon.com/rdsdataservice/latest/APIReference/API_ExecuteStatement.html */
const maxResultBytes = 1024 * 1024;

export const executeStatement: Operation<RdsClusters, Values, object> = async (clusters, input) => {
  const [result] = await runStatements(clusters, input, [parametersOf(input)]);
  const answer = result === undefined ? {} : answerOf(result, input);
  if (Buffer.byteLength(JSON.stringify(answer)) > maxResultBytes) {
    throw new ServiceError(
      "BadRequestException",
      "Database returned more than the allowed response size limit",
    );
  }
  return answer;
};

function answerOf(result: SqlResult, input: Values): object {
  const { columns, affectedRows, insertId } = result;
  const options = resultOptions(input);
  const hasRows = columns.length > 0;
  const common = {
    numberOfRecordsUpdated: hasRows ? 0 : affectedRows,
    generatedFields: insertId === undefined ? [] : [{ longValue: insertId }],
  };
  if (!hasRows) return common;
  if (text(input, "formatRecordsAs") === "JSON") {
    return { numberOfRecordsUpdated: 0, formattedRecords: formattedRecords(result, options) };
  }
  return {
    numberOfRecordsUpdated: 0,
    records: recordsOf(result, options),
    ...(flag(input, "includeResultMetadata") === true && { columnMetadata: metadataOf(result) }),
  };
}
