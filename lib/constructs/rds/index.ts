export type {
  RDSCapacity,
  RDSClusterOverride,
  RDSEngine,
  RDSProps,
  RDSScalingProps,
  RDSTypesProps,
} from "./props";
export { RDS } from "./rds";
