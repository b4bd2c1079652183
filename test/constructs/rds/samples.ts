import { RDS } from "../../../lib";
import { type ConstructInputs, type ConstructSamples, sampleId } from "../../support/construct-samples";

export const samples: ConstructSamples = {
  RDS: {
    make: (stack) => new RDS(stack, sampleId, { engine: "postgresql16", defaultDatabaseName: "notes" }),
    type: "aws_rds_cluster",
    value: /aws_rds_cluster|^notes$/,
  },
};

export const inputs: ConstructInputs = {
  RDS: {
    props: "RDSProps",
    create: RDS,
    valid: () => ({
      engine: "postgresql16",
      defaultDatabaseName: "notes",
      scaling: { minCapacity: "ACU_1", maxCapacity: "ACU_8" },
    }),
  },
};
