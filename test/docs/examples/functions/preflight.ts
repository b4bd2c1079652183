// #region preflight
export const answer = async () => ({ statusCode: 204 });
// #endregion
