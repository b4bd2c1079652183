import { text, type Values } from "../../../../model";
import type { Operation } from "../../contract/define-service";
import type { RdsClusters } from "../clusters";
import { inItsWords } from "../run-statement";

/** Source: https://docs.aws.amazon.com/rdsdataservice/latest/APIReference/API_CommitTransaction.html */
export const commitTransaction: Operation<RdsClusters, Values, object> = async (clusters, input) => {
  await inItsWords(clusters.require(input).transactions.end(text(input, "transactionId") ?? "", "commit"));
  return { transactionStatus: "Transaction Committed" };
};
