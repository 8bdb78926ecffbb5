import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { KYC_FILES } from '#server/features/kyc/sweep.ts'
import { setPicture } from '#shared/contract/account.ts'
import { fileKindsOf, type RouteDefinition } from '#shared/contract/route.ts'

const FOLDER = join(import.meta.dirname, '../../shared/contract')

/** The kinds of files of each form, by the name of the module that declares it. */
async function kindsByModule(): Promise<ReadonlyMap<string, readonly string[]>> {
  const kinds = readdirSync(FOLDER).map(async (name) => {
    const module: Record<string, unknown> = await import(/* @vite-ignore */ join(FOLDER, name))
    const routes = Object.values(module).filter(takesFiles)
    return [name, routes.flatMap(({ files }) => fileKindsOf(files))] as const
  })
  return new Map(await Promise.all(kinds))
}

function takesFiles(
  value: unknown,
): value is RouteDefinition & Required<Pick<RouteDefinition, 'files'>> {
  return typeof value === 'object' && value !== null && 'path' in value && 'files' in value
}

test('files that a feature deletes have kinds that no form of another feature uses', async () => {
  const kinds = await kindsByModule()
  expect(kinds.get('support.ts')).toContain('picture')
  for (const [module, deleted] of [
    ['account.ts', fileKindsOf(setPicture.files)],
    ['kyc.ts', KYC_FILES],
  ] as const) {
    const others = [...kinds].filter(([name]) => name !== module).flatMap(([, all]) => all)
    expect(others.filter((kind) => deleted.includes(kind))).toEqual([])
  }
})
