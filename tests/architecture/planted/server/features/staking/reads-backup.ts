// breaks features-use-layers-only
import { folders } from '../../backup/folders.ts'

export const read = folders
