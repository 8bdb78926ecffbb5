/** What a language adds to the English messages. */
export interface Catalogue {
  readonly direction: 'ltr' | 'rtl'
  /** The ten digits of amounts and counts, from zero; undefined: Latin ones. */
  readonly digits?: string | undefined
  /** 24: times of the day count to 24; undefined: twice to 12, with AM and PM. */
  readonly clock?: 24 | undefined
  /** undefined: there is no translation. */
  readonly textOf: (message: string) => string | undefined
  /** The plural category of a whole number that is not negative. */
  readonly pluralOf: (count: number) => string
}

/** A file of `shared/languages/`; `npm run language` writes it. */
export interface CatalogueFile {
  readonly direction: 'ltr' | 'rtl'
  /**
   * The ten digits of amounts and counts, from zero. Latin ones unless a language is given its own:
   * amounts are copied between the app, emails and other services.
   */
  readonly digits: string
  /** How many hours its clock has before it starts again. */
  readonly clock: 12 | 24
  /**
   * The plural categories of 0 to 99, and of any larger number by its last two digits: "one*3" is
   * three times "one". No `Intl.PluralRules`: creating one takes a phone longer than a list takes
   * to draw. It differs from CLDR for whole millions alone, which no text counts.
   */
  readonly plurals: readonly [first: string, later: string]
  readonly messages: Readonly<Record<string, string>>
}

export const LATIN_DIGITS = '0123456789'

const LAST_TWO_DIGITS = 100

export function catalogueOf(file: CatalogueFile): Catalogue {
  const { direction, digits, clock, plurals, messages } = file
  const [first, later] = plurals.map(expanded)
  return {
    direction,
    digits: digits === LATIN_DIGITS ? undefined : digits,
    clock: clock === 24 ? clock : undefined,
    textOf: (message) => {
      // An empty text is one that waits for its translation.
      const text = messages[message] || undefined
      return direction === 'rtl' ? text?.replace(PERCENTAGE, ISOLATED) : text
    },
    pluralOf: (count) =>
      (count < LAST_TWO_DIGITS ? first : later)?.[count % LAST_TWO_DIGITS] ?? 'other',
  }
}

/**
 * "{percent}%", "2%". A percentage looks the same in every language; in a text from right to left the
 * sign would go to the other side of its number.
 */
const PERCENTAGE = /(?:\{\w+\}|\d[\d.,]*)%/g
const ISOLATED = '\u2066$&\u2069'

function expanded(categories: string): string[] {
  return categories.split(' ').flatMap((word) => {
    const [category = '', times = '1'] = word.split('*')
    return Array<string>(Number(times)).fill(category)
  })
}
