import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { appFiles } from '#scripts/new-feature/app-files.ts'
import { checklistFile } from '#scripts/new-feature/checklist-file.ts'
import { type Names, namesOf } from '#scripts/new-feature/names.ts'
import { serverFiles } from '#scripts/new-feature/server-files.ts'

// `npm run new:feature -- gift-cards` writes a small working feature, from the contract to its
// tests, and adds it to the lists of features.

/** A line to insert before the first occurrence of `before`. */
interface Insertion {
  readonly file: string
  readonly before: string
  readonly line: string
}

/** @returns the files that it wrote or changed */
export function layFeature(root: string, plural: string): string[] {
  const names = namesOf(plural)
  const files = { ...serverFiles(names), ...appFiles(names), ...checklistFile(names) }
  const taken = Object.keys(files).find((path) => existsSync(join(root, path)))
  if (taken !== undefined) throw new Error(`${taken} exists already`)
  const wired = insertionsFor(names)
  for (const insertion of wired) insert(root, insertion)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const touched = [...Object.keys(files), ...new Set(wired.map(({ file }) => file))]
  const biome = join(root, 'node_modules/.bin/biome')
  execFileSync(biome, ['check', '--write', ...touched], { cwd: root, stdio: 'ignore' })
  return touched
}

function insertionsFor(n: Names): Insertion[] {
  return [
    {
      file: 'server/ledger/postings.ts',
      before: '] as const satisfies',
      line: `  '${n.pascal}Opened',\n`,
    },
    {
      file: 'server/features/index.ts',
      before: 'import',
      line: `import { ${n.camel}Feature } from './${n.plural}/feature.ts'\n`,
    },
    { file: 'server/features/index.ts', before: '\n])\n', line: `\n  ${n.camel}Feature,` },
    {
      file: 'pwa/features/index.ts',
      before: 'import',
      line: `import { ${n.camelPlural} } from './${n.plural}/feature.ts'\n`,
    },
    { file: 'pwa/features/index.ts', before: '\n]\n', line: `\n  ${n.camelPlural},` },
  ]
}

function insert(root: string, { file, before, line }: Insertion): void {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  const at = text.indexOf(before)
  if (at < 0) throw new Error(`${file} has no place for a feature: no "${before.trim()}"`)
  writeFileSync(path, text.slice(0, at) + line + text.slice(at))
}

if (import.meta.main) {
  const [plural = ''] = process.argv.slice(2)
  try {
    for (const path of layFeature(join(import.meta.dirname, '..'), plural)) console.log(path)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
