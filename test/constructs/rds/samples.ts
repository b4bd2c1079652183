import { RDS } from "../../../lib";
import { type ConstructSamples, sampleId } from "../../support/construct-samples";

export const samples: ConstructSamples = {
  RDS: {
    make: (stack) => new RDS(stack, sampleId, { engine: "postgresql16", defaultDatabaseName: "notes" }),
    type: "aws_rds_cluster",
    value: /aws_rds_cluster|^notes$/,
  },
};
