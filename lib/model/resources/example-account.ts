/** The account in generated ARNs where the app names none: the one that AWS's documentation uses. */
export const exampleAccount = "123456789012";
