export const oldestServer = 'any'
export const canWait = true

/** Display ids, which are the only names of deleted users and are in their documents only. */
export const indexes = [
  {
    name: 'document_by_display_id',
    definition: "on document ((data ->> 'displayId')) where kind = 'user'",
  },
]
