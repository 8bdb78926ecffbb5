import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteDefinition } from '#shared/contract/route.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Every route that the contract declares. */
export async function contractRoutes(): Promise<RouteDefinition[]> {
  return [...(await contractRoutesByName()).values()]
}

export async function contractRoutesByName(): Promise<ReadonlyMap<string, RouteDefinition>> {
  const files = globSync('shared/contract/*.ts', { cwd: ROOT })
  const modules: object[] = await Promise.all(files.map((path) => import(join(ROOT, path))))
  return new Map(
    modules.flatMap((each) =>
      Object.entries(each).filter(
        ([, value]) => value && typeof value === 'object' && 'summary' in value,
      ),
    ),
  )
}
