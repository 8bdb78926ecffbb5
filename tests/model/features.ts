import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { MoneyFeature } from './money-feature.ts'

const files = globSync('features/*.ts', { cwd: import.meta.dirname }).sort()
const modules = await Promise.all(files.map((file) => import(join(import.meta.dirname, file))))

/** Every feature that moves money: what the files under `features/` export. */
export const MONEY_FEATURES: Readonly<Record<string, MoneyFeature>> = Object.assign({}, ...modules)
