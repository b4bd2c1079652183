import { generateId, generateUuid } from "../generated-id";
import type { ComputedAttributes, KnownResource } from "./known-resource";
import { as, id } from "./shapes";

/** Resources of Terraform itself and of the random and null providers. */
export const utilityResources: Readonly<Record<string, ComputedAttributes>> = {
  terraform_data: { id: (known) => generateUuid(known.address), output: as("input") },
  null_resource: { id: id(19, "digits") },
  random_uuid: { id: as("result"), result: (known) => generateUuid(known.address) },
  random_string: { id: as("result"), result: randomText },
  random_password: { id: () => "none", result: randomText },
  random_id: {
    id: as("hex"),
    hex: (known) => randomBytes(known).toString("hex"),
    b64_url: (known) => randomBytes(known).toString("base64url"),
    b64_std: (known) => randomBytes(known).toString("base64"),
  },
};

function randomText(known: KnownResource): string {
  const length = Math.min(Number(known.text("length")) || 16, 64);
  return generateId(known.address, length, "mixedCase");
}

function randomBytes(known: KnownResource): Buffer {
  return Buffer.from(generateId(known.address, Math.min(Number(known.text("byte_length")) || 8, 64)));
}
