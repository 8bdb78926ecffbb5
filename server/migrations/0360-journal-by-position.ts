export const oldestServer = 'any'
export const canWait = true

/**
 * The journal in the order of the log, for the proof that it has each line of a range. It is written in
 * that order, so that a few bytes for each range of pages are enough.
 */
export const indexes = [
  {
    name: 'journal_by_position',
    definition: 'on journal using brin (position) with (pages_per_range = 16, autosummarize = on)',
  },
]
