// breaks reviews-know-no-feature
import { folders } from '../backup/folders.ts'

export const review = folders
