import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteDefinition } from '#shared/contract/route.ts'

const CONTRACT = join(import.meta.dirname, '../../shared/contract')

/** Every route of the contract. */
export async function contractRoutes(): Promise<RouteDefinition[]> {
  const modules = await Promise.all(
    readdirSync(CONTRACT).map((file) => import(/* @vite-ignore */ join(CONTRACT, file))),
  )
  return modules.flatMap((module) => Object.values(module)).filter(isRoute)
}

function isRoute(value: unknown): value is RouteDefinition {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
