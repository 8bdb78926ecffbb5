export const queries = []
