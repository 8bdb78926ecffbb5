export const oldestServer = 'any'
export const canWait = true

/**
 * Display ids, which are the only names of deleted users. On the event that gave them: an index on
 * the data of documents would make every append change all indexes of the document.
 */
export const indexes = [
  {
    name: 'event_by_display_id',
    definition: "on event ((data ->> 'displayId')) where type = 'UserSignedUp'",
  },
]
