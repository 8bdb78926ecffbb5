import { StartupError } from '#server/platform/startup-error.ts'

/** The forms of the noun in the templates; each is replaced by the same form of another noun. */
const SAMPLE = formsOf('gift-cards')

const IN_SAMPLE = new RegExp(`\\b([Aa]) (?=gift card)|${Object.values(SAMPLE).join('|')}`, 'g')

/** Rewrites a text or a path of a template for another noun. Throws if that noun is not usable. */
export function renamer(plural: string): (sample: string) => string {
  const forms = formsOf(plural)
  assertUsable(plural, forms)
  const article = /^[aeiou]/.test(plural) ? 'n' : ''
  const others = new Map(
    Object.entries(SAMPLE).map(([form, text]) => [text, forms[form as keyof Forms]]),
  )
  return (sample) =>
    sample.replace(IN_SAMPLE, (found, a) => (a ? `${a}${article} ` : (others.get(found) ?? found)))
}

type Forms = ReturnType<typeof formsOf>

/** Plurals before singulars, which are prefixes of them. */
function formsOf(plural: string) {
  const singular = singularOf(plural)
  return {
    plural,
    singular,
    camelPlural: camel(plural),
    camel: camel(singular),
    pascalPlural: camel(`-${plural}`),
    pascal: camel(`-${singular}`),
    constant: singular.replaceAll('-', '_').toUpperCase(),
    wordsPlural: plural.replaceAll('-', ' '),
    words: singular.replaceAll('-', ' '),
    titlePlural: title(plural),
    title: title(singular),
  }
}

export function singularOf(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`
  return /(ss|sh|ch|x)es$/.test(plural) ? plural.slice(0, -2) : plural.slice(0, -1)
}

function assertUsable(plural: string, { camel: name }: Forms): void {
  const advice = 'Give a plural noun in kebab case, such as gift-cards.'
  if (!/^[a-z]{2,}(-[a-z]+)*s$/.test(plural) || plural.length > 40) {
    throw new StartupError(`"${plural}" cannot name a feature. ${advice}`)
  }
  if (RESERVED.has(name)) {
    throw new StartupError(
      `"${plural}" cannot name a feature: "${name}" is a word of TypeScript. ${advice}`,
    )
  }
}

/** Nouns whose singular cannot be a variable name. */
const RESERVED: ReadonlySet<string> = new Set(
  'break case catch class default delete enum export import interface new package return static switch this throw try void'.split(
    ' ',
  ),
)

function camel(kebab: string): string {
  return kebab.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function title(kebab: string): string {
  const words = kebab.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
