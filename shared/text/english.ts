import type { Catalogue } from './catalogue.ts'

/** Its texts are in the code. Apart from the other catalogues, because every start needs it. */
export const ENGLISH: Catalogue = {
  direction: 'ltr',
  textOf: () => undefined,
  pluralOf: (count) => (count === 1 ? 'one' : 'other'),
}
