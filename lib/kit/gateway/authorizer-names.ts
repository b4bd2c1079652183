/** Values by names that the caller chooses. Editors complete the names where one of them is to be written. */
export type Named<Value, Name extends string> = { readonly [Key in Name]?: Value | undefined };

/** One of the declared names. Only the declaration decides which names exist, not the place where one is chosen. */
export type Declared<Name extends string> = [Name][Name extends string ? 0 : never];
