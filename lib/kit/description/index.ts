export {
  type ConstructDescription,
  type MetadataOf,
  metadataKind,
  provideConstructs,
} from "./construct-description";
