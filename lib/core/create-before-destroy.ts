/**
 * The lifecycle of a part that another one refers to, and that AWS does not remove while it does: the new part is created,
 * the other one is changed to it, and the old part is removed last. Terraform remembers it in the state, so that it also
 * applies to a part that leaves the configuration.
 *
 * Terraform spreads it to all that the part depends on. Nothing of that may be replaced under a fixed unique name.
 * Source: https://developer.hashicorp.com/terraform/language/meta-arguments/lifecycle
 */
export const createBeforeDestroy = { createBeforeDestroy: true } as const;
