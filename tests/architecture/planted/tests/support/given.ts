export const given = []
