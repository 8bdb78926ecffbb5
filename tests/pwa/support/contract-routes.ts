import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteDefinition } from '#shared/contract/route.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Every route that the contract declares. */
export async function contractRoutes(): Promise<RouteDefinition[]> {
  const files = globSync('shared/contract/*.ts', { cwd: ROOT })
  const modules: object[] = await Promise.all(files.map((path) => import(join(ROOT, path))))
  return modules.flatMap((each) =>
    Object.values(each).filter((value) => value && typeof value === 'object' && 'summary' in value),
  )
}
