// breaks components-use-hooks
import { queries } from '../data/queries.ts'

export const Page = () => queries.length
