import type { Values } from "../../../../model";
import type { Operation } from "../../contract/define-service";
import type { RdsClusters } from "../clusters";
import { inItsWords } from "../run-statement";

/** Source: https://docs.aws.amazon.com/rdsdataservice/latest/APIReference/API_BeginTransaction.html */
export const beginTransaction: Operation<RdsClusters, Values, object> = async (clusters, input) => {
  const cluster = clusters.require(input);
  const session = await cluster.database().connect();
  return { transactionId: await inItsWords(cluster.transactions.begin(session)) };
};
