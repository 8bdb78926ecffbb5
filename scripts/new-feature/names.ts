/** A noun in every form that the files of a feature need. Made of "gift-cards": */
export interface Names {
  /** gift-cards */
  readonly plural: string
  /** gift-card */
  readonly singular: string
  /** giftCards, giftCard */
  readonly camelPlural: string
  readonly camel: string
  /** GiftCards, GiftCard */
  readonly pascalPlural: string
  readonly pascal: string
  /** GIFT_CARD */
  readonly constant: string
  /** gift cards, gift card */
  readonly wordsPlural: string
  readonly words: string
}

/** @throws where the noun is not a plural in kebab-case */
export function namesOf(plural: string): Names {
  if (!/^[a-z]+(-[a-z]+)*s$/.test(plural)) {
    throw new Error(`"${plural}" is no feature: give a plural in kebab-case, such as gift-cards`)
  }
  const singular = plural
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/s$/, '')
  return {
    plural,
    singular,
    camelPlural: camel(plural),
    camel: camel(singular),
    pascalPlural: pascal(plural),
    pascal: pascal(singular),
    constant: singular.replaceAll('-', '_').toUpperCase(),
    wordsPlural: plural.replaceAll('-', ' '),
    words: singular.replaceAll('-', ' '),
  }
}

function camel(kebab: string): string {
  return kebab.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function pascal(kebab: string): string {
  return camel(`-${kebab}`)
}

/** "Gift cards", as a screen or a list is called. */
export function titleOf({ wordsPlural }: Names): string {
  return wordsPlural.charAt(0).toUpperCase() + wordsPlural.slice(1)
}
