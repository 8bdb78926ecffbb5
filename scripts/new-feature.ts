import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runCommand } from '#scripts/command-line.ts'
import { type Insertion, PLAIN, REVIEWED } from '#scripts/new-feature/insertions.ts'
import { renamer, singularOf } from '#scripts/new-feature/names.ts'
import { FEATURES } from '#server/features/index.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import type { CatalogueFile } from '#shared/text/catalogue.ts'

// `npm run new:feature -- gift-cards` writes a small working feature, from the contract to its
// tests, and adds it to the lists of features. With `--reviewed` it is a request that holds an
// amount and waits for staff. The templates are the feature "gift-cards", whose names are replaced.
// The texts are added to the catalogues without translations.

const TEMPLATES = join(import.meta.dirname, 'new-feature')
const CATALOGUES = 'shared/languages/messages/*.json'
export const LINE = {
  usage: 'npm run new:feature -- NOUN [--reviewed]',
  about:
    'Writes a small working feature, such as gift-cards, from the contract to its tests. With --reviewed\n' +
    'it is a request that holds an amount and waits for staff.',
  words: { least: 1, most: 1 },
  options: { reviewed: { type: 'boolean', default: false } },
} as const

interface Options {
  readonly isReviewed?: boolean
}

/** Writes nothing if the noun is not usable. Returns the files that it wrote or changed. */
export function generateFeature(
  root: string,
  plural: string,
  { isReviewed }: Options = {},
): string[] {
  const rename = renamer(plural)
  const files = new Map<string, string>()
  for (const folder of ['both', isReviewed ? 'reviewed' : 'plain']) {
    for (const [path, text] of templatesIn(folder)) files.set(rename(path), rename(text))
  }
  assertFree(
    plural,
    [...files.keys()].filter((path) => existsSync(join(root, path))),
  )
  for (const { file, before, text } of isReviewed ? REVIEWED : PLAIN) {
    const current = files.get(file) ?? readFileSync(join(root, file), 'utf8')
    files.set(file, inserted(current, { file, before, text: rename(text) }))
  }
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const code = [...files.keys()].filter((path) => !path.endsWith('.md'))
  const biome = join(root, 'node_modules/.bin/biome')
  execFileSync(biome, ['check', '--write', ...code], { cwd: root, stdio: 'ignore' })
  execFileSync(process.execPath, ['scripts/language.ts'], { cwd: root, stdio: 'ignore' })
  return [...files.keys(), ...globSync(CATALOGUES, { cwd: root })]
}

/** The messages that are not translated in every catalogue. */
export function untranslatedIn(root: string): string[] {
  const waiting = globSync(CATALOGUES, { cwd: root }).flatMap((path) => {
    const { messages }: CatalogueFile = JSON.parse(readFileSync(join(root, path), 'utf8'))
    return Object.keys(messages).filter((message) => messages[message] === '')
  })
  return [...new Set(waiting)]
}

/**
 * The path of the new file and its text. Templates end in .txt so that tools do not treat them as
 * code.
 */
function templatesIn(folder: string): (readonly [path: string, text: string])[] {
  const cwd = join(TEMPLATES, folder)
  const paths = globSync('**/*.txt', { cwd })
  return paths.map((path) => [path.replace(/\.txt$/, ''), readFileSync(join(cwd, path), 'utf8')])
}

function assertFree(plural: string, existing: readonly string[]): void {
  const singular = singularOf(plural)
  const { list, aggregates, auditAreas, notifications, liveMessages } = FEATURES
  const names = new Set([
    ...list.map(({ name }) => name),
    ...aggregates.map(({ kind }) => kind),
    ...auditAreas.map(({ area }) => area),
    ...notifications.map(({ kind }) => kind),
    ...[...liveMessages.values()].map((message) => message?.action),
  ])
  const taken = [plural, singular, `${singular}-review`].find((name) => names.has(name))
  if (taken !== undefined)
    throw new StartupError(`The name "${taken}" is taken. Choose another noun.`)
  if (existing[0] !== undefined)
    throw new StartupError(`${existing[0]} exists. Choose another noun.`)
}

function inserted(text: string, insertion: Insertion): string {
  const at = text.indexOf(insertion.before)
  if (at < 0) {
    throw new StartupError(
      `${insertion.file} has no place for a feature: no "${insertion.before.trim()}"`,
    )
  }
  return text.slice(0, at) + insertion.text + text.slice(at)
}

if (import.meta.main) {
  await runCommand(LINE, ({ words: [plural = ''], values: { reviewed: isReviewed } }) => {
    const root = join(import.meta.dirname, '..')
    console.log(generateFeature(root, plural, { isReviewed }).join('\n'))
    console.log(`\nTranslate in ${CATALOGUES}. Until then, the build offers only English:`)
    console.log(untranslatedIn(root).join('\n'))
  })
}
