export const oldestServer = 'any'
export const canWait = true

/**
 * The journal in the order of the log, to verify that it has every line of a range. It is written
 * in that order, so a few bytes per range of pages are enough.
 */
export const indexes = [
  {
    name: 'journal_by_position',
    definition: 'on journal using brin (position) with (pages_per_range = 16, autosummarize = on)',
  },
]
