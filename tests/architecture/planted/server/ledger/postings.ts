export const postings = []
