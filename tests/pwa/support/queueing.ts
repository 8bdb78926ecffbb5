import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { ReactNode } from 'react'
import type { RouteDefinition } from '#shared/contract/route.ts'

/** A submission that waits on the device, as a file in `tests/pwa/queueing/` exports it. */
export interface Queueing {
  readonly route: RouteDefinition
  readonly body: unknown
  /** Where it will appear. */
  readonly list: ReactNode
  /** How its row begins. */
  readonly shows: string
}

const FOLDER = join(import.meta.dirname, '../queueing')

/** Those of every noun: one file each. */
export async function readQueueing(): Promise<readonly Queueing[]> {
  const files: { readonly queueing: readonly Queueing[] }[] = await Promise.all(
    globSync('*.tsx', { cwd: FOLDER }).map((file) => import(join(FOLDER, file))),
  )
  return files.flatMap(({ queueing }) => queueing)
}
