import { t } from '#shared/text/t.ts'

/**
 * The accessible name of a button that each row of a list has. It begins with what the button shows,
 * so that a user of speech input can say it.
 */
export function rowName(label: string, row: string): string {
  return t('{label}: {row}', { label, row })
}
